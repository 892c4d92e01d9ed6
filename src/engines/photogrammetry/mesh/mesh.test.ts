import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Camera } from '../../geometry/camera.ts';
import { lengthOf, quantileOf } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import type { Mapped } from '../dense/consistency.ts';
import { viewOf } from '../dense/view.ts';
import { beyond, type Mesh, meshOf, simplified } from './mesh.ts';
import { surfaceOf } from './surface.ts';
import { volumeOf } from './tsdf.ts';

/** Squares of two triangles side by side, above each other by `z`. */
function sheet(side: number, z: number): number[] {
  const soup: number[] = [];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      soup.push(x, y, z, x + 1, y, z, x + 1, y + 1, z, x, y, z, x + 1, y + 1, z, x, y + 1, z);
    }
  }
  return soup;
}

it('parts of a mesh are kept where they are more than noise: a roof whose walls nobody saw, however large the site is', () => {
  const triangles = (sides: readonly number[]) =>
    meshOf(Float32Array.from(sides.flatMap((side, n) => sheet(side, 10 * n))), [0, 0, 0], 1).triangles.length / 3;
  assert.equal(triangles([400, 35]), 2 * (400 ** 2 + 35 ** 2));
  assert.equal(triangles([400, 35, 6]), 2 * (400 ** 2 + 35 ** 2));
  assert.equal(triangles([40, 7, 4]), 2 * (40 ** 2 + 7 ** 2), 'of a small site two of a hundred are enough');
});

/** Six views from outside on a ball of radius 1 in the middle, and what they see of it. */
function ballMaps(width: number): Mapped[] {
  const camera: Camera = {
    width,
    height: width,
    focal: width,
    aspect: 1,
    skew: 0,
    principal: [width / 2, width / 2],
    radial: [0, 0, 0],
    tangential: [0, 0],
  };
  const sides: readonly (readonly [Vector, Vector, Vector])[] = [
    [
      [1, 0, 0],
      [0, 0, -1],
      [0, 1, 0],
    ],
    [
      [-1, 0, 0],
      [0, 0, -1],
      [0, -1, 0],
    ],
    [
      [0, 1, 0],
      [0, 0, -1],
      [-1, 0, 0],
    ],
    [
      [0, -1, 0],
      [0, 0, -1],
      [1, 0, 0],
    ],
    [
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, -1],
    ],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ];
  const far = 4;
  return sides.map((rotation, n) => {
    const [, , [x, y, z]] = rotation;
    const view = viewOf(n, camera, { centre: [-far * x, -far * y, -far * z], rotation }, width);
    const depths = Float32Array.from({ length: width * width }, (_, at) => {
      const [u, v] = [((at % width) + 0.5 - width / 2) / width, (Math.floor(at / width) + 0.5 - width / 2) / width];
      const [a, b] = [u * u + v * v + 1, far];
      const inside = b * b - a * (far * far - 1);
      return inside < 0 ? 0 : (b - Math.sqrt(inside)) / a;
    });
    return { view, depths };
  });
}

const cell = 0.03;
const ball = (): Mesh => {
  const volume = volumeOf(ballMaps(200), cell, [-1.1, -1.1, -1.1]);
  return meshOf(surfaceOf(volume), volume.origin, cell);
};

const radii = ({ places, origin: [x, y, z] }: Mesh): number[] =>
  Array.from({ length: places.length / 3 }, (_, n) =>
    lengthOf([(places[3 * n] ?? 0) + x, (places[3 * n + 1] ?? 0) + y, (places[3 * n + 2] ?? 0) + z]),
  );

/** Of the space inside, which is positive only when triangles look outwards. */
function volumeIn({ places, triangles, origin }: Mesh): number {
  const at = (n: number, axis: 0 | 1 | 2) => (places[3 * (triangles[n] ?? 0) + axis] ?? 0) + origin[axis];
  let sum = 0;
  for (let n = 0; n < triangles.length; n += 3) {
    const [ax, ay, az] = [at(n, 0), at(n, 1), at(n, 2)];
    const [bx, by, bz] = [at(n + 1, 0), at(n + 1, 1), at(n + 1, 2)];
    const [cx, cy, cz] = [at(n + 2, 0), at(n + 2, 1), at(n + 2, 2)];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}

describe('the surface of depth maps', () => {
  it('of a ball is a ball: closed but for pinholes, in its place, and seen from outside', () => {
    const mesh = ball();
    const off = radii(mesh).map((radius) => Math.abs(radius - 1));
    assert.ok(quantileOf(off, 0.5) < 0.1 * cell && quantileOf(off, 0.99) < cell, `${quantileOf(off, 0.5)}`);
    assert.ok(Math.abs(volumeIn(mesh) / ((4 / 3) * Math.PI) - 1) < 0.01, `its volume is ${volumeIn(mesh)}`);
    // where all views look at it from the side, cells behind it may not be known
    const open = beyond(mesh.triangles).filter((other) => other < 0).length;
    assert.ok(open < 0.002 * mesh.triangles.length, `${open} of ${mesh.triangles.length} edges are open`);
  });

  it('keeps to its tolerance when it is simplified', () => {
    const whole = ball();
    const fewer = simplified(whole, 0.01);
    assert.ok(fewer.triangles.length < whole.triangles.length / 10);
    for (const radius of radii(fewer)) assert.ok(Math.abs(radius - 1) < cell);
    assert.ok(Math.abs(volumeIn(fewer) / ((4 / 3) * Math.PI) - 1) < 0.02);
  });
});
