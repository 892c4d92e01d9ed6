import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { chanceOf } from '../../../../test/support/chance.ts';
import type { BoundingBox, DrawingFormat } from '../prediction.ts';
import { basicSet } from '../symbols/basic.ts';
import type { SymbolSet } from '../symbols/set.ts';
import { readDrawing, still } from '../testing/read.ts';
import { type LearnResult, learnSymbols } from './learn.ts';
import { tryOut } from './trial.ts';

type Xy = readonly [x: number, y: number];

/** Symbols that the basic set does not know, about 0, 0. */
const shapes: Readonly<Record<string, readonly (readonly Xy[])[]>> = {
  FILTER: [
    [
      [-20, -14],
      [20, -14],
      [20, 14],
      [-20, 14],
      [-20, -14],
    ],
    [
      [-20, 14],
      [20, -14],
    ],
  ],
  MIXER: [
    [
      [-18, -18],
      [18, -18],
      [0, 18],
      [-18, -18],
    ],
    [
      [-18, -18],
      [0, -6],
      [18, -18],
    ],
  ],
};

interface Placed {
  readonly at: Xy;
  readonly scale: number;
  readonly quarters: number;
  readonly tag: string;
}

/** A sheet with one symbol in a pipe that goes through it from the left to the right. */
function sheetWith(modelClass: string, { at: [cx, cy], scale, quarters, tag }: Placed): string {
  const turned = ([x, y]: Xy): Xy => {
    let [px, py] = [x * scale, y * scale];
    for (let n = 0; n < quarters; n++) [px, py] = [-py, px];
    return [cx + px, cy + py];
  };
  const lines = (shapes[modelClass] ?? []).map((line) => line.map(turned));
  const reach = Math.max(...lines.flat().map(([x]) => Math.abs(x - cx)));
  const drawn = lines.map((line) => `<polyline points="${line.map((p) => p.join(',')).join(' ')}"/>`);
  const pipes = [
    `<polyline points="100,${cy} ${cx - reach},${cy}"/>`,
    `<polyline points="${cx + reach},${cy} 900,${cy}"/>`,
  ];
  const valves = [100, 900].map(
    (x) => `<polygon points="${x - 16},${cy - 10} ${x + 16},${cy + 10} ${x + 16},${cy - 10} ${x - 16},${cy + 10}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 400"><g fill="none" stroke="black" stroke-width="2">
${[...drawn, ...pipes, ...valves].join('\n')}</g><g font-size="14" text-anchor="middle">
<text x="${cx}" y="${cy + 60 * scale}">${tag}</text><text x="100" y="${cy + 30}">HV-1</text><text x="900" y="${cy + 30}">HV-22</text></g></svg>`;
}

const boxAround = ([x, y]: Xy, half: number): BoundingBox => ({
  left: 2 * (x - half),
  top: 2 * (y - half),
  width: 4 * half,
  height: 4 * half,
});

async function inFolder<T>(content: string | Uint8Array, use: (input: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-learn-'));
  try {
    const input = join(folder, 'input');
    writeFileSync(input, content);
    return await use(input);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const learnFrom = (
  content: string | Uint8Array,
  marked: Parameters<typeof learnSymbols>[0]['marked'],
  format: DrawingFormat = 'svg',
  symbolSet: SymbolSet = basicSet,
): Promise<LearnResult> =>
  inFolder(content, (input) => learnSymbols({ input, format, page: 1, symbolSet, marked }, still));

const withLearnt = ({ added }: LearnResult): SymbolSet => ({
  ...basicSet,
  symbols: [...basicSet.symbols, ...added.map(({ symbol }) => symbol)],
});

describe('a symbol that was marked once', () => {
  for (const modelClass of Object.keys(shapes)) {
    it(`${modelClass}: is found on other sheets, turned and in other sizes`, async () => {
      const dice = chanceOf(modelClass.length);
      const first = sheetWith(modelClass, { at: [500, 200], scale: 1, quarters: 0, tag: 'S-100' });
      const learnt = await learnFrom(first, [{ id: 'r', modelClass, box: boxAround([500, 200], 21) }]);
      assert.deepEqual(learnt.refused, []);
      assert.equal(learnt.added[0]?.symbol.ports.length, 2, 'the pipes on both sides');
      for (let quarters = 0; quarters < 4; quarters++) {
        const place: Placed = {
          at: [dice.between(300, 700), dice.between(150, 250)],
          scale: dice.between(0.7, 1.8),
          quarters,
          tag: `S-20${quarters}`,
        };
        const sheet = sheetWith(modelClass, place);
        const found = async (symbolSet: SymbolSet) =>
          (await readDrawing('svg', sheet, { symbolSet })).prediction.regions.flatMap((region) =>
            region.modelClass === modelClass ? [region.userLabel] : [],
          );
        assert.deepEqual(await found(basicSet), []);
        assert.deepEqual(await found(withLearnt(learnt)), [place.tag], JSON.stringify(place));
      }
    });
  }

  it('is refused when the set knows its shape, when nothing is there, and when it could not be found again', async () => {
    const sheet = sheetWith('FILTER', { at: [500, 200], scale: 1, quarters: 0, tag: 'S-100' });
    const { added, refused } = await learnFrom(sheet, [
      { id: 'valve', modelClass: 'MY_VALVE', box: boxAround([100, 200], 17) },
      { id: 'empty', modelClass: 'NOTHING', box: boxAround([500, 60], 20) },
      { id: 'pipe', modelClass: 'PIPE', box: boxAround([300, 200], 15) },
      { id: 'one', modelClass: 'FILTER', box: boxAround([500, 200], 21) },
      { id: 'again', modelClass: 'FILTER', box: boxAround([500, 200], 22) },
    ]);
    assert.deepEqual(
      added.map(({ regionId }) => regionId),
      ['one'],
    );
    assert.deepEqual(
      refused.map(({ regionId }) => regionId),
      ['valve', 'empty', 'pipe', 'again'],
    );
    assert.match(refused[0]?.reason ?? '', /GATE_VALVE/);
    assert.match(refused[3]?.reason ?? '', /Filter, learnt/);
  });

  it('is refused on a picture', async () => {
    const sheet = sheetWith('FILTER', { at: [500, 200], scale: 1, quarters: 0, tag: 'S-100' });
    const { picture } = await readDrawing('svg', sheet);
    const { refused } = await learnFrom(
      picture,
      [{ id: 'one', modelClass: 'FILTER', box: boxAround([500, 200], 21) }],
      'png',
    );
    assert.deepEqual(refused, [{ regionId: 'one', reason: 'The sheet has no vectors.' }]);
  });
});

describe('a trial of a set over a reviewed sheet', () => {
  it('says what becomes better and what worse', async () => {
    const sheet = sheetWith('FILTER', { at: [500, 200], scale: 1, quarters: 0, tag: 'S-100' });
    const learnt = await learnFrom(sheet, [{ id: 'r', modelClass: 'FILTER', box: boxAround([500, 200], 21) }]);
    const reviewed = [
      { id: 'filter', modelClass: 'FILTER', box: boxAround([500, 200], 21), there: true },
      { id: 'valve', modelClass: 'GATE_VALVE', box: boxAround([100, 200], 17), there: true },
      { id: 'ghost', modelClass: 'GATE_VALVE', box: boxAround([900, 200], 17), there: false },
    ];
    const result = await inFolder(sheet, (input) =>
      tryOut(
        {
          input,
          format: 'svg',
          page: 1,
          before: basicSet,
          after: { ...withLearnt(learnt), minConfidence: 0.5 },
          reviewed,
        },
        still,
      ),
    );
    assert.deepEqual(result.better, ['filter']);
    assert.deepEqual(result.worse, []);
    assert.deepEqual(result.before, { right: 1, missed: 1, wrong: 1, unreviewed: 0 });
    assert.deepEqual(result.after, { right: 2, missed: 0, wrong: 1, unreviewed: 0 });
    const without = { ...basicSet, symbols: basicSet.symbols.filter((one) => one.modelClass !== 'GATE_VALVE') };
    const worse = await inFolder(sheet, (input) =>
      tryOut({ input, format: 'svg', page: 1, before: basicSet, after: without, reviewed }, still),
    );
    assert.ok(worse.worse.includes('valve'));
    assert.ok(worse.better.includes('ghost'));
  });
});
