/**
 * Solves a · x = b for a symmetric matrix of positive values, row by row in `a`, which it overwrites as it does `b`. The
 * solution is in `b`; false where the matrix is none of these.
 */
export function solveSymmetric(a: Float64Array, b: Float64Array): boolean {
  const n = b.length;
  if (!factored(a, n)) return false;
  for (let row = 0; row < n; row++) {
    b[row] = ((b[row] ?? 0) - along(a, row * n, b, row)) / (a[row * n + row] ?? 1);
  }
  for (let row = n - 1; row >= 0; row--) {
    let sum = b[row] ?? 0;
    for (let k = row + 1; k < n; k++) sum -= (a[k * n + row] ?? 0) * (b[k] ?? 0);
    b[row] = sum / (a[row * n + row] ?? 1);
  }
  return true;
}

/** The lower triangle becomes the one whose square the matrix is. */
function factored(a: Float64Array, n: number): boolean {
  for (let row = 0; row < n; row++) {
    const own = row * n;
    for (let column = 0; column < row; column++) {
      const other = a.subarray(column * n, column * n + column);
      const left = (a[own + column] ?? 0) - along(a, own, other, column);
      a[own + column] = left / (a[column * n + column] ?? 1);
    }
    const rest = (a[own + row] ?? 0) - along(a, own, a.subarray(own), row);
    if (!(rest > 0)) return false;
    a[own + row] = Math.sqrt(rest);
  }
  return true;
}

/** The sum of products of the first values of a row with others. */
function along(a: Float64Array, from: number, other: Float64Array, count: number): number {
  let sum = 0;
  for (let k = 0; k < count; k++) sum += (a[from + k] ?? 0) * (other[k] ?? 0);
  return sum;
}
