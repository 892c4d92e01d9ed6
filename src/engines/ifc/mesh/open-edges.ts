import { type Edges, edgesOf, numbered } from './edges.ts';
import type { Welded } from './weld.ts';

/** Beyond so many the surface counts as open: to look for edges along others would take long. */
const mostSplit = 4000;

/** How many edges have not as many triangles on one side as on the other: the border of a surface, if it has one. */
export function openEdgeCount(welded: Welded, indices: Uint32Array): number {
  const open = unmatched(edgesOf(welded.places, indices));
  if (open.from.length === 0 || open.from.length > mostSplit) return open.from.length;
  return unmatched(splitAtCorners(open, welded)).from.length;
}

/** What is left when every edge has been taken away with one that runs the other way. */
function unmatched(edges: Edges): { readonly from: number[]; readonly to: number[] } {
  const { from, to } = edges;
  const numbers = numbered(edges);
  const net = new Int32Array(from.length);
  for (let n = 0; n < from.length; n++) {
    const [a, b, first] = [from[n] ?? 0, to[n] ?? 0, numbers[n] ?? 0];
    if (a !== b) net[first] = (net[first] ?? 0) + (a < b ? 1 : -1);
  }
  const left: { from: number[]; to: number[] } = { from: [], to: [] };
  for (let n = 0; n < net.length; n++) {
    const count = net[n] ?? 0;
    if (count === 0) continue;
    const [a, b] = [from[n] ?? 0, to[n] ?? 0];
    const [start, end] = count > 0 === a < b ? [a, b] : [b, a];
    for (let times = Math.abs(count); times > 0; times--) {
      left.from.push(start);
      left.to.push(end);
    }
  }
  return left;
}

/** The edges cut where corners of others lie on them; corners that nearly coincide become one. */
function splitAtCorners(open: Edges, { points, tolerance }: Welded): Edges {
  const near = 10 * tolerance;
  const at = (place: number, axis: number): number => points[3 * place + axis] ?? 0;
  const corners = [...new Set([...Array.from(open.from), ...Array.from(open.to)])];
  corners.sort((a, b) => at(a, 0) - at(b, 0));
  const same = merged(corners, at, near);
  const along = corners.filter((corner) => same.get(corner) === corner);
  const from: number[] = [];
  const to: number[] = [];
  for (let n = 0; n < open.from.length; n++) {
    const start = same.get(open.from[n] ?? 0) ?? 0;
    const end = same.get(open.to[n] ?? 0) ?? 0;
    const stops = [start, ...cornersOn(start, end, along, at, near), end];
    for (let stop = 1; stop < stops.length; stop++) {
      from.push(stops[stop - 1] ?? 0);
      to.push(stops[stop] ?? 0);
    }
  }
  return { from, to };
}

type At = (place: number, axis: number) => number;

/** Each corner and the first one that is near to it. They are ascending along the first axis. */
function merged(corners: readonly number[], at: At, near: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [n, corner] of corners.entries()) {
    if (found.has(corner)) continue;
    found.set(corner, corner);
    for (let next = n + 1; next < corners.length; next++) {
      const other = corners[next] ?? 0;
      if (at(other, 0) - at(corner, 0) > near) break;
      const apart = Math.hypot(...[0, 1, 2].map((axis) => at(other, axis) - at(corner, axis)));
      if (apart <= near && !found.has(other)) found.set(other, corner);
    }
  }
  return found;
}

/** The corners that lie between the ends of an edge, in its direction. */
function cornersOn(start: number, end: number, corners: readonly number[], at: At, near: number): number[] {
  const direction = [0, 1, 2].map((axis) => at(end, axis) - at(start, axis));
  const [dx = 0, dy = 0, dz = 0] = direction;
  const length = Math.hypot(dx, dy, dz);
  if (length === 0) return [];
  const [least, most] = [Math.min(at(start, 0), at(end, 0)) - near, Math.max(at(start, 0), at(end, 0)) + near];
  const found: { readonly corner: number; readonly share: number }[] = [];
  for (let n = firstAtLeast(corners, at, least); n < corners.length; n++) {
    const corner = corners[n] ?? 0;
    if (at(corner, 0) > most) break;
    if (corner === start || corner === end) continue;
    const [x, y, z] = [at(corner, 0) - at(start, 0), at(corner, 1) - at(start, 1), at(corner, 2) - at(start, 2)];
    const share = (x * dx + y * dy + z * dz) / (length * length);
    if (share <= 0 || share >= 1) continue;
    if (Math.hypot(x - share * dx, y - share * dy, z - share * dz) <= near) found.push({ corner, share });
  }
  return found.sort((a, b) => a.share - b.share).map(({ corner }) => corner);
}

function firstAtLeast(corners: readonly number[], at: At, least: number): number {
  let [low, high] = [0, corners.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(corners[middle] ?? 0, 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
