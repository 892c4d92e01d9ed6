import { type Camera, pixelOf, seenFrom } from '../../geometry/camera.ts';
import { lengthOf, minus } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import type { View } from '../dense/view.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { seenBy } from '../mesh/seen.ts';

/** Cosine of the angle to the normal from which on a triangle is not seen. */
const flattest = 0.12;
/** Pixels that a triangle must lie inside of the photo. */
const border = 3;
/** Of what is partly hidden: it is taken where no photo shows all. */
const partly = 0.02;

/**
 * How well a photo shows each triangle: the cosine of the angle by the distance; 0 where it does not show it.
 * `slack`: metres that something may be before it and not count.
 */
export function worthOf(mesh: Mesh, camera: Camera, view: View, slack: number): Float32Array {
  const seen = seenBy(view, mesh);
  const worth = new Float32Array(mesh.triangles.length / 3);
  const corners: [Vector, Vector, Vector] = [origin, origin, origin];
  for (let n = 0; n < worth.length; n++) {
    for (const corner of [0, 1, 2] as const) corners[corner] = placeOf(mesh, mesh.triangles[3 * n + corner] ?? 0);
    const angle = facing(corners, view.pose.centre);
    if (angle < flattest) continue;
    const middle: Vector = [mean(corners, 0), mean(corners, 1), mean(corners, 2)];
    const points = [...corners, middle].map((place) => seenFrom(view.pose, place));
    if (!points.every((point) => isInside(point, camera))) continue;
    const open = points.filter((point) => isOpen(point, view, seen.far, slack)).length;
    const share = open === 4 ? 1 : open >= 2 ? partly : 0;
    worth[n] = (share * angle) / lengthOf(minus(middle, view.pose.centre));
  }
  return worth;
}

const origin: Vector = [0, 0, 0];
const mean = (corners: readonly Vector[], axis: 0 | 1 | 2): number =>
  corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;

export function placeOf({ places, origin: [x, y, z] }: Mesh, n: number): Vector {
  return [(places[3 * n] ?? 0) + x, (places[3 * n + 1] ?? 0) + y, (places[3 * n + 2] ?? 0) + z];
}

/** Cosine between the normal and the way to the eye. */
function facing([a, b, c]: readonly [Vector, Vector, Vector], eye: Vector): number {
  const [ux, uy, uz] = minus(b, a);
  const [vx, vy, vz] = minus(c, a);
  const normal: Vector = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const way = minus(eye, a);
  const size = lengthOf(normal) * lengthOf(way);
  return size === 0 ? 0 : (normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2]) / size;
}

function isInside([x, y, z]: Vector, camera: Camera): boolean {
  if (z <= 1e-6) return false;
  const [u, v] = pixelOf(camera, x / z, y / z);
  return u > border && v > border && u < camera.width - border && v < camera.height - border;
}

/** Whether nothing is before it; what the view does not reach does not hide it. */
function isOpen([x, y, z]: Vector, view: View, far: Float32Array, slack: number): boolean {
  const column = Math.floor((view.focal * x) / z + view.principal[0]);
  const row = Math.floor((view.focal * y) / z + view.principal[1]);
  if (column < 0 || row < 0 || column >= view.width || row >= view.height) return true;
  return z <= (far[row * view.width + column] ?? 0) + slack;
}
