import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pose } from '../ui/stage/view-data.ts';
import { poseOf, view3dOf } from './camera.ts';
import { aroundAll, between, boxInScene, intoScene, isFar } from './place.ts';

const near = (actual: readonly number[], expected: readonly number[], within = 1e-6) => {
  assert.equal(actual.length, expected.length);
  for (const [at, value] of actual.entries())
    assert.ok(Math.abs(value - (expected[at] ?? Number.NaN)) < within, `${actual} is not ${expected}`);
};

/** East, north and up at a place on a ball as large as the earth, row by row; the X axis is turned towards north. */
function placed(longitude: number, latitude: number, turned = 0): number[] {
  const [l, p] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const up = [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)];
  const east = [-Math.sin(l), Math.cos(l), 0];
  const north = [-Math.sin(p) * Math.cos(l), -Math.sin(p) * Math.sin(l), Math.cos(p)];
  const [c, s] = [Math.cos(turned), Math.sin(turned)];
  return [0, 1, 2]
    .flatMap((n) => {
      const [e = 0, no = 0, u = 0] = [east[n], north[n], up[n]];
      return [c * e + s * no, -s * e + c * no, u, 6_371_000 * u];
    })
    .concat(0, 0, 0, 1);
}

const metre = 180 / Math.PI / 6_371_000; // degrees

describe('models of a scene', () => {
  const first = placed(9, 0);
  const box = { low: [0, 0, 0], high: [2, 1, 3] };

  it('stand where they are on earth, relative to the first that has a place', () => {
    const { low, high } = boxInScene(first, placed(9 + 40 * metre, -30 * metre), box);
    near(low, [40, -30, 0], 0.001);
    near(high, [42, -29, 3], 0.001);
  });

  it('are turned as they are turned there', () => {
    const { low, high } = boxInScene(first, placed(9, 0, Math.PI / 2), box);
    near(low, [-1, 0, 0]);
    near(high, [0, 2, 3]);
  });

  it('stand in their own coordinates where they, or all, have no place', () => {
    for (const [frame, own] of [
      [first, undefined],
      [undefined, first],
      [undefined, undefined],
      [first, first],
    ] as const) {
      const { low, high } = boxInScene(frame, own, box);
      near([...low, ...high], [...box.low, ...box.high]);
    }
  });

  it('take up the box around all', () => {
    assert.equal(aroundAll([]), undefined);
    const whole = aroundAll([
      { low: [0, 0, 0], high: [1, 1, 1] },
      { low: [5, -2, 0], high: [6, -1, 9] },
    ]);
    assert.deepEqual(whole, { low: [0, -2, 0], high: [6, 1, 9] });
  });
});

describe('models that are far apart', () => {
  const box = { low: [0, 0, 0], high: [2, 2, 2] } as const;
  const from = (longitude: number) => between(box, boxInScene(placed(9, 0), placed(longitude, 0), box));

  it('are not looked at together', () => {
    near([from(9 + 300 * metre)], [300], 0.1);
    assert.deepEqual([from(9.4), from(9.5), from(100)].map(isFar), [false, true, true]);
  });
});

describe('a view of a scene', () => {
  const whole = { low: [-10, -10, 0], high: [10, 10, 20] } as const;
  const pose: Pose = { eye: [30, -40, 25], target: [0, 0, 10], fov: 50 };
  const towards = ({ eye, target }: Pose) => {
    const way = target.map((value, at) => value - (eye[at] ?? 0));
    return way.map((value) => value / Math.hypot(...way));
  };

  it('is the same camera again, turning about the depth of the middle', () => {
    const view = view3dOf(pose, 1.6, whole, undefined);
    const again = poseOf(view, 1.6, whole, undefined);
    near(again.eye, pose.eye);
    near(again.target, pose.target);
    near([again.fov], [50]);
    near([view.up.x * view.direction.x + view.up.y * view.direction.y + view.up.z * view.direction.z], [0]);
    assert.ok(view.up.z > 0);
  });

  it('looks at the same place on earth when the scene has other coordinates', () => {
    const [before, after] = [placed(9, 50), placed(9.001, 50.002, 1)];
    const again = poseOf(view3dOf(pose, 1.6, whole, before), 1.6, whole, after);
    near(again.eye, intoSceneOf(pose.eye), 1e-6);
    near(towards(again), directionOf(towards(pose)), 1e-9);
    function intoSceneOf([x, y, z]: Pose['eye']): number[] {
      const m = intoScene(after, before).elements;
      return [0, 1, 2].map((n) => (m[n] ?? 0) * x + (m[4 + n] ?? 0) * y + (m[8 + n] ?? 0) * z + (m[12 + n] ?? 0));
    }
    function directionOf([x = 0, y = 0, z = 0]: readonly number[]): number[] {
      const m = intoScene(after, before).elements;
      return [0, 1, 2].map((n) => (m[n] ?? 0) * x + (m[4 + n] ?? 0) * y + (m[8 + n] ?? 0) * z);
    }
  });

  it('shows all of its width in a narrower picture, and nothing else in a wider one', () => {
    const view = view3dOf(pose, 1.6, whole, undefined);
    const half = (fov: number) => Math.tan((fov * Math.PI) / 360);
    near([half(poseOf(view, 0.8, whole, undefined).fov)], [half(50) * 2]);
    near([poseOf(view, 3, whole, undefined).fov], [50]);
  });

  it('along parallel lines becomes one that shows as much', () => {
    const { fov, ...rest } = view3dOf({ ...pose, eye: [0, -40, 10] }, 2, whole, undefined);
    assert.ok(fov);
    const { eye, target } = poseOf({ ...rest, isOrthographic: true, width: 30 }, 2, whole, undefined);
    near(target, [0, 0, 10]);
    near([eye[0], eye[2], -eye[1] * Math.tan((25 * Math.PI) / 180) * 2], [0, 10, 15]);
  });
});
