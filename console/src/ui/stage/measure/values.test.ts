import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Point } from '../view-data.ts';
import { measured } from './values.ts';

const partsOf = (points: readonly Point[], kind: Parameters<typeof measured>[0]) =>
  Object.fromEntries(measured(kind, points)?.parts ?? []);

describe('what is measured', () => {
  it('is nothing while there are too few points', () => {
    assert.equal(measured('distance', [[0, 0, 0]]), undefined);
    assert.equal(measured('angle', Array(2).fill([1, 2, 3])), undefined);
    assert.equal(measured('area', Array(2).fill([1, 2, 3])), undefined);
  });

  it('is a distance with its parts along the axes and its level one', () => {
    const points: Point[] = [
      [1, 10, 2],
      [4, 6, 14],
    ];
    assert.equal(measured('distance', points)?.text, '13.000 m');
    assert.deepEqual(measured('distance', points)?.at, [2.5, 8, 8]);
    assert.deepEqual(partsOf(points, 'distance'), {
      'West to east': '3.000 m',
      'South to north': '4.000 m',
      'Below to above': '12.000 m',
      Level: '5.000 m',
    });
  });

  it('is the angle at the second of three points', () => {
    const corner: Point[] = [
      [5, 0, 1],
      [2, 0, 1],
      [2, 4, 1],
    ];
    assert.equal(measured('angle', corner)?.text, '90.00°');
    assert.deepEqual(partsOf(corner, 'angle'), { 'First leg': '3.000 m', 'Second leg': '4.000 m' });
    const flat: Point[] = [
      [0, 0, 0],
      [1, 1, 1],
      [3, 3, 3],
    ];
    assert.equal(measured('angle', flat)?.text, '180.00°');
  });

  it('is the area of a polygon in any plane, far from the origin, too, and says when there is none', () => {
    const far = 5e5;
    const slope: Point[] = [
      [far, far, 0],
      [far + 3, far, 4],
      [far + 3, far + 2, 4],
      [far, far + 2, 0],
    ];
    assert.equal(measured('area', slope)?.text, '10.000 m²');
    assert.deepEqual(partsOf(slope, 'area'), { 'Around it': '14.000 m' });
    const bent: Point[] = [...slope.slice(0, 3), [far, far + 2, 1]];
    assert.match(partsOf(bent, 'area')['Out of its plane'] ?? '', /^up to 0\.\d{3} m$/);
  });
});
