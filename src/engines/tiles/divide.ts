import { EngineFailure } from '../engine.ts';
import { mostDividedTriangles } from './params.ts';
import type { Mesh } from './pieces.ts';

/** Divides triangles at the middle of their longest edge until none is longer than `most`. */
export function divided({ vertices, indices, center }: Mesh, most: number): Mesh {
  // no triangle with such edges is larger than the equilateral one
  if (surface(vertices, indices) / (0.433 * most * most) > mostDividedTriangles) throw tooMany(most);
  const places = Array.from(vertices);
  const done: number[] = [];
  const waiting = Array.from(indices);
  const middles = new Map<string, number>();
  const middleOf = (a: number, b: number): number => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const known = middles.get(key);
    if (known !== undefined) return known;
    const made = places.length / 6;
    for (let n = 0; n < 6; n++) places.push(((places[6 * a + n] ?? 0) + (places[6 * b + n] ?? 0)) / 2);
    middles.set(key, made);
    return made;
  };
  const length = (a: number, b: number): number =>
    Math.hypot(...[0, 1, 2].map((axis) => (places[6 * a + axis] ?? 0) - (places[6 * b + axis] ?? 0)));
  while (waiting.length > 0) {
    const [c = 0, b = 0, a = 0] = [waiting.pop(), waiting.pop(), waiting.pop()];
    const edges = [length(a, b), length(b, c), length(c, a)];
    const longest = Math.max(...edges);
    if (longest <= most) {
      done.push(a, b, c);
      continue;
    }
    const at = edges.indexOf(longest);
    const [from, to, other] = at === 0 ? [a, b, c] : at === 1 ? [b, c, a] : [c, a, b];
    const mid = middleOf(from, to);
    waiting.push(from, mid, other, mid, to, other);
  }
  return { vertices: unitNormals(Float32Array.from(places)), indices: Uint32Array.from(done), center };
}

export const tooMany = (most: number): EngineFailure =>
  new EngineFailure(
    'TooManyTriangles',
    `Edges of at most ${most} m make more than ${mostDividedTriangles / 1e6} million triangles. Choose a larger maxEdgeLength.`,
  );

function surface(vertices: Float32Array, indices: Uint32Array): number {
  let sum = 0;
  for (let n = 0; n < indices.length; n += 3) {
    const at = (corner: number, axis: number) => vertices[6 * (indices[n + corner] ?? 0) + axis] ?? 0;
    const edge = (corner: number, axis: number) => at(corner, axis) - at(0, axis);
    const minor = (a: number, b: number) => edge(1, a) * edge(2, b) - edge(1, b) * edge(2, a);
    sum += Math.hypot(minor(1, 2), minor(2, 0), minor(0, 1)) / 2;
  }
  return sum;
}

function unitNormals(vertices: Float32Array): Float32Array {
  for (let at = 3; at < vertices.length; at += 6) {
    const length = Math.hypot(vertices[at] ?? 0, vertices[at + 1] ?? 0, vertices[at + 2] ?? 0) || 1;
    for (let n = 0; n < 3; n++) vertices[at + n] = (vertices[at + n] ?? 0) / length;
  }
  return vertices;
}
