import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { around, fitted, kept, type Spot, toContent, toRoom, zoomed } from './zoom.ts';

const photo = { width: 4000, height: 3000 };
const room = { width: 800, height: 500 };

describe('a picture in its room', () => {
  it('is shown whole and in the middle at first', () => {
    const view = fitted(photo, room);
    const [left, top] = toRoom(view, [0, 0]);
    const [right, bottom] = toRoom(view, [4000, 3000]);
    assert.ok(left >= 0 && top >= 0 && right <= 800 && bottom <= 500);
    assert.ok(Math.abs(left + right - 800) < 1e-9 && Math.abs(top + bottom - 500) < 1e-9);
  });

  it('grows about the place that is pointed at', () => {
    const at: Spot = [123, 77];
    const before = fitted(photo, room);
    const after = zoomed(before, 3, at, photo, room, 40);
    assert.ok(Math.abs(after.scale / before.scale - 3) < 1e-9);
    for (const axis of [0, 1] as const)
      assert.ok(Math.abs(toContent(before, at)[axis] - toContent(after, at)[axis]) < 1e-9);
  });

  it('comes no nearer than it may, and goes no farther than half of the room', () => {
    const whole = fitted(photo, room);
    assert.equal(zoomed(whole, 1e9, [0, 0], photo, room, 40).scale, 40);
    assert.equal(zoomed(whole, 1e-9, [0, 0], photo, room, 40).scale, whole.scale / 2);
  });

  it('never leaves its room', () => {
    for (const [x, y] of [
      [1e6, 1e6],
      [-1e6, -1e6],
    ] as const) {
      const view = kept({ scale: 1, x, y }, photo, room);
      const [left, top] = toRoom(view, [0, 0]);
      const [right, bottom] = toRoom(view, [4000, 3000]);
      assert.ok(left < 800 && top < 500 && right > 0 && bottom > 0);
    }
    assert.deepEqual(toRoom(around([10, 20], 2, room), [10, 20]), [400, 250]);
  });
});
