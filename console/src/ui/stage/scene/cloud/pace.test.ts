import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PerspectiveCamera } from 'three';
import { makePace, nextPoints } from './pace.ts';
import { nextError } from './thin.ts';

/** A pace with a cloud, and frames of it: where the camera is, points that are drawn, how long that takes. */
function watched() {
  let redrawn = 0;
  const camera = new PerspectiveCamera();
  const pace = makePace(() => redrawn++);
  const leave = pace.join();
  const frame = (at: number, drawn: number, ms: number) => {
    camera.position.x = at;
    pace.note(camera);
    pace.drew(drawn);
    pace.took(ms);
  };
  return { pace, camera, frame, leave, redrawn: () => redrawn };
}

describe('the points of a movement', () => {
  it('become fewer when frames take long, and more when they are quick', () => {
    const next = (points: number, ms: number, most = 5_000_000) => nextPoints(points, points, ms, most);
    assert.equal(next(1_000_000, 68), 500_000);
    assert.equal(next(1_000_000, 28), 1_000_000);
    assert.equal(next(1_000_000, 10), 1_100_000);
    assert.equal(next(1_000_000, 10, 1_050_000), 1_050_000);
  });

  it('are few only where a frame takes a tenth of a second with few', () => {
    const next = (points: number, ms: number, most = 5_000_000) => nextPoints(points, points, ms, most);
    assert.equal(next(2_000_000, 10_000), 150_000);
    assert.equal(next(150_000, 90), 150_000);
    assert.equal(next(150_000, 200), 75_000);
    assert.equal(next(75_000, 50), 82_500);
    assert.equal(next(30_000, 1000), 20_000);
    assert.equal(next(12_000, 1000, 12_000), 12_000);
  });

  it('follow what frames draw and how long each takes, also when a still picture was slow before', () => {
    const { pace, frame, leave } = watched();
    frame(0, 400_000, 4000);
    assert.equal(pace.share(), pace.shareAtRest());
    frame(1, 150_000, 300);
    assert.ok(pace.moving());
    assert.equal(pace.share(), 50_000);
    frame(2, 50_000, 60);
    assert.equal(pace.share(), 55_000);
    leave();
  });

  it('are those of a movement until its last frame is done, however long that takes; then they come back in steps', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { pace, camera, frame, leave, redrawn } = watched();
    frame(1, 150_000, 150);
    camera.position.x = 2;
    pace.note(camera);
    pace.drew(100_000);
    t.mock.timers.tick(10_000);
    assert.ok(pace.moving() && !pace.isWhole());
    pace.took(100);
    t.mock.timers.tick(200);
    assert.ok(!pace.moving() && !pace.isWhole());
    assert.equal(redrawn(), 1);
    assert.equal(pace.share(), 400_000);
    frame(2, 400_000, 400);
    assert.equal(pace.share(), 1_600_000);
    frame(2, 1_600_000, 1600);
    assert.equal(pace.share(), 5_000_000);
    assert.ok(pace.isWhole());
    assert.equal(redrawn(), 3);
    leave();
  });

  it('come back at once where that is quick, and where nothing of the cloud is in sight', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (const [drawn, ms] of [
      [1_000_000, 20],
      [0, 500],
    ] as const) {
      const { pace, frame, leave } = watched();
      frame(1, drawn, ms);
      t.mock.timers.tick(200);
      assert.ok(pace.isWhole());
      leave();
    }
  });

  it('are shared by the clouds of a picture', () => {
    const pace = makePace(() => {});
    const leave = [pace.join(), pace.join()];
    pace.allow(3_000_000);
    assert.equal(pace.shareAtRest(), 1_500_000);
    leave[0]?.();
    assert.equal(pace.shareAtRest(), 3_000_000);
    leave[1]?.();
  });
});

it('tiles are asked for finer or coarser, until as many points are drawn as may be', () => {
  assert.ok(nextError(6, 1_000_000, 5_000_000) < 6);
  assert.ok(nextError(6, 6_000_000, 5_000_000) > 6);
  assert.equal(nextError(6, 4_000_000, 5_000_000), 6);
  assert.equal(nextError(1.6, 10, 5_000_000), 1.6);
});
