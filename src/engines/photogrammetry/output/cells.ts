import type { Vector } from '../../matrix.ts';
import type { Mesh } from '../mesh/mesh.ts';

/** The cube around all places, beside the origin of the mesh. */
export interface Space {
  readonly low: Vector;
  readonly side: number;
}

export function spaceOf({ places }: Mesh): Space {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < places.length; n++) {
    const value = places[n] ?? 0;
    if (value < (low[n % 3] ?? 0)) low[n % 3] = value;
    if (value > (high[n % 3] ?? 0)) high[n % 3] = value;
  }
  const at = (axis: number) => low[axis] ?? 0;
  const side = Math.max(...[0, 1, 2].map((axis) => (high[axis] ?? 0) - at(axis)), 1e-3) * (1 + 1e-6);
  return { low: [at(0), at(1), at(2)], side };
}

/** The name of the cube of an octree ("r", its children "r0" to "r7") with the middle of a triangle, so many levels below the root. */
export function cubeOf({ places, triangles }: Mesh, triangle: number, { low, side }: Space, depth: number): string {
  const share = (axis: number) => {
    const sum = [0, 1, 2].reduce((so, n) => so + (places[3 * (triangles[3 * triangle + n] ?? 0) + axis] ?? 0), 0);
    return Math.min(1 - 1e-9, Math.max(0, (sum / 3 - (low[axis] ?? 0)) / side));
  };
  const whole = [0, 1, 2].map((axis) => Math.floor(share(axis) * 2 ** depth));
  let name = 'r';
  for (let level = depth - 1; level >= 0; level--) {
    name += whole.reduce((digit, value, axis) => digit + (((value >> level) & 1) << axis), 0);
  }
  return name;
}

/** Triangles by the cube that they belong to. */
export function trianglesByCube(mesh: Mesh, space: Space, depth: number): Map<string, number[]> {
  const cubes = new Map<string, number[]>();
  for (let n = 0; n < mesh.triangles.length / 3; n++) {
    const name = cubeOf(mesh, n, space, depth);
    const list = cubes.get(name);
    if (list === undefined) cubes.set(name, [n]);
    else list.push(n);
  }
  return cubes;
}
