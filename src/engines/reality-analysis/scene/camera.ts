import { directionOf, type Camera as Lens, pixelOf } from '../../geometry/camera.ts';
import type { Place } from './place.ts';

/** A photo's camera with its lens: rotation rows are its axes x right, y down, z forward in the world. */
export interface Camera extends Lens {
  readonly center: Place;
  /** Nine numbers, row by row. */
  readonly rotation: readonly number[];
}

/** Where a place of the world is in a photo, in pixels, and how far before the camera; undefined behind it. */
export function projected(camera: Camera, [x, y, z]: Place): { u: number; v: number; depth: number } | undefined {
  const { center, rotation: r } = camera;
  const [dx, dy, dz] = [x - center[0], y - center[1], z - center[2]];
  const depth = (r[6] ?? 0) * dx + (r[7] ?? 0) * dy + (r[8] ?? 0) * dz;
  if (depth <= 1e-9) return undefined;
  const a = ((r[0] ?? 0) * dx + (r[1] ?? 0) * dy + (r[2] ?? 0) * dz) / depth;
  const b = ((r[3] ?? 0) * dx + (r[4] ?? 0) * dy + (r[5] ?? 0) * dz) / depth;
  const [u, v] = pixelOf(camera, a, b);
  return { u, v, depth };
}

/** The unit direction into the world in which a pixel looks. */
export function rayOf(camera: Camera, u: number, v: number): Place {
  const { rotation: r } = camera;
  const [a, b] = directionOf(camera, u, v);
  const length = Math.hypot(a, b, 1);
  const along = (axis: number) => ((r[axis] ?? 0) * a + (r[3 + axis] ?? 0) * b + (r[6 + axis] ?? 0)) / length;
  return [along(0), along(1), along(2)];
}
