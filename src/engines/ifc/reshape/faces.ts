import type { Vector } from '../../matrix.ts';

/** A surface in the units of the file. */
export interface Faces {
  readonly points: readonly Vector[];
  /** Three places in `points` each, facing outwards. */
  readonly triangles: readonly (readonly [number, number, number])[];
}

export function joined(all: readonly Faces[]): Faces {
  const points: Vector[] = [];
  const triangles: (readonly [number, number, number])[] = [];
  for (const faces of all) {
    const start = points.length;
    for (const point of faces.points) points.push(point);
    for (const [a, b, c] of faces.triangles) triangles.push([a + start, b + start, c + start]);
  }
  return { points, triangles };
}
