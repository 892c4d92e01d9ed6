import type { LineData, ShapeData } from '../geometry/reader.ts';
import { firstEqual } from './equal.ts';
import { boundsOf, type Mesh, middle, type Place } from './pieces.ts';

/** A shape where it stands: Z up, metres, about the middle of its box; equal vertices made one, slivers left out. */
export function placedMesh({ vertices, indices, uv }: ShapeData, m: readonly number[]): Mesh {
  const count = vertices.length / 6;
  const world = new Float64Array(3 * count);
  for (let n = 0; n < count; n++) {
    const x = vertices[6 * n] ?? 0;
    const y = vertices[6 * n + 1] ?? 0;
    const z = vertices[6 * n + 2] ?? 0;
    world[3 * n] = along(m, 0, x, y, z) + (m[12] ?? 0);
    world[3 * n + 1] = -(along(m, 2, x, y, z) + (m[14] ?? 0));
    world[3 * n + 2] = along(m, 1, x, y, z) + (m[13] ?? 0);
  }
  const center = middleOf(world);
  const placed = new Float32Array(6 * count);
  const turn = normalTurner(m);
  for (let n = 0; n < count; n++) {
    for (let axis = 0; axis < 3; axis++) placed[6 * n + axis] = (world[3 * n + axis] ?? 0) - (center[axis] ?? 0);
    turn(vertices, placed, 6 * n + 3);
  }
  // what has a texture stays as it is
  return recentred(
    uv === undefined ? welded({ vertices: placed, indices, center }) : { vertices: placed, indices, center, uv },
  );
}

/** Lines where they stand, the same way; what stands for their normals is up. */
export function placedLines({ points, indices }: LineData, m: readonly number[]): Mesh {
  const at = (n: number, row: number) =>
    along(m, row, points[n] ?? 0, points[n + 1] ?? 0, points[n + 2] ?? 0) + (m[12 + row] ?? 0);
  const world = new Float64Array(points.length);
  for (let n = 0; n < points.length; n += 3) world.set([at(n, 0), -at(n, 2), at(n, 1)], n);
  const center = middleOf(world);
  const placed = new Float32Array(2 * points.length);
  for (let n = 0; n < points.length; n += 3) {
    for (let axis = 0; axis < 3; axis++) placed[2 * n + axis] = (world[n + axis] ?? 0) - (center[axis] ?? 0);
    placed[2 * n + 5] = 1;
  }
  return { lines: true, vertices: placed, indices, center };
}

const along = (m: readonly number[], row: number, x: number, y: number, z: number): number =>
  (m[row] ?? 0) * x + (m[4 + row] ?? 0) * y + (m[8 + row] ?? 0) * z;

function middleOf(places: Float64Array): Place {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < places.length; n++) {
    const axis = n % 3;
    const value = places[n] ?? 0;
    if (value < (low[axis] ?? 0)) low[axis] = value;
    if (value > (high[axis] ?? 0)) high[axis] = value;
  }
  const mid = (axis: number) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2;
  return [mid(0), mid(1), mid(2)];
}

/** Turns normals by the cofactors of the matrix, which holds for scales and mirrors, too; always of length 1. */
function normalTurner(m: readonly number[]) {
  const at = (row: number, column: number) => m[4 * column + row] ?? 0;
  const minor = (r: number, c: number) => {
    const [r1, r2, c1, c2] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3];
    return at(r1, c1) * at(r2, c2) - at(r1, c2) * at(r2, c1);
  };
  const k = [0, 1, 2].map((row) => [0, 1, 2].map((column) => minor(row, column)));
  const mirrored = (k[0]?.[0] ?? 0) * at(0, 0) + (k[0]?.[1] ?? 0) * at(0, 1) + (k[0]?.[2] ?? 0) * at(0, 2) < 0 ? -1 : 1;
  return (from: Float32Array, to: Float32Array, place: number) => {
    const x = from[place] ?? 0;
    const y = from[place + 1] ?? 0;
    const z = from[place + 2] ?? 0;
    const turned = (row: number) =>
      mirrored * ((k[row]?.[0] ?? 0) * x + (k[row]?.[1] ?? 0) * y + (k[row]?.[2] ?? 0) * z);
    const [a, b, c] = [turned(0), turned(1), turned(2)];
    const length = Math.hypot(a, b, c);
    const per = length > 0 ? 1 / length : 0;
    to[place] = a * per;
    to[place + 1] = -c * per;
    to[place + 2] = per === 0 ? 1 : b * per;
  };
}

/** About the middle of its own box, so that floats are at their best. */
function recentred(mesh: Mesh): Mesh {
  const center = middle(...boundsOf(mesh));
  const shift = center.map((value, axis) => value - (mesh.center[axis] ?? 0));
  const { vertices } = mesh;
  for (let at = 0; at < vertices.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) vertices[at + axis] = (vertices[at + axis] ?? 0) - (shift[axis] ?? 0);
  }
  return { ...mesh, center };
}

/** Equal vertices become one, those of no triangle go, and so do triangles that use one of them twice. */
export function welded({ vertices, indices, center }: Mesh): Mesh {
  const words = new Uint32Array(vertices.buffer, vertices.byteOffset, vertices.length);
  const count = vertices.length / 6;
  const remap = new Uint32Array(count).fill(none);
  const kept = new Float32Array(vertices.length);
  const find = firstEqual(words, 6, count);
  let used = 0;
  const places = new Uint32Array(indices.length);
  let corners = 0;
  const take = (index: number): number => {
    const same = find(index);
    if (remap[same] === none) {
      kept.set(vertices.subarray(6 * same, 6 * same + 6), 6 * used);
      remap[same] = used++;
    }
    return remap[same] ?? 0;
  };
  for (let n = 0; n + 2 < indices.length; n += 3) {
    const [a, b, c] = [find(indices[n] ?? 0), find(indices[n + 1] ?? 0), find(indices[n + 2] ?? 0)];
    if (a === b || b === c || c === a) continue;
    places[corners++] = take(a);
    places[corners++] = take(b);
    places[corners++] = take(c);
  }
  return { vertices: kept.slice(0, 6 * used), indices: places.slice(0, corners), center };
}

const none = 0xffffffff;

/** The triangles at these places (their numbers) as a mesh of their own. */
export function selected({ vertices, indices, center, uv }: Mesh, triangles: Uint32Array): Mesh {
  const chosen = new Uint32Array(3 * triangles.length);
  for (const [n, triangle] of triangles.entries()) {
    for (let corner = 0; corner < 3; corner++) chosen[3 * n + corner] = indices[3 * triangle + corner] ?? 0;
  }
  return uv === undefined
    ? recentred(welded({ vertices, indices: chosen, center }))
    : compacted({ vertices, indices, center, uv }, chosen);
}

/** With other indices, and the vertices that these use, in their order. */
export function compacted(mesh: Mesh, indices: Uint32Array): Mesh {
  const used = [...new Set(indices)].sort((a, b) => a - b);
  const places = new Map(used.map((index, place) => [index, place]));
  const taken = (from: Float32Array, width: number) => {
    const found = new Float32Array(width * used.length);
    for (const [place, index] of used.entries())
      found.set(from.subarray(width * index, width * index + width), width * place);
    return found;
  };
  const uv = mesh.uv === undefined ? {} : { uv: taken(mesh.uv, 2) };
  const own = indices.map((index) => places.get(index) ?? 0);
  return recentred({ ...mesh, vertices: taken(mesh.vertices, 6), indices: own, ...uv });
}
