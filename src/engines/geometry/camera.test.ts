import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbersOf, seedOf } from '../../../test/support/chance.ts';
import { type Camera, directionOf, pixelOf } from './camera.ts';

const seed = seedOf('cameras');

describe('a camera with a lens', () => {
  it('finds back from pixels to directions', () => {
    const random = numbersOf(seed);
    const between = (low: number, high: number) => low + (high - low) * random();
    for (let round = 0; round < 200; round++) {
      const camera: Camera = {
        width: 4000,
        height: 3000,
        focal: between(2500, 4000),
        aspect: between(0.99, 1.01),
        skew: between(-1, 1),
        principal: [between(1900, 2100), between(1400, 1600)],
        radial: [between(-0.1, 0.1), between(-0.02, 0.02), 0],
        tangential: [between(-0.002, 0.002), between(-0.002, 0.002)],
      };
      findsBack(camera, between(0, 4000), between(0, 3000));
    }
  });

  it('that counts by angles does, too, nearly to the side', () => {
    const random = numbersOf(seed + 1);
    const between = (low: number, high: number) => low + (high - low) * random();
    for (let round = 0; round < 200; round++) {
      const camera: Camera = {
        width: 4000,
        height: 4000,
        focal: between(1250, 1300),
        aspect: between(0.99, 1.01),
        skew: between(-1, 1),
        principal: [2000, 2000],
        radial: [0, 0, 0],
        tangential: [0, 0],
        fisheye: [between(-0.02, 0.02), between(-0.03, 0.01), between(-0.01, 0.01)],
      };
      const [far, way] = [between(0, 1700), between(0, 2 * Math.PI)];
      findsBack(camera, 2000 + far * Math.cos(way), 2000 + far * Math.sin(way));
    }
    const half = directionOf({ ...plain, fisheye: [] }, 2000 + 1000 * (Math.PI / 4), 2000);
    assert.ok(Math.abs(half[0] - 1) < 1e-9 && half[1] === 0, 'an eighth of a turn');
  });
});

const plain: Camera = {
  width: 4000,
  height: 4000,
  focal: 1000,
  aspect: 1,
  skew: 0,
  principal: [2000, 2000],
  radial: [0, 0, 0],
  tangential: [0, 0],
};

function findsBack(camera: Camera, u: number, v: number): void {
  const [x, y] = directionOf(camera, u, v);
  const [a, b] = pixelOf(camera, x, y);
  assert.ok(Math.hypot(a - u, b - v) < 1e-6, `${a - u}, ${b - v}`);
}
