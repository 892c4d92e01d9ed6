import type { Triangles } from '../shapes.ts';

/** Six times the volume of some triangles about the first vertex, of those that are `turned` the other way round. */
export function volumeOf(
  { vertices, indices }: Triangles,
  triangles: Iterable<number> = Array(indices.length / 3).keys(),
  turned?: Uint8Array,
): number {
  const [x0 = 0, y0 = 0, z0 = 0] = vertices;
  let sum = 0;
  for (const triangle of triangles) {
    const n = 3 * triangle;
    const [a, b, c] = [6 * (indices[n] ?? 0), 6 * (indices[n + 1] ?? 0), 6 * (indices[n + 2] ?? 0)];
    const ax = (vertices[a] ?? 0) - x0;
    const ay = (vertices[a + 1] ?? 0) - y0;
    const az = (vertices[a + 2] ?? 0) - z0;
    const bx = (vertices[b] ?? 0) - x0;
    const by = (vertices[b + 1] ?? 0) - y0;
    const bz = (vertices[b + 2] ?? 0) - z0;
    const cx = (vertices[c] ?? 0) - x0;
    const cy = (vertices[c + 1] ?? 0) - y0;
    const cz = (vertices[c + 2] ?? 0) - z0;
    const own = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    sum += turned?.[triangle] === 1 ? -own : own;
  }
  return sum;
}
