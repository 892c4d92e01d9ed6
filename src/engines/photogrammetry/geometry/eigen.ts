/** Eigenvalues and eigenvectors of a symmetric matrix, the greatest first. */
export interface Eigen {
  readonly values: readonly number[];
  /** One vector for each value. */
  readonly vectors: readonly (readonly number[])[];
}

const rounds = 60;

/** By the rotations of Jacobi; for small matrices. */
export function eigenOf(symmetric: readonly (readonly number[])[]): Eigen {
  const n = symmetric.length;
  const a = symmetric.map((row) => Float64Array.from(row));
  const v = a.map((_, row) => Float64Array.from({ length: n }, (_, column) => (row === column ? 1 : 0)));
  for (let round = 0; round < rounds; round++) {
    let off = 0;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        off += Math.abs(a[p]?.[q] ?? 0);
        rotate(a, v, p, q);
      }
    }
    if (off < 1e-300) break;
  }
  const order = a.map((row, at) => ({ value: row[at] ?? 0, at })).sort((x, y) => y.value - x.value);
  return {
    values: order.map(({ value }) => value),
    vectors: order.map(({ at }) => v.map((row) => row[at] ?? 0)),
  };
}

function rotate(a: readonly Float64Array[], v: readonly Float64Array[], p: number, q: number): void {
  const [rowP, rowQ] = [a[p], a[q]];
  const apq = rowP?.[q] ?? 0;
  if (rowP === undefined || rowQ === undefined || apq === 0) return;
  const theta = ((rowQ[q] ?? 0) - (rowP[p] ?? 0)) / (2 * apq);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (const row of [...a, ...v]) turnPair(row, p, q, c, s);
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [rowP[k] ?? 0, rowQ[k] ?? 0];
    rowP[k] = c * x - s * y;
    rowQ[k] = s * x + c * y;
  }
}

function turnPair(row: Float64Array, p: number, q: number, c: number, s: number): void {
  const [x, y] = [row[p] ?? 0, row[q] ?? 0];
  row[p] = c * x - s * y;
  row[q] = s * x + c * y;
}
