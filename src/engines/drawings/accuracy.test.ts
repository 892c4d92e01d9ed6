import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { chanceOf } from '../../../test/support/chance.ts';
import { inverse, moved } from './geometry.ts';
import type { DrawingFormat } from './prediction.ts';
import { asItIs, type Score, scaled, scoreOf, type ToSheet, type Truth, upwards } from './testing/accuracy.ts';
import { plantOf } from './testing/plant.ts';
import { dxfOf, matrixOf, svgOf } from './testing/plant-files.ts';
import { readDrawing } from './testing/read.ts';

/** Nothing is missing, nothing is false. */
function allRight({ symbols, tags, edges, instruments, falseSymbols, falseEdges, faults }: Score): void {
  assert.deepEqual(faults, []);
  assert.deepEqual([symbols.right, tags.right, edges.right], [symbols.all, tags.all, edges.all]);
  assert.deepEqual([instruments.right, falseSymbols, falseEdges], [instruments.all, 0, 0]);
}

/** The bounds that pictures have, over several sheets. */
function mostRight(
  scores: readonly Score[],
  least: { readonly symbols: number; readonly tags: number; readonly edges: number },
): void {
  const faults = scores.flatMap((score) => score.faults).join('\n');
  for (const what of ['symbols', 'tags', 'edges'] as const) {
    const [right, all] = [sum(scores, (one) => one[what].right), sum(scores, (one) => one[what].all)];
    assert.ok(right >= least[what] * all, `${what}: ${right} of ${all}\n${faults}`);
  }
  const wrong = sum(scores, (one) => one.falseSymbols + one.falseEdges);
  assert.ok(wrong <= 0.01 * sum(scores, (one) => one.symbols.all + one.edges.all), faults);
}
const sum = (scores: readonly Score[], of: (score: Score) => number): number =>
  scores.reduce((all, one) => all + of(one), 0);

describe('drawings that nobody has seen', () => {
  for (const seed of [2, 6, 7, 21]) {
    it(`plant ${seed}, turned, scaled, perhaps mirrored, as SVG and as DXF`, async () => {
      const [plant, dice] = [plantOf(seed), chanceOf(seed * 7 + 1)];
      const matrix = matrixOf(dice.between(0.5, 2), Math.floor(dice.between(0, 4)), dice.happens(0.3), [37, -210]);
      const look = { lineWidth: dice.between(0.3, 3), matrix, looseDashes: dice.happens(0.5) };
      const back = inverse(matrix);
      allRight(scoreOf((await readDrawing('svg', svgOf(plant, look))).prediction, plant.truth, (p) => moved(back, p)));
      const dxf = await readDrawing('dxf', dxfOf(plant, look));
      allRight(scoreOf(dxf.prediction, plant.truth, ([x, y]) => moved(back, [x, -y])));
    });
  }

  for (const seed of [103, 108, 1031, 1038]) {
    it(`plant ${seed}, with valves whose lines surround nothing`, async () => {
      const [plant, dice] = [plantOf(seed, 3, true), chanceOf(seed)];
      const matrix = matrixOf(dice.between(0.5, 2), Math.floor(dice.between(0, 4)), dice.happens(0.3));
      const look = { lineWidth: dice.between(0.3, 3), matrix, looseDashes: dice.happens(0.5) };
      const { prediction } = await readDrawing('svg', svgOf(plant, look));
      assert.ok(plant.truth.sym.some(({ type }) => type === 'check_valve' || type === 'butterfly_valve'));
      allRight(scoreOf(prediction, plant.truth, (p) => moved(inverse(matrix), p)));
    });
  }

  it('as pictures', async () => {
    const scores: Score[] = [];
    for (const [seed, open] of [
      [30, false],
      [31, false],
      [2005, true],
      [2029, true],
    ] as const) {
      const plant = plantOf(seed, 3, open);
      const look = { lineWidth: chanceOf(seed).between(1.2, 2.2), matrix: matrixOf(1, 0, false) };
      const { picture } = await readDrawing('svg', svgOf(plant, look));
      const { prediction } = await readDrawing('png', picture);
      scores.push(scoreOf(prediction, plant.truth, ([x, y]) => [x / 2, y / 2]));
    }
    mostRight(scores, { symbols: 0.98, tags: 0.95, edges: 0.97 });
  });
});

const samples = '../shared/data/pid';
const sample = (name: string) => readFileSync(`${samples}/${name}`);
const truthOf = (name: string): Truth => JSON.parse(sample(`${name}.truth.json`).toString());

describe('the samples', { skip: existsSync(samples) ? false : `${samples} is not there` }, () => {
  const formats: readonly (readonly [DrawingFormat, ToSheet])[] = [
    ['svg', asItIs],
    ['dxf', upwards],
    ['pdf', scaled(1600, true)],
    ['png', scaled(3200, false)],
  ];
  for (const name of ['d1', 'd2', 'd3']) {
    it(`${name} as SVG, DXF, PDF and PNG`, async () => {
      for (const [format, toSheet] of formats) {
        const { prediction } = await readDrawing(format, sample(`${name}.${format}`));
        allRight(scoreOf(prediction, truthOf(name), toSheet));
      }
    });
  }

  it('at half size, blurred and turned', async () => {
    const png = sample('d2.png');
    const half = await readDrawing('png', await sharp(png).resize(1600).png().toBuffer());
    const blurred = await readDrawing('jpg', await sharp(png).blur(1.2).jpeg({ quality: 70 }).toBuffer());
    const { data, info } = await sharp(png)
      .rotate(0.3, { background: 'white' })
      .png()
      .toBuffer({ resolveWithObject: true });
    const angle = (0.3 * Math.PI) / 180;
    const unturned: ToSheet = ([x, y]) => {
      const [dx, dy] = [x - info.width / 2, y - info.height / 2];
      return [
        (Math.cos(angle) * dx + Math.sin(angle) * dy + 1600) / 2,
        (Math.cos(angle) * dy - Math.sin(angle) * dx + 1100) / 2,
      ];
    };
    const turned = await readDrawing('png', data);
    const truth = truthOf('d2');
    const scores = [
      scoreOf(half.prediction, truth, scaled(1600, false)),
      scoreOf(blurred.prediction, truth, scaled(3200, false)),
      scoreOf(turned.prediction, truth, unturned),
    ];
    for (const score of scores) mostRight([score], { symbols: 0.98, tags: 0.95, edges: 0.97 });
  });
});
