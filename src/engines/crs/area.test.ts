import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Vector } from '../matrix.ts';
import { plausible } from './area.ts';
import { knownCrs } from './crs.ts';
import { extentOf } from './extent.ts';

const look = (text: string, [x, y]: readonly [number, number], side = 100) => {
  const low: Vector = [x, y, 0];
  return plausible(knownCrs(text), low, [x + side, y + side, 50]);
};

describe('coordinates and the area of their system', () => {
  it('inside of it, and some degrees about it, are nothing to tell', () => {
    assert.deepEqual(look('EPSG:25832', [500_000, 5_400_000]), { isPlaced: true, warnings: [] });
    assert.deepEqual(look('EPSG:25832', [100_000, 5_400_000]), { isPlaced: true, warnings: [] });
    assert.deepEqual(look('EPSG:4326', [-179.9, -10], 0.1), { isPlaced: true, warnings: [] });
  });

  it('far from it are told with the distance, and the system is kept', () => {
    const { isPlaced, warnings } = look('EPSG:25832', [500_000, 1_000_000]);
    assert.equal(isPlaced, true);
    const [
      {
        code,
        params: [name, away],
      } = { code: '', params: [] },
    ] = warnings;
    assert.deepEqual([code, name], ['CoordinatesOutsideArea', 'ETRS89 / UTM zone 32N']);
    assert.ok(Math.abs(Number(away) - 3310) < 50, away);
  });

  it('of a whole continent about the area are not outside of it', () => {
    assert.deepEqual(look('EPSG:31467', [2_000_000, 4_000_000], 3_000_000).warnings, []);
  });

  it('that are no degrees are local', () => {
    const { isPlaced, warnings } = look('EPSG:4326', [515_392, 4_918_340]);
    assert.deepEqual([isPlaced, warnings], [false, [{ code: 'CoordinatesNotDegrees', params: ['EPSG:4326'] }]]);
    assert.equal(look('EPSG:4326', [200, 10], 1).isPlaced, true);
  });

  it('that are no places of a projection are local', () => {
    assert.equal(look('EPSG:3035', [4e8, 4e8]).isPlaced, false);
  });

  it('across the date line are inside of an area that goes over it', () => {
    assert.deepEqual(look('EPSG:3832', [3_000_000, 0]).warnings, []);
    assert.deepEqual(look('EPSG:2193', [1_600_000, 5_500_000]).warnings, []);
  });

  it('have an extent within the world, however their degrees are counted', () => {
    const extent = extentOf(knownCrs('EPSG:4326'), [190, 10, 0], [191, 11, 0]);
    assert.deepEqual(extent, { west: -170, south: 10, east: -169, north: 11 });
  });
});
