import { MeshoptSimplifier } from 'meshoptimizer';
import type { TexturedMesh } from './mesh.ts';

await MeshoptSimplifier.ready;

/** A tile: triangles of the mesh, and those below it, which show the same in more detail. */
export interface MeshTile {
  readonly name: string;
  readonly indices: Uint32Array;
  /** How far they may lie from the true ones, in units of the mesh. */
  readonly error: number;
  /** How often its pictures are halved. */
  readonly level: number;
  readonly children: readonly MeshTile[];
}

const mostTriangles = 50_000;
/** Of pictures that triangles of a leaf show. */
const mostPixels = 2048 * 2048;

/** Divides a mesh until tiles are small; parents are simplified from what is below them. */
export function meshTree(mesh: TexturedMesh, pixelsOf: (indices: Uint32Array) => number): MeshTile {
  const build = (triangles: Uint32Array, name: string): MeshTile => {
    const indices = indicesOf(mesh, triangles);
    if (triangles.length <= 1 || (triangles.length <= mostTriangles && pixelsOf(indices) <= mostPixels)) {
      return { name, indices, error: 0, level: 0, children: [] };
    }
    const parts = halves(mesh, triangles).flatMap((half) => (half.length > 1 ? halves(mesh, half) : [half]));
    const children = parts.filter((part) => part.length > 0).map((part, n) => build(part, `${name}${n}`));
    return parentOf(mesh, children, name);
  };
  return build(
    Uint32Array.from({ length: mesh.indices.length / 3 }, (_, n) => n),
    'r',
  );
}

function indicesOf({ indices }: TexturedMesh, triangles: Uint32Array): Uint32Array {
  const found = new Uint32Array(3 * triangles.length);
  for (const [n, triangle] of triangles.entries()) found.set(indices.subarray(3 * triangle, 3 * triangle + 3), 3 * n);
  return found;
}

/** At the middle of the longest side. */
function halves({ places, indices }: TexturedMesh, triangles: Uint32Array): Uint32Array[] {
  const centre = (triangle: number, axis: number): number => {
    let sum = 0;
    for (let corner = 0; corner < 3; corner++) sum += places[3 * (indices[3 * triangle + corner] ?? 0) + axis] ?? 0;
    return sum;
  };
  const lengths = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const triangle of triangles) {
      low = Math.min(low, centre(triangle, axis));
      high = Math.max(high, centre(triangle, axis));
    }
    return high - low;
  });
  const axis = lengths.indexOf(Math.max(...lengths));
  const keys = Float64Array.from(triangles, (triangle) => centre(triangle, axis));
  const order = Uint32Array.from(triangles, (_, n) => n).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  const half = order.length >> 1;
  const at = (place: number) => triangles[place] ?? 0;
  return [Uint32Array.from(order.subarray(0, half), at), Uint32Array.from(order.subarray(half), at)];
}

/** Half a unit of texture weighs as much as a hundredth of the tile. */
const uvWeight = 0.02;

function parentOf(mesh: TexturedMesh, children: readonly MeshTile[], name: string): MeshTile {
  const joined = new Uint32Array(children.reduce((sum, { indices }) => sum + indices.length, 0));
  let at = 0;
  for (const { indices } of children) {
    joined.set(indices, at);
    at += indices.length;
  }
  const used = Uint32Array.from(new Set(joined));
  const local = new Map(Array.from(used, (vertex, n) => [vertex, n]));
  const [origin, size] = frameOf(mesh, used);
  const places = new Float32Array(3 * used.length);
  const uvs = new Float32Array(2 * used.length);
  for (const [n, vertex] of used.entries()) {
    for (let axis = 0; axis < 3; axis++)
      places[3 * n + axis] = (mesh.places[3 * vertex + axis] ?? 0) - (origin[axis] ?? 0);
    for (let axis = 0; axis < 2; axis++) uvs[2 * n + axis] = mesh.uvs[2 * vertex + axis] ?? 0;
  }
  const target = 3 * Math.min(mostTriangles, Math.ceil(joined.length / 12));
  const weight = uvWeight * size;
  const [simple, error] = MeshoptSimplifier.simplifyWithAttributes(
    joined.map((vertex) => local.get(vertex) ?? 0),
    places,
    3,
    uvs,
    2,
    [weight, weight],
    null,
    target,
    size / 8,
    ['LockBorder', 'ErrorAbsolute'],
  );
  const below = children.reduce((most, child) => Math.max(most, child.error), 0);
  return {
    name,
    indices: simple.map((vertex) => used[vertex] ?? 0),
    // a coarser tile has less to show, even where no triangle had to move
    error: below + Math.max(error, size / 1000),
    level: 1 + children.reduce((most, child) => Math.max(most, child.level), 0),
    children,
  };
}

function frameOf({ places }: TexturedMesh, used: Uint32Array): readonly [origin: number[], size: number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of used) {
    for (let axis = 0; axis < 3; axis++) {
      const value = places[3 * vertex + axis] ?? 0;
      low[axis] = Math.min(low[axis] ?? value, value);
      high[axis] = Math.max(high[axis] ?? value, value);
    }
  }
  const sides = low.map((value, axis) => (high[axis] ?? 0) - value);
  return [low.map((value, axis) => value + (sides[axis] ?? 0) / 2), Math.hypot(...sides)];
}
