import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc, holds, numbersOf, sized } from '../../../test/support/chance.ts';
import { asInputs, bytesIn, converted, given, outputIn } from './testing/convert.ts';
import {
  hasColor,
  hasInfrared,
  hasTime,
  type LasLayout,
  lasFile,
  type ReadPoint,
  readLas,
  type TestPoint,
} from './testing/las-file.ts';
import { readTileset } from './testing/read-tiles.ts';

const layoutOf: fc.Arbitrary<LasLayout> = fc
  .record({
    format: fc.constantFrom(0, 1, 2, 3, 6, 7, 8),
    scale: fc.constantFrom(0.001, 0.01, 0.0001, 0.000_25),
    offset: fc.tuple(fc.constantFrom(0, 451_000, -12.5), fc.constantFrom(0, 5_411_000), fc.constantFrom(0, 300)),
    extra: fc.constantFrom(0, 0, 3),
    epsg: fc.constant(0),
  })
  .map((layout) => ({ ...layout, minor: layout.format >= 6 ? 4 : layout.format % 3 }));

/** Points of a random cloud: clusters, planes, lines, or all at one place; some many times. */
function pointsOf(seed: number, count: number, spread: number, { format }: LasLayout, eightBits: boolean): TestPoint[] {
  const random = numbersOf(seed);
  const whole = (most: number) => Math.floor(random() * (most + 1));
  const modern = format >= 6;
  const flat = whole(3);
  return Array.from({ length: count }, (_, n) => {
    const along = (axis: number) => (flat === axis ? 7 : Math.round((random() - 0.5) * spread));
    const returnCount = 1 + whole(modern ? 14 : 6);
    const color = () => (eightBits ? whole(255) : whole(65_535));
    return {
      place: [along(0), along(1), along(2)],
      color: hasColor(format) ? [color(), color(), color()] : [0, 0, 0],
      intensity: whole(65_535),
      classification: whole(modern ? 255 : 31),
      returnNumber: 1 + whole(returnCount - 1),
      returnCount,
      withheld: whole(20) === 0,
      userData: whole(255),
      source: n & 65_535,
      time: hasTime(format) ? (whole(4) === 0 ? random() * 1e9 : 3e5 + n * 1e-5) : 0,
      infrared: hasInfrared(format) ? whole(65_535) : undefined,
    };
  });
}

interface RandomCloud {
  readonly layout: LasLayout;
  readonly seed: number;
  readonly count: number;
  readonly spread: number;
  readonly eightBits: boolean;
}

const cloud: fc.Arbitrary<RandomCloud> = fc.record({
  layout: layoutOf,
  seed: fc.nat(),
  count: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3000 })),
  spread: fc.constantFrom(0, 1, 500, 200_000, 1.5e9),
  eightBits: fc.boolean(),
});

/** Its records take the most bits. */
const widest: RandomCloud = {
  layout: { minor: 4, format: 7, scale: 0.001, offset: [0, 0, 0], extra: 0, epsg: 0 },
  seed: 3,
  count: 3000,
  spread: 1.5e9,
  eightBits: false,
};

type Facts = Partial<Omit<ReadPoint, 'place'>>;
const text = (place: readonly number[], facts: Facts) => JSON.stringify([place, facts]);

/** What a file of points holds, in whole numbers of the source, in an order that both sides have. */
function content(
  points: readonly { readonly place: readonly number[] }[],
  { scale, offset }: LasLayout,
  of: (n: number) => Facts,
) {
  return points
    .map(({ place }, n) =>
      text(
        place.map((value, axis) => Math.round((value - (offset[axis] ?? 0)) / scale)),
        of(n),
      ),
    )
    .sort();
}

describe('clouds of any layout', () => {
  const outputs = ['LAS', 'LAZ', 'E57', 'PLY'] as const;
  const kept: readonly (readonly ['LAS' | 'LAZ' | 'E57' | 'PLY', readonly (keyof ReadPoint)[]])[] = [
    ['LAS', ['intensity', 'classification', 'returnNumber', 'returnCount', 'withheld', 'userData', 'source']],
    ['LAZ', ['intensity', 'classification', 'returnNumber', 'returnCount', 'withheld', 'userData', 'source']],
    ['E57', ['intensity', 'classification', 'returnNumber', 'returnCount', 'userData', 'source']],
    ['PLY', ['intensity', 'classification', 'returnNumber', 'returnCount', 'userData', 'source']],
  ];

  it('have every point with all it has in every format', async ({ name }) => {
    await holds(
      'clouds',
      name,
      cloud,
      async ({ layout, seed, count, spread, eightBits }) => {
        const points = pointsOf(seed, count, spread, layout, eightBits);
        // a PLY does not say how fine its places are
        const isLeftOut = { LAS: false, LAZ: false, E57: false, PLY: layout.scale < 0.001 };
        const formats = kept.filter(([format]) => !isLeftOut[format]);
        const file = given('cloud.las', lasFile(points, layout));
        const made = await converted(
          [file],
          'LAS',
          outputs.filter((one) => formats.some(([format]) => format === one)),
        );
        const wide =
          hasColor(layout.format) && points.every(({ color }) => color.every((value) => value <= 255)) ? 257 : 1;
        for (const [format, names] of formats) {
          const back = format === 'LAS' ? made : await converted(asInputs(outputIn(made, format)), format, ['LAS']);
          const read = readLas(bytesIn(back, 'LAS'));
          const isFine = format !== 'PLY' || wide === 257;
          const facts = (point: Pick<ReadPoint, keyof ReadPoint>, by: number): Facts => ({
            ...Object.fromEntries(names.map((name) => [name, point[name]])),
            ...(hasTime(layout.format) ? { time: point.time } : {}),
            ...(hasInfrared(layout.format) && format !== 'E57' ? { infrared: point.infrared } : {}),
            ...(hasColor(layout.format) && isFine ? { color: scaled(point.color ?? [0, 0, 0], by) } : {}),
          });
          const due = points.map((point) => ({ ...point, place: inMetres(point.place, layout) }));
          assert.deepEqual(
            content(read, layout, (n) => facts(read[n] ?? failed(), 1)),
            content(due, layout, (n) => facts(due[n] ?? failed(), wide)),
            format,
          );
        }
      },
      { numRuns: sized(10, 25), examples: [[widest]] },
    );
  });

  it('have every point once in tiles, less those that are withheld', async ({ name }) => {
    await holds(
      'clouds',
      name,
      cloud,
      async ({ layout, seed, count, spread, eightBits }) => {
        const points = pointsOf(seed, 40 * count, spread, layout, eightBits);
        const due = points.filter(({ withheld }) => !withheld);
        fc.pre(due.length > 0);
        const result = await converted([given('cloud.las', lasFile(points, layout))], 'LAS', ['GLB', 'GLBC']);
        for (const format of ['GLB', 'GLBC'] as const) {
          const read = await readTileset(outputIn(result, format));
          assert.equal(read.length, due.length);
          assert.equal(outputIn(result, format).points, due.length);
          const facts = (list: readonly { intensity: number | undefined; classification: number | undefined }[]) =>
            list.map(({ intensity, classification }) => `${intensity} ${classification}`).sort();
          assert.deepEqual(facts(read), facts(due));
        }
        assert.equal(
          result.warnings.some(({ code }) => code === 'PointsLeftOut'),
          due.length < points.length,
        );
        assert.ok(result.warnings.some(({ code }) => code === 'NoGeoreference'));
      },
      { numRuns: sized(4, 8) },
    );
  });

  it('are divided on disk when memory does not hold them', async () => {
    const layout: LasLayout = { minor: 2, format: 0, scale: 0.001, offset: [0, 0, 0], extra: 0, epsg: 0 };
    const points = pointsOf(7, 1_100_000, 300_000, layout, false).map((point, n) => ({
      ...point,
      withheld: false,
      // one that is far away, so that all others are in one cell of the grid
      place: n === 0 ? ([2e9, 2e9, 0] as const) : point.place,
    }));
    const result = await converted([given('cloud.las', lasFile(points, layout))], 'LAS', ['PNTS']);
    assert.equal(outputIn(result, 'PNTS').points, points.length);
    const back = await converted(asInputs(outputIn(result, 'PNTS')), 'PNTS', ['LAS']);
    const read = readLas(bytesIn(back, 'LAS'));
    assert.equal(read.length, points.length);
    const sum = (list: readonly { readonly intensity: number }[]) =>
      list.reduce((all, { intensity }) => all + intensity, 0);
    assert.equal(sum(read), sum(points));
  });
});

const scaled = ([r, g, b]: readonly [number, number, number], by: number): [number, number, number] => [
  r * by,
  g * by,
  b * by,
];
const inMetres = ([x, y, z]: TestPoint['place'], { scale, offset }: LasLayout): TestPoint['place'] => [
  x * scale + offset[0],
  y * scale + offset[1],
  z * scale + offset[2],
];
const failed = (): never => assert.fail('a point is missing');
