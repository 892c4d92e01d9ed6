import { compacted, selected } from './meshes.ts';
import type { Mesh } from './pieces.ts';

/** Parts with at most so many triangles, divided at the middle of the longest side. */
export function splitMesh(mesh: Mesh, most: number): Mesh[] {
  const count = mesh.indices.length / 3;
  if (count <= most) return count === 0 ? [] : [mesh];
  const centers = centersOf(mesh);
  return groups(
    Uint32Array.from({ length: count }, (_, n) => n),
    centers,
    most,
  ).map((group) => selected(mesh, group));
}

/** The same for lines, in the order in which they follow each other. */
export function splitLines(mesh: Mesh, most: number): Mesh[] {
  const parts: Mesh[] = [];
  for (let at = 0; at < mesh.indices.length; at += 2 * most)
    parts.push(compacted(mesh, mesh.indices.slice(at, at + 2 * most)));
  return parts;
}

function groups(triangles: Uint32Array, centers: Float32Array, most: number): Uint32Array[] {
  if (triangles.length <= most) return [triangles];
  const axis = longestAxis(triangles, centers);
  const sorted = triangles.toSorted((a, b) => (centers[3 * a + axis] ?? 0) - (centers[3 * b + axis] ?? 0));
  const half = sorted.length >> 1;
  return [...groups(sorted.subarray(0, half), centers, most), ...groups(sorted.subarray(half), centers, most)];
}

function longestAxis(triangles: Uint32Array, centers: Float32Array): number {
  const lengths = [0, 1, 2].map((axis) => {
    let low = Infinity;
    let high = -Infinity;
    for (const triangle of triangles) {
      const value = centers[3 * triangle + axis] ?? 0;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return high - low;
  });
  return lengths.indexOf(Math.max(...lengths));
}

function centersOf({ vertices, indices }: Mesh): Float32Array {
  const centers = new Float32Array(indices.length);
  for (let n = 0; n < indices.length; n += 3) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let corner = 0; corner < 3; corner++) sum += vertices[6 * (indices[n + corner] ?? 0) + axis] ?? 0;
      centers[n + axis] = sum / 3;
    }
  }
  return centers;
}
