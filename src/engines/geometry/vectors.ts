import type { Vector } from '../matrix.ts';

/** A 3 × 3 matrix as its rows. */
export type Rows = readonly [Vector, Vector, Vector];

export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s, a[2] * s];
export const lengthOf = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);

export const turned = (m: Rows, v: Vector): Vector => [
  m[0][0] * v[0] + m[0][1] * v[1] + m[0][2] * v[2],
  m[1][0] * v[0] + m[1][1] * v[1] + m[1][2] * v[2],
  m[2][0] * v[0] + m[2][1] * v[1] + m[2][2] * v[2],
];

export const transposed = (m: Rows): Rows => [
  [m[0][0], m[1][0], m[2][0]],
  [m[0][1], m[1][1], m[2][1]],
  [m[0][2], m[1][2], m[2][2]],
];

/** a · b. */
export function product(a: Rows, b: Rows): Rows {
  const columns = transposed(b);
  return [turned(columns, a[0]), turned(columns, a[1]), turned(columns, a[2])];
}

/** The rotation of a quaternion w, x, y, z of any length but 0. */
export function rowsOfQuaternion(w: number, x: number, y: number, z: number): Rows {
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
    [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
    [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
  ];
}

export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** Of none: 0. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export function meanOf(points: readonly Vector[]): Vector {
  const sum = points.reduce<Vector>(plus, [0, 0, 0]);
  return times(sum, 1 / Math.max(1, points.length));
}
