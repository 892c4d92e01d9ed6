/** Solves a · x = b by elimination with pivots; undefined for a singular matrix. Small matrices only. */
export function solve(a: readonly (readonly number[])[], b: readonly number[]): number[] | undefined {
  const rows = a.map((row, n) => Float64Array.from([...row, b[n] ?? 0]));
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    const best = pivot(rows, at);
    const row = rows[best];
    if (row === undefined || Math.abs(row[at] ?? 0) < 1e-300) return undefined;
    rows[best] = rows[at] ?? row;
    rows[at] = row;
    for (let n = 0; n < size; n++) if (n !== at) eliminate(rows[n], row, at);
  }
  const x = rows.map((row, n) => (row[size] ?? 0) / (row[n] ?? 1));
  return x.every(Number.isFinite) ? x : undefined;
}

function pivot(rows: readonly Float64Array[], at: number): number {
  let best = at;
  for (let n = at + 1; n < rows.length; n++) {
    if (Math.abs(rows[n]?.[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0)) best = n;
  }
  return best;
}

function eliminate(row: Float64Array | undefined, by: Float64Array, at: number): void {
  const factor = (row?.[at] ?? 0) / (by[at] ?? 1);
  if (row === undefined || factor === 0) return;
  for (let k = at; k < row.length; k++) row[k] = (row[k] ?? 0) - factor * (by[k] ?? 0);
}
