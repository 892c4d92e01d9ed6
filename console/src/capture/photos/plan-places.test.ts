import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planPlaces, scaleLength } from './plan-places.ts';

const at = (longitude: number, latitude: number) => ({ longitude, latitude, height: null });

describe('a plan of photos', () => {
  it('has north up and true lengths', () => {
    const plan = planPlaces([at(8.335, 48.852), at(8.335, 48.853), at(8.336, 48.852)]);
    const [first = [0, 0], north = [0, 0], east = [0, 0]] = plan?.at ?? [];
    assert.ok(Math.abs(first[1] - north[1] - 111.2) < 0.5, 'a thousandth of a degree is 111 m');
    assert.ok(Math.abs(east[0] - first[0] - 73.3) < 0.5, 'and less to the east');
    assert.ok(Math.abs(first[0] - north[0]) < 1e-6);
  });

  it('holds all of them, with room around', () => {
    const plan = planPlaces([at(8, 48), at(8.01, 48.02)]);
    for (const [x, y] of plan?.at ?? []) {
      assert.ok(x > 0 && y > 0 && x < (plan?.size.width ?? 0) && y < (plan?.size.height ?? 0));
    }
    const one = planPlaces([at(8, 48)]);
    assert.ok((one?.size.width ?? 0) > 0 && (one?.size.height ?? 0) > 0);
    assert.equal(planPlaces([]), undefined);
  });

  it('goes across the date line', () => {
    const plan = planPlaces([at(179.999, 0), at(-179.999, 0)]);
    assert.ok((plan?.size.width ?? 0) < 400);
    assert.ok(Math.abs(Math.abs(plan?.longitude ?? 0) - 180) < 0.001);
  });
});

it('a scale has a round length', () => {
  for (const [pixelsPerMetre, metres] of [
    [1, 100],
    [2, 50],
    [0.3, 200],
    [37, 2],
    [900, 0.1],
  ] as const) {
    assert.ok(Math.abs(scaleLength(pixelsPerMetre, 110) - metres) < 1e-9, `${pixelsPerMetre}`);
  }
});
