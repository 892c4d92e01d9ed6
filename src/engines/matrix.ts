/** 4 × 4 matrices of doubles, row-major: 16 numbers. */
export type Matrix = readonly number[];

export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function multiply(a: Matrix, b: Matrix): Matrix {
  const product = new Array<number>(16);
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = 0;
      for (let n = 0; n < 4; n++) sum += (a[4 * row + n] ?? 0) * (b[4 * n + column] ?? 0);
      product[4 * row + column] = sum;
    }
  }
  return product;
}

export const transpose = (m: Matrix): Matrix => m.map((_, n) => m[4 * (n % 4) + Math.floor(n / 4)] ?? 0);

/** Turns Y up (glTF) into Z up: x, -z, y. */
export const zUpFromYUp: Matrix = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];
export const yUpFromZUp: Matrix = transpose(zUpFromYUp);

export type Vector = readonly [number, number, number];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Of length 1; undefined for one without length. */
export function unit(v: Vector): Vector | undefined {
  const length = Math.hypot(...v);
  return length > 1e-12 && Number.isFinite(length) ? [v[0] / length, v[1] / length, v[2] / length] : undefined;
}

/** The matrix with these columns and this place. */
export const frame = (x: Vector, y: Vector, z: Vector, place: Vector): Matrix => [
  x[0],
  y[0],
  z[0],
  place[0],
  x[1],
  y[1],
  z[1],
  place[1],
  x[2],
  y[2],
  z[2],
  place[2],
  0,
  0,
  0,
  1,
];

export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
export const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** From a (share 0) to b (share 1). */
export const between = (a: Vector, b: Vector, share: number): Vector => plus(a, scaled(minus(b, a), share));

/** A point under a matrix. */
export const moved = (m: Matrix, [x, y, z]: Vector): Vector => {
  const at = (row: number) => (m[row] ?? 0) * x + (m[row + 1] ?? 0) * y + (m[row + 2] ?? 0) * z + (m[row + 3] ?? 0);
  return [at(0), at(4), at(8)];
};

/** The axes and the place of a frame. */
export const axisOf = (m: Matrix, column: 0 | 1 | 2 | 3): Vector => [
  m[column] ?? 0,
  m[4 + column] ?? 0,
  m[8 + column] ?? 0,
];

/** Moves points, three numbers each, by a matrix, where they are. */
export function movePoints(points: Float64Array, m: Matrix): void {
  for (let at = 0; at < points.length; at += 3) {
    const [x = 0, y = 0, z = 0] = [points[at], points[at + 1], points[at + 2]];
    for (let row = 0; row < 3; row++)
      points[at + row] =
        (m[4 * row] ?? 0) * x + (m[4 * row + 1] ?? 0) * y + (m[4 * row + 2] ?? 0) * z + (m[4 * row + 3] ?? 0);
  }
}
