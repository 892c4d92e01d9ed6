import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeOf } from '../changes/change.ts';
import type { Feature } from './features.ts';
import { aroundAll, shapeOf, withRoom } from './shapes.ts';

const feature = (more: Partial<Feature>): Feature => ({
  id: '0',
  is: 'area',
  label: 'crack',
  labelId: 1,
  confidence: 1,
  rings: [],
  height: 0,
  ...more,
});
const square = [
  [0, 0, 5],
  [4, 0, 5],
  [4, 2, 5],
  [0, 2, 5],
] as const;

/** Of a triangle in space. */
const areaOf = ([a, b, c]: readonly (readonly number[])[]): number => {
  const [u = [], v = []] = [b, c].map((end) => end?.map((value, axis) => value - (a?.[axis] ?? 0)) ?? []);
  const [ux = 0, uy = 0, uz = 0] = u;
  const [vx = 0, vy = 0, vz = 0] = v;
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
};
const surface = (triangles: readonly (readonly (readonly number[])[])[]): number =>
  triangles.reduce((sum, one) => sum + areaOf(one), 0);

describe('what was found, in a picture', () => {
  it('is a box over its foot, closed on all sides', () => {
    const shape = shapeOf(feature({ is: 'box', rings: [square], height: 3 }), undefined);
    assert.deepEqual(shape.box, { low: [0, 0, 5], high: [4, 2, 8] });
    assert.equal(surface(shape.triangles), 2 * (4 * 2 + 4 * 3 + 2 * 3));
    assert.equal(shape.lines.length, 6, 'foot, top and four edges');
  });

  it('is an area without its holes, wherever it faces', () => {
    const hole = [
      [1, 0.5, 5],
      [2, 0.5, 5],
      [2, 1.5, 5],
      [1, 1.5, 5],
    ] as const;
    assert.equal(surface(shapeOf(feature({ rings: [square, hole] }), undefined).triangles), 7);
    const wall = square.map(([x, y]) => [3, x, y] as const);
    assert.equal(surface(shapeOf(feature({ rings: [wall] }), undefined).triangles), 8);
    assert.deepEqual(shapeOf(feature({ rings: [[]] }), undefined).triangles, []);
  });

  it('is a line as it is', () => {
    const shape = shapeOf(feature({ is: 'line', rings: [square.slice(0, 3)] }), undefined);
    assert.deepEqual([shape.lines[0]?.length, shape.triangles.length], [3, 0]);
  });

  it('is surrounded with room to see what is around', () => {
    const all = [0, 10].map((x) => shapeOf(feature({ rings: [square.map(([a, b, c]) => [a + x, b, c])] }), undefined));
    assert.deepEqual(aroundAll(all), { low: [0, 0, 5], high: [14, 2, 5] });
    const { low, high } = withRoom(aroundAll(all));
    assert.ok(low[0] < -3 && high[0] > 17 && low[2] < 5);
  });

  it('tells as a change what it is and how large', () => {
    const box = feature({ is: 'box', label: 'Gone', rings: [square], height: 3 });
    const { kind, size, volume } = changeOf(shapeOf(box, undefined));
    assert.deepEqual([kind, size, volume], ['gone', [4, 2, 3], 24]);
    assert.equal(changeOf(shapeOf({ ...box, label: 'New' }, undefined)).kind, 'new');
  });
});
