import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { project } from '../../../../src/engines/geometry/camera.ts';
import { randomSite } from '../../../../src/engines/photogrammetry/testing/site.ts';
import { seedOf } from '../../../../test/support/chance.ts';
import { fitOf, hintIn, isSameSystem, type Oriented } from './sights.ts';

describe('points in oriented photos', () => {
  const { camera, poses } = randomSite(seedOf('points in oriented photos'), { width: 1000, grid: [3, 3] });
  const name = (n: number) => `${n}.jpg`;
  const place = [0.4, -0.3, 0.6] as const;
  const seen = poses.flatMap((pose, n) => {
    const at = project(camera, pose, place);
    const isIn = at && at[0] > 0 && at[1] > 0 && at[0] < camera.width && at[1] < camera.height;
    return isIn ? [{ image: name(n), x: at[0], y: at[1] }] : [];
  });
  const oriented: Oriented = {
    photos: new Map(poses.map((pose, n) => [name(n), { camera, pose }])),
    comparable: true,
  };
  const point = { id: 'A', use: 'control' as const, place, seen };
  const [first, second, third] = seen;

  it('are expected where their coordinates lie', () => {
    for (const { image, x, y } of seen) {
      const hint = hintIn(image, { ...point, seen: [] }, oriented);
      assert.ok(hint?.is === 'spot' && Math.hypot(hint.at[0] - x, hint.at[1] - y) < 1e-6, image);
    }
  });

  it('are expected where two marks meet, whatever their coordinates', () => {
    assert.ok(first && second && third);
    const wrong = { ...point, place: [5, 5, 5] as const, seen: [first, second] };
    const hint = hintIn(third.image, wrong, oriented);
    assert.ok(hint?.is === 'spot' && Math.hypot(hint.at[0] - third.x, hint.at[1] - third.y) < 0.01);
  });

  it('are expected on a line after one mark in photos of another system', () => {
    assert.ok(first && second);
    const hint = hintIn(second.image, { ...point, seen: [first] }, { ...oriented, comparable: false });
    assert.ok(hint?.is === 'line');
    const distances = hint.through
      .slice(1)
      .map((to, n) => distanceToLine([second.x, second.y], hint.through[n] ?? to, to));
    assert.ok(Math.min(...distances) < 0.5, `${Math.min(...distances)} pixels off`);
  });

  it('tell how far they are off in space, and each mark in its photo', () => {
    assert.ok(first);
    const moved = { ...point, place: [0.5, -0.3, 0.4] as const };
    const { off, misses } = fitOf(moved, oriented);
    for (const [axis, value] of [-0.1, 0, 0.2].entries()) assert.ok(Math.abs((off?.[axis] ?? 9) - value) < 1e-6);
    assert.ok([...misses.values()].every((miss) => miss < 1e-4));
    const wrong = { ...point, seen: seen.map((mark) => (mark === first ? { ...mark, x: mark.x + 30 } : mark)) };
    const bad = fitOf(wrong, oriented).misses;
    assert.ok((bad.get(first.image) ?? 0) > 20 && [...bad.values()].filter((miss) => miss > 1).length === 1);
    assert.deepEqual(fitOf({ ...point, seen: [first] }, oriented).misses.size, 0);
  });
});

it('systems are compared without their heights', () => {
  assert.ok(isSameSystem('EPSG:25832', 'epsg:25832+7837'));
  assert.ok(!isSameSystem('EPSG:25832', 'EPSG:25833'));
  assert.ok(isSameSystem('EPSG:32632', null));
  assert.ok(!isSameSystem(null, 'EPSG:25832') && !isSameSystem(null, null));
});

function distanceToLine([x, y]: readonly [number, number], a: readonly [number, number], b: readonly [number, number]) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const share = Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a[0] - share * dx, y - a[1] - share * dy);
}
