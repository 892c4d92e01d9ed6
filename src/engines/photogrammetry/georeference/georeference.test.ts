import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbersOf, seedOf } from '../../../../test/support/chance.ts';
import { project } from '../../geometry/camera.ts';
import { lengthOf, minus, plus, rowsOfQuaternion, times, transposed, turned } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { mapPose, randomSite, siteOrigin } from '../testing/site.ts';
import { blockOf } from '../testing/site-job.ts';
import { georeferenced, namedCrs } from './georeference.ts';
import { bestSimilarity, moved, movedPose, robustSimilarity, type Similarity } from './similarity.ts';
import { triangulated } from './triangulate.ts';

const seed = seedOf('georeference');
const random = numbersOf(seed);
const between = (low: number, high: number) => low + (high - low) * random();
const anyPlace = (size = 10): Vector => [between(-size, size), between(-size, size), between(-size, size)];
const anySimilarity = (): Similarity => ({
  scale: between(0.1, 8),
  rotation: rowsOfQuaternion(between(-1, 1), between(-1, 1), between(-1, 1), between(0.1, 1)),
  shift: [between(4e5, 5e5), between(5e6, 6e6), between(0, 900)],
});

describe('similarities', () => {
  it('are found from points', () => {
    for (let round = 0; round < 50; round++) {
      const truth = anySimilarity();
      const from = Array.from({ length: 3 + Math.floor(between(0, 20)) }, () => anyPlace());
      const found = bestSimilarity(
        from,
        from.map((place) => moved(truth, place)),
      );
      assert.ok(found);
      const place = anyPlace();
      assert.ok(lengthOf(minus(moved(found, place), moved(truth, place))) < 1e-5);
    }
  });

  it('do not heed a third of points that are wrong', () => {
    for (let round = 0; round < 20; round++) {
      const truth = anySimilarity();
      const from = Array.from({ length: 9 }, () => anyPlace());
      const noisy = (place: Vector) => plus(moved(truth, place), times(anyPlace(0.001), truth.scale));
      const to = from.map((place, n) =>
        n < 3 ? plus(moved(truth, place), times(anyPlace(5), truth.scale)) : noisy(place),
      );
      const found = robustSimilarity(from, to);
      assert.ok(found);
      for (const place of from)
        assert.ok(lengthOf(minus(moved(found, place), moved(truth, place))) < 0.02 * truth.scale);
    }
  });

  it('are not made of points on a line', () => {
    const way = anyPlace(1);
    const from = [0, 1, 2, 5, 9].map((far) => plus(times(way, far), times(anyPlace(1e-3), 1)));
    assert.equal(bestSimilarity(from, from), undefined);
    assert.equal(robustSimilarity(from.slice(0, 2), from.slice(0, 2)), undefined);
  });

  it('move poses so that photos show the same', () => {
    const site = randomSite(seed, { width: 800, grid: [2, 2] });
    const by = anySimilarity();
    for (const pose of site.poses) {
      const place: Vector = [between(-2, 2), between(-2, 2), 0];
      const [before, after] = [
        project(site.camera, pose, place),
        project(site.camera, movedPose(by, pose), moved(by, place)),
      ];
      assert.ok(before && after && Math.hypot(before[0] - after[0], before[1] - after[1]) < 1e-4);
    }
  });
});

describe('sights', () => {
  it('meet where a point is, also when one of them is wrong', () => {
    for (let round = 0; round < 20; round++) {
      const site = randomSite(seed + round, { width: 1000, grid: [3, 2] });
      const place: Vector = [between(-2, 2), between(-2, 2), between(0, 1)];
      const sights = site.poses.map((pose, n) => {
        const [x = 0, y = 0] = project(site.camera, pose, place) ?? [];
        const wrong = n === round % site.poses.length ? 60 : 0;
        return { camera: site.camera, pose, x: x + wrong + between(-0.1, 0.1), y: y + between(-0.1, 0.1) };
      });
      const found = triangulated(sights);
      assert.ok(found && lengthOf(minus(found, place)) < 0.01, `round ${round}: ${found} is not ${place}`);
    }
  });

  it('do not meet when there is only one, or they are parallel', () => {
    const { camera, poses } = randomSite(1, { width: 100, grid: [2, 1] });
    const [pose] = poses;
    assert.ok(pose);
    const sight = { camera, pose, x: 20, y: 20 };
    assert.equal(triangulated([sight]), undefined);
    const back = transposed(pose.rotation);
    assert.equal(
      triangulated([sight, { ...sight, pose: { ...pose, centre: plus(pose.centre, turned(back, [1, 0, 0])) } }])?.every(
        Number.isFinite,
      ) ?? true,
      true,
    );
  });
});

describe('blocks', () => {
  const site = randomSite(seed, { width: 100, grid: [3, 2] });
  const truth = blockOf(site);
  const nobody = { ...site.camera, lens: {}, device: '', taken: null, gps: null, attitude: null };
  const facts = site.poses.map(() => nobody);
  const back: Similarity = { scale: 0.2, rotation: rowsOfQuaternion(0.8, 0.1, -0.3, 0.2), shift: [1, 2, 3] };
  /** As a matcher leaves it. */
  const local = {
    ...truth,
    crs: null,
    photos: truth.photos.map((photo) => {
      const near = photo.pose && { ...photo.pose, centre: minus(photo.pose.centre, siteOrigin) };
      return near ? { ...photo, pose: movedPose(back, near) } : photo;
    }),
  };
  const none = { crs: null, points: [] };

  it('are put on earth by the poses that a scene gives of some photos', () => {
    const crs = namedCrs('EPSG:25832');
    const places = site.poses.map((pose, n) => (n % 5 === 4 ? undefined : mapPose(site, pose).centre));
    const { block, by } = georeferenced(local, { facts, measured: none, told: { crs, places }, wanted: null });
    assert.deepEqual([by, block.crs], ['given', 'EPSG:25832']);
    for (const [n, { pose }] of block.photos.entries()) {
      const there = truth.photos[n]?.pose?.centre ?? [0, 0, 0];
      assert.ok(pose && lengthOf(minus(pose.centre, there)) < 1e-4, `photo ${n}`);
    }
  });

  it('of which nobody says where they are stay as they are', () => {
    const told = { crs: null, places: site.poses.map(() => undefined) };
    const { block, by } = georeferenced(local, { facts, measured: none, told, wanted: null });
    assert.deepEqual([by, block.crs, block.photos], ['none', null, local.photos]);
  });
});
