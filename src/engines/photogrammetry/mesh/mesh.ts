import { MeshoptSimplifier } from 'meshoptimizer';
import type { Vector } from '../../matrix.ts';

await MeshoptSimplifier.ready;

/** A surface: three numbers a place, metres beside the origin; three places a triangle, counterclockwise from outside. */
export interface Mesh {
  readonly origin: Vector;
  readonly places: Float32Array;
  readonly triangles: Uint32Array;
}

/**
 * Parts with a smaller share of the triangles of the largest are noise, but none with so many: the roof of a house whose walls
 * nobody saw is a part of its own, and a small one where the site is large. It is about the area of 16 by 16 cells.
 */
const leastShare = 0.02;
const leastTriangles = 2000;

/** Triangles without common corners (nine numbers each) as a mesh: equal places are one, small parts are left out. */
export function meshOf(soup: Float32Array, origin: Vector, cell: number): Mesh {
  const remap = MeshoptSimplifier.generatePositionRemap(soup, 3);
  const corners = new Uint32Array(soup.length / 3);
  let size = 0;
  for (let n = 0; n < corners.length; n += 3) {
    const [a, b, c] = [remap[n] ?? 0, remap[n + 1] ?? 0, remap[n + 2] ?? 0];
    if (a === b || b === c || c === a) continue;
    corners[size] = a;
    corners[size + 1] = b;
    corners[size + 2] = c;
    size += 3;
  }
  const kept = largeParts(corners.subarray(0, size), soup.length / 3);
  return scaled(compacted({ origin, places: soup, triangles: kept }), cell);
}

/** Fewer triangles, none further off than the tolerance in metres. */
export function simplified(mesh: Mesh, tolerance: number): Mesh {
  const [triangles] = MeshoptSimplifier.simplify(mesh.triangles, mesh.places, 3, 0, tolerance, ['ErrorAbsolute']);
  return compacted({ ...mesh, triangles });
}

function largeParts(triangles: Uint32Array, places: number): Uint32Array {
  const parent = Uint32Array.from({ length: places }, (_, n) => n);
  const find = (place: number): number => {
    let root = place;
    while (parent[root] !== root) root = parent[root] ?? 0;
    for (let at = place; at !== root; ) {
      const next = parent[at] ?? 0;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  for (let n = 0; n < triangles.length; n += 3) {
    const a = find(triangles[n] ?? 0);
    parent[find(triangles[n + 1] ?? 0)] = a;
    parent[find(triangles[n + 2] ?? 0)] = a;
  }
  const sizes = new Uint32Array(places);
  for (let n = 0; n < triangles.length; n += 3) {
    const root = find(triangles[n] ?? 0);
    sizes[root] = (sizes[root] ?? 0) + 1;
  }
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const least = Math.min(leastTriangles, leastShare * largest);
  const kept = new Uint32Array(triangles.length);
  let size = 0;
  for (let n = 0; n < triangles.length; n += 3) {
    if ((sizes[find(triangles[n] ?? 0)] ?? 0) < least) continue;
    kept.set(triangles.subarray(n, n + 3), size);
    size += 3;
  }
  return kept.slice(0, size);
}

/** Without the places that no triangle uses. */
export function compacted({ origin, places, triangles }: Mesh): Mesh {
  const none = 0xffffffff;
  const remap = new Uint32Array(places.length / 3).fill(none);
  const order = new Uint32Array(triangles.length);
  let used = 0;
  for (const [n, corner] of triangles.entries()) {
    if (remap[corner] === none) remap[corner] = used++;
    order[n] = remap[corner] ?? 0;
  }
  const kept = new Float32Array(3 * used);
  for (const [from, to] of remap.entries()) {
    if (to !== none) kept.set(places.subarray(3 * from, 3 * from + 3), 3 * to);
  }
  return { origin, places: kept, triangles: order };
}

function scaled(mesh: Mesh, by: number): Mesh {
  for (let n = 0; n < mesh.places.length; n++) mesh.places[n] = (mesh.places[n] ?? 0) * by;
  return mesh;
}

/** For each side of each triangle (n + 0: from corner 0 to 1) the triangle beyond it, or -1. */
export function beyond(triangles: Uint32Array): Int32Array {
  const sides = new Map<number, number>();
  const over = new Int32Array(triangles.length).fill(-1);
  for (let n = 0; n < triangles.length; n++) {
    const triangle = Math.floor(n / 3);
    const a = triangles[n] ?? 0;
    const b = triangles[3 * triangle + ((n + 1) % 3)] ?? 0;
    const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
    const other = sides.get(key);
    if (other === undefined) sides.set(key, n);
    else {
      over[n] = Math.floor(other / 3);
      over[other] = triangle;
      sides.delete(key);
    }
  }
  return over;
}
