import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicSet } from '../symbols/basic.ts';
import { normSet } from '../symbols/norms.ts';
import { readDrawing } from '../testing/read.ts';

const valve = (x: number, y: number) =>
  `<polygon points="${x - 18},${y - 10} ${x + 18},${y + 10} ${x + 18},${y - 10} ${x - 18},${y + 10}"/>`;
const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="14" text-anchor="middle"${more}>${words}</text>`;
const balloon = (x: number, y: number, upper: string, lower: string) =>
  `<circle cx="${x}" cy="${y}" r="30"/>${text(x, y - 6, upper)}${text(x, y + 18, lower)}`;
const svg = (drawn: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 500"><g fill="none" stroke="black">${drawn}</g></svg>`.replaceAll(
    /<text.*?<\/text>/g,
    (one) => `${one.slice(0, 5)} fill="black" stroke="none"${one.slice(5)}`,
  );
const tagsIn = async (drawn: string, symbolSet = normSet) =>
  (await readDrawing('svg', svg(drawn), { symbolSet })).prediction.regions
    .flatMap(({ modelClass, userLabel }) => (modelClass ? [userLabel ?? '-'] : []))
    .sort();

describe('tags', () => {
  it('may have two lines, which are one tag as they stand', async () => {
    const lines = (x: number, number: string) => text(x, 130, 'D-20') + text(x, 147, number);
    const drawn = valve(200, 100) + lines(200, 'XV0012') + valve(500, 100) + lines(500, 'XV0013');
    assert.deepEqual(await tagsIn(drawn), ['D-20XV0012', 'D-20XV0013']);
    const four = `${valve(200, 100)}${text(200, 130, 'HV-17')}${text(200, 150, 'BY VENDOR')}`;
    assert.deepEqual(await tagsIn(four), ['HV-17'], 'the line that is a tag is the tag');
    const { prediction } = await readDrawing('svg', svg(drawn), { symbolSet: normSet });
    const texts = prediction.regions.find(({ userLabel }) => userLabel === 'D-20XV0012')?.userLabelTextIds ?? [];
    assert.deepEqual(
      texts.map((id) => prediction.regions.find((one) => one.id === id)?.text),
      ['D-20', 'XV0012'],
    );
  });

  it('of instruments begin with the system that stands in the balloon, or beside most of them', async () => {
    assert.deepEqual(await tagsIn(balloon(200, 100, 'D-20-PT', '0012') + balloon(400, 100, '21-LIC', '0013')), [
      '21-LIC-0013',
      'D-20-PT-0012',
    ]);
    const beside = (x: number) => text(x - 42, 86, '20');
    const both = balloon(200, 100, 'PT', '0012') + beside(200) + balloon(400, 100, 'PI', '0013') + beside(400);
    assert.deepEqual(await tagsIn(both), ['20-PI-0013', '20-PT-0012']);
    const one = balloon(200, 100, 'PT', '0012') + beside(200) + balloon(400, 100, 'PI', '0013');
    assert.deepEqual(await tagsIn(one), ['PI-0013', 'PT-0012'], 'a number beside one of them is something else');
    assert.deepEqual(await tagsIn(balloon(200, 100, 'FT', '201'), basicSet), ['FT-201']);
  });

  it('follow the grammars of ISA, NORSOK, DIN and KKS', async () => {
    for (const tag of ['HV-101A', '20VB0012', 'D-27VB0001', 'H11042', '1LAB30AA001', 'RK1004']) {
      assert.deepEqual(await tagsIn(valve(200, 100) + text(200, 130, tag)), [tag]);
    }
    for (const none of ['NOTE 3', '2024-05-01', 'FLARE']) {
      assert.deepEqual(await tagsIn(valve(200, 100) + text(200, 130, none)), ['-'], none);
    }
  });
});

describe('line numbers', () => {
  const pipe = '<path d="M118 100H282M318 100H582"/>';
  const valves = valve(100, 100) + valve(300, 100) + valve(600, 100);
  const numbersIn = async (drawn: string) => {
    const { prediction } = await readDrawing('svg', svg(valves + pipe + drawn));
    return [...new Set(Object.values(prediction.links).map(({ userLabel = '-' }) => userLabel))];
  };

  it('follow the grammars of inches, DN, systems and parts, and stand along their pipe', async () => {
    for (const number of [
      '6"-PW-1002-A1A-H',
      '20-L00012A-0600PL-AD750-0050PP',
      'D-27L00015A-0600GF-DS200',
      'DN150-PL-30029-PN40-1.4571',
      '150-PW-10021-B2',
    ]) {
      assert.deepEqual(await numbersIn(text(200, 94, number)), [number]);
    }
    assert.deepEqual(await numbersIn(text(200, 94, 'A-100-B')), ['-']);
  });

  it('may stand at the end of a leader, which is no line', async () => {
    const leader = '<polyline points="450,100 460,220 560,220"/>';
    assert.deepEqual(await numbersIn(leader + text(510, 216, '6"-PW-1002')), ['6"-PW-1002']);
  });

  it('of another sheet, which stands in a connector, are none', async () => {
    const connector = '<polygon points="640,80 780,80 800,100 780,120 640,120"/><path d="M618 100H640"/>';
    assert.deepEqual(await numbersIn(connector + text(710, 106, '12-PI-00123-01')), ['-']);
  });
});
