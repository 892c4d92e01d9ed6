import type { Place } from '../scene/types.ts';
import { bitmapOf } from '../trace/bitmap.ts';
import { centerLinesOf } from '../trace/center-lines.ts';
import { type Corner, outlinesOf, reduced, simplified } from '../trace/outlines.ts';
import type { Points } from './points.ts';

/** A plane through points with two axes in it; the third one is across. */
export interface Plane {
  readonly middle: Place;
  readonly u: Place;
  readonly v: Place;
}

const level: readonly [Place, Place] = [
  [1, 0, 0],
  [0, 1, 0],
];

/** The level plane through the middle of points. */
export function levelPlane(points: Points, members: ArrayLike<number>): Plane {
  return { middle: middleOf(points, members), u: level[0], v: level[1] };
}

/** The plane that fits points best: along the two directions in which they spread most. */
export function fittedPlane(points: Points, members: ArrayLike<number>): Plane {
  const middle = middleOf(points, members);
  const spread = [0, 0, 0, 0, 0, 0];
  for (let n = 0; n < members.length; n++) {
    const at = members[n] ?? 0;
    const [x, y, z] = [
      (points.x[at] ?? 0) - middle[0],
      (points.y[at] ?? 0) - middle[1],
      (points.z[at] ?? 0) - middle[2],
    ];
    for (const [k, value] of [x * x, x * y, x * z, y * y, y * z, z * z].entries()) spread[k] = (spread[k] ?? 0) + value;
  }
  const [first, second] = axesOf(spread);
  return { middle, u: first, v: second };
}

function middleOf({ x, y, z }: Points, members: ArrayLike<number>): Place {
  const sum = [0, 0, 0];
  for (let n = 0; n < members.length; n++) {
    for (const [axis, values] of [x, y, z].entries()) sum[axis] = (sum[axis] ?? 0) + (values[members[n] ?? 0] ?? 0);
  }
  const [a = 0, b = 0, c = 0] = sum.map((value) => value / Math.max(1, members.length));
  return [a, b, c];
}

/** The two main axes of a spread, by turning the matrix until it is diagonal. */
function axesOf([xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0]: readonly number[]): [Place, Place] {
  const a = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const turn = (matrix: number[], row: number, p: number, q: number, c: number, s: number, byRow: boolean) => {
    const [i, j] = byRow ? [3 * p + row, 3 * q + row] : [3 * row + p, 3 * row + q];
    const [x, y] = [matrix[i] ?? 0, matrix[j] ?? 0];
    matrix[i] = c * x - s * y;
    matrix[j] = s * x + c * y;
  };
  for (let round = 0; round < 12; round++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const off = a[3 * p + q] ?? 0;
      if (Math.abs(off) < 1e-15) continue;
      const angle = 0.5 * Math.atan2(2 * off, (a[4 * q] ?? 0) - (a[4 * p] ?? 0));
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (let row = 0; row < 3; row++) turn(a, row, p, q, c, s, false);
      for (let row = 0; row < 3; row++) turn(a, row, p, q, c, s, true);
      for (let row = 0; row < 3; row++) turn(v, row, p, q, c, s, false);
    }
  }
  const order = [0, 1, 2].sort((i, j) => (a[4 * j] ?? 0) - (a[4 * i] ?? 0));
  const axis = (n: number): Place => [v[n] ?? 0, v[3 + n] ?? 0, v[6 + n] ?? 0];
  return [axis(order[0] ?? 0), axis(order[1] ?? 1)];
}

/** What a group of points looks like on a plane. */
export interface Traced {
  readonly outlines: readonly { readonly outer: readonly Place[]; readonly inner: readonly (readonly Place[])[] }[];
  readonly lines: readonly { readonly places: readonly Place[]; readonly diameters: readonly number[] }[];
}

const tolerance = 0.75;
/** Cells beyond this count cost more than they show. */
const mostCells = 4_000_000;

/** Outlines and centre lines of points on a plane, in cells of a side in metres. */
export function traceOn(plane: Plane, points: Points, members: ArrayLike<number>, side: number): Traced {
  const { middle, u, v } = plane;
  const along = (at: number, axis: Place) =>
    ((points.x[at] ?? 0) - middle[0]) * axis[0] +
    ((points.y[at] ?? 0) - middle[1]) * axis[1] +
    ((points.z[at] ?? 0) - middle[2]) * axis[2];
  const flat = Array.from(members, (at) => [along(at, u), along(at, v)] as const);
  const [west, east] = [extreme(flat, 0, -1), extreme(flat, 0, 1)];
  const [south, north] = [extreme(flat, 1, -1), extreme(flat, 1, 1)];
  const cell = Math.max(side, Math.sqrt(((east - west + side) * (north - south + side)) / mostCells));
  const columns = Math.floor((east - west) / cell) + 1;
  const cells = new Set(flat.map(([a, b]) => Math.floor((b - south) / cell) * columns + Math.floor((a - west) / cell)));
  const bitmap = bitmapOf(cells, columns);
  const place = ([a, b]: Corner): Place => {
    const [p, q] = [west + a * cell, south + b * cell];
    return [middle[0] + p * u[0] + q * v[0], middle[1] + p * u[1] + q * v[1], middle[2] + p * u[2] + q * v[2]];
  };
  return {
    outlines: outlinesOf(bitmap).map(({ outer, inner }) => ({
      outer: simplified(outer, tolerance).map(place),
      inner: inner.map((ring) => simplified(ring, tolerance).map(place)),
    })),
    lines: centerLinesOf(bitmap).map(({ places, widths }) => {
      const path = places.map(([a, b], n): [number, number, number] => [a, b, widths[n] ?? 0]);
      const kept = reduced(path, tolerance);
      return { places: kept.map(([a, b]) => place([a, b])), diameters: kept.map(([, , width = 0]) => width * cell) };
    }),
  };
}

const extreme = (flat: readonly (readonly [number, number])[], axis: 0 | 1, sign: -1 | 1): number =>
  flat.reduce((value, one) => (sign * one[axis] > sign * value ? one[axis] : value), -sign * Infinity);

/** How far points lie apart, by how many of them a square metre of their plane holds. */
export function spacingOf(points: Points, members: ArrayLike<number>, plane: Plane): number {
  const { middle, u, v } = plane;
  const size = 0.5;
  const cells = new Set<string>();
  for (let n = 0; n < members.length; n++) {
    const at = members[n] ?? 0;
    const [x, y, z] = [
      (points.x[at] ?? 0) - middle[0],
      (points.y[at] ?? 0) - middle[1],
      (points.z[at] ?? 0) - middle[2],
    ];
    const [a, b] = [x * u[0] + y * u[1] + z * u[2], x * v[0] + y * v[1] + z * v[2]];
    cells.add(`${Math.floor(a / size)},${Math.floor(b / size)}`);
  }
  return Math.sqrt((cells.size * size * size) / Math.max(1, members.length));
}
