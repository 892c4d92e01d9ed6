import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { CloudInput } from '../conversion/params.ts';
import { fromDegrees } from '../crs/earth.ts';
import { asInputs, bytesIn, converted, outputIn } from './testing/convert.ts';
import { type ReadPoint, readLas } from './testing/las-file.ts';
import { readTileset, type TilePoint } from './testing/read-tiles.ts';
import { linearOf } from './tile/colors.ts';

const folder = '../shared/data/reality';
const clouds = `${folder}/clouds`;

interface Truth {
  readonly places: readonly { projected: number[]; longitude: number; latitude: number; ecef: number[] }[];
  readonly files: Readonly<
    Record<string, { points: number; min: number[]; max: number[]; mean: number[]; classes: Record<string, number> }>
  >;
}

const sample = (name: string) => ({ name, path: `${clouds}/${name}` });
const near = (found: readonly number[], due: readonly number[], slack: number, what: string) => {
  for (const [n, value] of due.entries()) {
    assert.ok(Math.abs((found[n] ?? Number.NaN) - value) <= slack, `${what}: ${found} and not ${due}`);
  }
};
const ends = (points: readonly { readonly place: readonly number[] }[]) => {
  const of = (pick: (a: number, b: number) => number, start: number) =>
    [0, 1, 2].map((axis) => points.reduce((value, { place }) => pick(value, place[axis] ?? 0), start));
  return [of(Math.min, Infinity), of(Math.max, -Infinity)] as const;
};
const countBy = (points: readonly { readonly classification: number | undefined }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { classification } of points) counts[String(classification)] = (counts[String(classification)] ?? 0) + 1;
  return counts;
};
/** In an order that both sides have. */
const sorted = <P extends { readonly place: readonly number[] }>(points: readonly P[]): P[] =>
  points.toSorted((a, b) =>
    [0, 1, 2].reduce((order, axis) => order || Math.round(((a.place[axis] ?? 0) - (b.place[axis] ?? 0)) * 1e3), 0),
  );

const formats: readonly (readonly [string, CloudInput, { readonly classes: boolean }])[] = [
  ['site-a.las', 'LAS', { classes: true }],
  ['site-a.laz', 'LAZ', { classes: true }],
  ['site-a-14.las', 'LAS', { classes: true }],
  ['site-a.e57', 'E57', { classes: false }],
  ['site-a.ply', 'PLY', { classes: true }],
  ['site-a.xyz', 'XYZ', { classes: true }],
  ['site-a.pcd', 'PCD', { classes: false }],
];

describe('clouds of the samples', { skip: !existsSync(clouds) }, () => {
  const truth: Truth = JSON.parse(readFileSync(`${folder}/truth/clouds.json`, 'utf8'));

  for (const [name, format, has] of formats) {
    it(`${name} has its points, places and classes as LAS`, async () => {
      const result = await converted([sample(name)], format, ['LAS']);
      const points = readLas(bytesIn(result, 'LAS'));
      const due = truth.files[name];
      assert.equal(points.length, due?.points);
      const [low, high] = ends(points);
      near(low, due?.min ?? [], 0.002, 'least');
      near(high, due?.max ?? [], 0.002, 'greatest');
      if (has.classes) assert.deepEqual(countBy(points), due?.classes);
      assert.equal(result.megaPoints, points.length / 1e6);
    });
  }

  it('keep everything from LAS to LAZ, E57, PLY and point tiles, and back', async () => {
    const source = readLas(readFileSync(`${clouds}/site-a.las`));
    const made = await converted([sample('site-a.las')], 'LAS', ['LAS', 'LAZ', 'E57', 'PLY', 'PNTS']);
    const compare = (points: readonly ReadPoint[], attributes: (point: ReadPoint) => unknown) => {
      assert.equal(points.length, source.length);
      const [ours, theirs] = [sorted(points), sorted(source)];
      for (const [n, point] of ours.entries()) {
        const due = theirs[n];
        near(point.place, due?.place ?? [], 0.0005, `point ${n}`);
        assert.deepEqual(attributes(point), due && attributes(due));
      }
    };
    const all = ({ place: _, ...rest }: ReadPoint) => rest;
    const seen = ({ color, intensity, classification }: ReadPoint) => ({ color, intensity, classification });
    compare(readLas(bytesIn(made, 'LAS')), all);
    for (const format of ['LAZ', 'E57', 'PLY', 'PNTS'] as const) {
      const back = await converted(asInputs(outputIn(made, format)), format, ['LAS']);
      compare(readLas(bytesIn(back, 'LAS')), format === 'LAZ' || format === 'E57' ? all : seen);
    }
  });

  it('stand at their places on earth as tiles, with every point once', async () => {
    const source = readLas(readFileSync(`${clouds}/site-a-14.las`));
    const result = await converted([sample('site-a-14.las')], 'LAS', ['GLB', 'GLBC']);
    const place = truth.places[2];
    near(fromDegrees(place?.longitude ?? 0, place?.latitude ?? 0, 314), place?.ecef ?? [], 0.001, 'the middle');
    assert.deepEqual(result.warnings, [{ code: 'VerticalDatumNotApplied', params: ['EPSG:7837'] }]);
    const due = await converted([sample('site-a-14.las')], 'LAS', ['LAS'], { outputSRS: 'EPSG:4978' });
    const onEarth = readLas(bytesIn(due, 'LAS'));
    for (const [format, slack] of [
      ['GLB', 0.001],
      ['GLBC', 0.002],
    ] as const) {
      const output = outputIn(result, format);
      const points = await readTileset(output);
      assert.equal(points.length, source.length);
      assert.equal(output.points, source.length);
      assert.deepEqual(countBy(points), truth.files['site-a-14.las']?.classes);
      matchTiles(points, onEarth, slack);
      assert.deepEqual(output.crs, { id: 'EPSG:25832', verticalId: 'EPSG:7837' });
    }
  });

  it('that are merged are one tree, else several under one root', async () => {
    const inputs = [sample('site-a.laz'), sample('site-b.laz')];
    for (const merge of [false, true]) {
      const result = await converted(inputs, 'LAZ', ['GLBC', 'LAS'], { merge });
      assert.equal((await readTileset(outputIn(result, 'GLBC'))).length, 437_574);
      assert.deepEqual(
        outputIn(result, 'LAS').files.map(({ name }) => name),
        merge ? ['job.las'] : ['site-a.las', 'site-b.las'],
      );
      assert.equal(outputIn(result, 'GLBC').rootDocument, 'tileset.json');
    }
  });
});

/** Every point of the tiles is one of the source, with what it has; each is taken once. */
function matchTiles(points: readonly TilePoint[], source: readonly ReadPoint[], slack: number): void {
  const side = 0.05;
  const keyOf = (cell: readonly number[]) => cell.join();
  const cellOf = (place: readonly number[]) => place.map((value) => Math.floor(value / side));
  const cells = new Map<string, Set<ReadPoint>>();
  for (const point of source) {
    const key = keyOf(cellOf(point.place));
    cells.set(key, (cells.get(key) ?? new Set()).add(point));
  }
  const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));
  for (const point of points) {
    const cell = cellOf(point.place);
    const found = around.some((step) => {
      const group = cells.get(keyOf(cell.map((value, axis) => value + (step[axis] ?? 0))));
      for (const one of group ?? []) {
        const isNear = one.place.every((value, axis) => Math.abs(value - (point.place[axis] ?? 0)) <= slack);
        const isEqual =
          one.intensity === point.intensity &&
          one.classification === point.classification &&
          (one.color ?? []).every((value, n) => linearOf[value] === point.color?.[n]);
        if (isNear && isEqual) return group?.delete(one);
      }
      return false;
    });
    assert.ok(found, `no point of the source is at ${point.place} with its class, colour and intensity`);
  }
}
