import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  anglesOf,
  axesOf,
  type Box,
  clipsOf,
  type Point,
  type Pose,
  poseOf,
  sectionOf,
  view3dOf,
} from './view-data.ts';

const near = (actual: readonly number[], expected: readonly number[], within = 1e-9) => {
  assert.equal(actual.length, expected.length);
  for (const [at, value] of actual.entries())
    assert.ok(Math.abs(value - (expected[at] ?? Number.NaN)) < within, `${actual} is not ${expected}`);
};

describe('the camera of a saved view', () => {
  const poses: Pose[] = [
    { eye: [36.5, 51.2, 26], target: [4, -9, 2], fov: 50 },
    { eye: [-500_012.5, 6_000_030.25, 12], target: [-500_000, 6_000_000, 3], fov: 35 },
    { eye: [0, 0, 30], target: [0, 0, 0], fov: 50 },
    { eye: [5, 0, 1.6], target: [5, 0.1, 1.6], fov: 60 },
  ];

  it('is the one that was saved', () => {
    for (const pose of poses) {
      const again = poseOf(view3dOf(pose, 1.6), 1.6);
      near(again.eye, pose.eye);
      near(again.target, pose.target, 1e-6);
      near([again.fov], [pose.fov]);
    }
  });

  it('keeps all of its width in a narrower picture', () => {
    const [pose] = poses as [Pose];
    const view = view3dOf(pose, 2);
    const onPhone = poseOf(view, 0.5);
    near(onPhone.eye, pose.eye);
    assert.ok(onPhone.fov > pose.fov);
    near([view.camera?.lens ?? 0], [2 * Math.atan(2 * Math.tan((Math.PI / 180) * 25)) * (180 / Math.PI)]);
  });

  it('has the angles of the rotation whose rows are the axes of the picture', () => {
    near(Object.values(anglesOf({ x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] })), [0, 0, 0]);
    // from the south, upright: right is east, up is up, towards the viewer is south
    const south = { x: [1, 0, 0] as Point, y: [0, 0, 1] as Point, z: [0, -1, 0] as Point };
    near(Object.values(anglesOf(south)), [0, 0, -90]);
    for (const angles of [
      { yaw: 30, pitch: -15, roll: 40 },
      { yaw: -170, pitch: 80, roll: -100 },
      { yaw: 12, pitch: 90, roll: 0 },
    ])
      near(Object.values(anglesOf(axesOf(angles))), Object.values(angles), 1e-6);
  });

  it('of a view without camera shows the same volume from in front', () => {
    const { eye, target } = poseOf({ origin: [0, 0, 0], extents: [10, 10, 4] }, 1);
    near(target, [5, 5, 2]);
    near(eye.slice(0, 2), [5, 5]);
    assert.ok(eye[2] > 4);
  });
});

describe('the section of a saved view', () => {
  const whole: Box = { low: [-10, -10, -10], high: [10, 10, 10] };

  it('is the one that was saved', () => {
    const box: Box = { low: [-1, -2, 0.5], high: [3, 4, 5] };
    assert.deepEqual(sectionOf(clipsOf(box), whole), box);
  });

  it('without heights is as high as the model', () => {
    const [clip] = clipsOf(whole);
    const open = [{ shape: { points: clip?.shape?.points ?? [] } }];
    assert.deepEqual(sectionOf(open, whole), whole);
  });

  it('is none where there is none that a box can show', () => {
    assert.equal(sectionOf(undefined, whole), undefined);
    assert.equal(sectionOf([{ planes: { clips: [[{ distance: 1 }]] } }], whole), undefined);
  });
});
