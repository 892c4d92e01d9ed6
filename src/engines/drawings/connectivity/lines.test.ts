import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edgesIn } from '../testing/accuracy.ts';
import { readDrawing } from '../testing/read.ts';

const valve = (x: number, y: number, tag: string, upright = false) => {
  const [a, b] = upright ? [10, 18] : [18, 10];
  const points = upright
    ? `${x - a},${y - b} ${x + a},${y + b} ${x - a},${y + b} ${x + a},${y - b}`
    : `${x - a},${y - b} ${x + a},${y + b} ${x + a},${y - b} ${x - a},${y + b}`;
  return `<polygon points="${points}" stroke-width="1"/>${words(x + 50, y + 34, tag)}`;
};
const words = (x: number, y: number, said: string) =>
  `<text x="${x}" y="${y}" font-size="14" text-anchor="middle" fill="black" stroke="none">${said}</text>`;
const pipe = (d: string) => `<path d="${d}" stroke-width="4"/>`;
const thin = (d: string, more = '') => `<path d="${d}" stroke-width="1"${more}/>`;
const balloon = (x: number, y: number, number: string) =>
  `<circle cx="${x}" cy="${y}" r="30" stroke-width="1"/>${words(x, y - 6, 'PT')}${words(x, y + 18, number)}`;
const read = async (drawn: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 600"><g fill="none" stroke="black">${drawn}</g></svg>`;
  return (await readDrawing('svg', svg)).prediction;
};
const two = valve(100, 300, 'HV-1001') + valve(800, 300, 'HV-1002');

describe('pipes', () => {
  it('go on through flanges', async () => {
    const bars = thin('M446 290V310M454 290V310');
    assert.deepEqual([...edgesIn(await read(two + pipe('M118 300H446M454 300H782') + bars))], ['HV-1001 HV-1002']);
    const apart = await read(two + pipe('M118 300H446M454 300H782'));
    assert.deepEqual([...edgesIn(apart)], [], 'a gap alone is a gap');
  });

  it('that leave a gap for another one, or jump over it, go on and are not joined to it', async () => {
    const across = valve(450, 100, 'HV-1003', true) + valve(450, 500, 'HV-1004', true);
    const wanted = ['HV-1001 HV-1002', 'HV-1003 HV-1004'];
    for (const upright of ['M450 118V292M450 308V482', 'M450 118V290A10 10 0 0 1 450 310V482', 'M450 118V482']) {
      const prediction = await read(two + pipe('M118 300H782') + across + pipe(upright));
      assert.deepEqual([...edgesIn(prediction)].sort(), wanted, upright);
    }
  });
});

describe('thin lines of instruments', () => {
  it('to a pipe are signal lines, and the pipe goes on past them', async () => {
    const prediction = await read(two + pipe('M118 300H782') + balloon(450, 150, '101') + thin('M450 180V300'));
    assert.deepEqual([...edgesIn(prediction)], ['HV-1001 HV-1002']);
    const lines = Object.values(prediction.links).map(({ modelClass, properties }) => [modelClass, properties?.kind]);
    assert.deepEqual(lines.sort(), [
      ['PIPE_RUN', undefined],
      ['SIGNAL_LINE', 'process'],
    ]);
  });

  it('lead through small valves, which stay symbols', async () => {
    const small = '<polygon points="443,228 457,252 443,252 457,228" stroke-width="1"/>';
    const lines = thin('M450 180V228M450 252V300');
    const prediction = await read(two + pipe('M118 300H782') + balloon(450, 150, '101') + small + lines);
    assert.equal(prediction.regions.filter(({ modelClass }) => modelClass === 'GATE_VALVE').length, 3);
    const kinds = Object.values(prediction.links).map(({ modelClass }) => modelClass);
    assert.deepEqual(kinds.sort(), ['PIPE_RUN', 'SIGNAL_LINE', 'SIGNAL_LINE']);
  });

  it('say by their marks what they lead', async () => {
    const marks: Readonly<Record<string, (x: number) => string>> = {
      pneumatic: (x) => thin(`M${x} 155L${x + 6} 145M${x + 4} 155L${x + 10} 145`),
      hydraulic: (x) => thin(`M${x} 142V153H${x + 6}`),
      capillary: (x) => thin(`M${x} 155L${x + 10} 145`) + thin(`M${x} 145L${x + 10} 155`),
    };
    for (const [kind, mark] of Object.entries(marks)) {
      const drawn = balloon(200, 150, '101') + balloon(700, 150, '102') + thin('M230 150H670');
      const prediction = await read(drawn + [300, 400, 500, 600].map(mark).join(''));
      const links = Object.values(prediction.links).map(({ modelClass, properties }) => [modelClass, properties?.kind]);
      assert.deepEqual(links, [['SIGNAL_LINE', kind]]);
    }
    const dashed =
      balloon(200, 150, '101') + balloon(700, 150, '102') + thin('M230 150H670', ' stroke-dasharray="9 5"');
    assert.equal(Object.values((await read(dashed)).links)[0]?.properties?.kind, 'electric');
  });
});
