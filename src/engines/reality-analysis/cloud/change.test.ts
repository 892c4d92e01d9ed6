import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbersOf } from '../../../../test/support/chance.ts';
import { randomBodies, siteOf } from '../testing/site.ts';
import { nearestFinder } from './buckets.ts';
import { changedRegions, distancesTo } from './change.ts';

const quiet = { progress: () => {} };
const usual = { low: 0.4, high: 0.8, minPoints: 30 };

describe('the nearest point', () => {
  it('is the one that a look at all finds', () => {
    const random = numbersOf(3);
    const axis = () => Float64Array.from({ length: 3000 }, () => 4e6 + 20 * random());
    const points = { count: 3000, x: axis(), y: axis(), z: axis() };
    const find = nearestFinder(points, 1.5);
    for (let n = 0; n < 300; n++) {
      const [x, y, z] = [4e6 + 20 * random(), 4e6 + 20 * random(), 4e6 + 20 * random()];
      let least = 1.5;
      for (let other = 0; other < points.count; other++) {
        const [dx, dy, dz] = [x - (points.x[other] ?? 0), y - (points.y[other] ?? 0), z - (points.z[other] ?? 0)];
        least = Math.min(least, Math.hypot(dx, dy, dz));
      }
      assert.ok(Math.abs(find(x, y, z).distance - least) < 1e-9);
    }
  });
});

describe('changes', () => {
  for (const seed of [11, 12, 14]) {
    it(`are the bodies that went and came, and nothing else (${seed})`, async () => {
      const all = randomBodies(seed, 7, 100, 80);
      const [gone, come] = [all[0], all[1]];
      assert.ok(gone && come);
      const stay = all.slice(2);
      const scene = { width: 100, depth: 80, density: 12, noise: 0.02, seed };
      const before = siteOf({ ...scene, bodies: [...stay, gone], sampling: 1 }).points;
      const after = siteOf({ ...scene, bodies: [...stay, come], sampling: 2 }).points;
      for (const [body, of, to] of [
        [gone, before, after],
        [come, after, before],
      ] as const) {
        const regions = changedRegions(of, await distancesTo(of, to, 1.5, quiet), usual);
        const shares = regions.map(({ bounds: { low, high } }) => {
          const width = Math.min(high[0], body.east) - Math.max(low[0], body.west);
          const depth = Math.min(high[1], body.north) - Math.max(low[1], body.south);
          return (Math.max(0, width) * Math.max(0, depth)) / ((body.east - body.west) * (body.north - body.south));
        });
        assert.ok((shares[0] ?? 0) > 0.8, `the largest region covers ${shares[0]} of the body`);
        // what stood under the one body is seen when it has gone, and the other way round
        for (const { bounds } of regions) {
          const middle = [0, 1].map((axis) => ((bounds.low[axis] ?? 0) + (bounds.high[axis] ?? 0)) / 2);
          const near = [gone, come].some(
            (one) =>
              (middle[0] ?? 0) > one.west - 1 &&
              (middle[0] ?? 0) < one.east + 1 &&
              (middle[1] ?? 0) > one.south - 1 &&
              (middle[1] ?? 0) < one.north + 1,
          );
          assert.ok(near, `a region at ${middle}`);
        }
      }
    });
  }

  it('of a cloud against nothing are all of it', async () => {
    const { points } = siteOf({ width: 5, depth: 5, density: 20, noise: 0, bodies: [], seed: 1, sampling: 1 });
    const none = { count: 0, x: new Float64Array(0), y: new Float64Array(0), z: new Float64Array(0) };
    const [region] = changedRegions(points, await distancesTo(points, none, 1.5, quiet), usual);
    assert.equal(region?.points.length, points.count);
  });
});
