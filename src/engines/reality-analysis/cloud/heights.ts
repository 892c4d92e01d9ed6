/** Heights over a plane in square cells, row by row from the south-west; NaN where there is none. */
export interface Heights {
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell in metres. */
  readonly cell: number;
  /** South-west corner. */
  readonly west: number;
  readonly south: number;
  readonly values: Float64Array;
}

/** Fills cells without a height from their neighbours, ring by ring from the known ones. Nothing known: nothing filled. */
export function filled(heights: Heights): Heights {
  const { columns, rows } = heights;
  const values = heights.values.slice();
  let front = edgeOf(heights, values);
  const inFront = new Uint8Array(values.length);
  while (front.length > 0) {
    const found = front.map((at) => meanAround(values, at, columns, rows));
    front.forEach((at, n) => {
      values[at] = found[n] ?? Number.NaN;
    });
    const next: number[] = [];
    for (const at of front) {
      eachNeighbour(at, columns, rows, (other) => {
        if (!Number.isNaN(values[other]) || inFront[other] === 1) return;
        inFront[other] = 1;
        next.push(other);
      });
    }
    front = next;
  }
  return { ...heights, values };
}

function edgeOf({ columns, rows }: Heights, values: Float64Array): number[] {
  const edge: number[] = [];
  for (let at = 0; at < values.length; at++) {
    if (Number.isNaN(values[at]) && !Number.isNaN(meanAround(values, at, columns, rows))) edge.push(at);
  }
  return edge;
}

function meanAround(values: Float64Array, at: number, columns: number, rows: number): number {
  let sum = 0;
  let count = 0;
  eachNeighbour(at, columns, rows, (other) => {
    const value = values[other] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    sum += value;
    count++;
  });
  return count === 0 ? Number.NaN : sum / count;
}

function eachNeighbour(at: number, columns: number, rows: number, tell: (other: number) => void): void {
  const column = at % columns;
  const row = (at - column) / columns;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [x, y] = [column + dx, row + dy];
      if ((dx !== 0 || dy !== 0) && x >= 0 && y >= 0 && x < columns && y < rows) tell(y * columns + x);
    }
  }
}

/** Height between the middles of cells, and the steepness there (rise over run). */
export function heightAt(heights: Heights, x: number, y: number): { readonly height: number; readonly slope: number } {
  const { columns, rows, cell, west, south, values } = heights;
  const [u, v] = [(x - west) / cell - 0.5, (y - south) / cell - 0.5];
  const column = Math.max(0, Math.min(columns - 2, Math.floor(u)));
  const row = Math.max(0, Math.min(rows - 2, Math.floor(v)));
  const [a, b] = [Math.max(0, Math.min(1, u - column)), Math.max(0, Math.min(1, v - row))];
  const at = row * columns + column;
  const [sw, se] = [values[at] ?? Number.NaN, values[at + 1] ?? Number.NaN];
  const [nw, ne] = [values[at + columns] ?? Number.NaN, values[at + columns + 1] ?? Number.NaN];
  return {
    height: (sw * (1 - a) + se * a) * (1 - b) + (nw * (1 - a) + ne * a) * b,
    slope: Math.hypot(se - sw, nw - sw) / cell,
  };
}

/** Least (`-1`) or greatest (`1`) value within a square window of `radius` cells; its cost does not depend on the radius. */
export function extremeWithin(heights: Heights, radius: number, sign: -1 | 1): Heights {
  const { columns, rows, values } = heights;
  const along = runningExtremes(values, rows, columns, 1, columns, radius, sign);
  return { ...heights, values: runningExtremes(along, columns, rows, columns, 1, radius, sign) };
}

/**
 * Running extremes of many lines, by blocks as long as the window: the extreme of a window is that of the rest of one
 * block and the begin of the next. `step`: from one value of a line to the next; `nextLine`: from line to line.
 */
function runningExtremes(
  values: Float64Array,
  lines: number,
  length: number,
  step: number,
  nextLine: number,
  radius: number,
  sign: -1 | 1,
): Float64Array {
  const window = 2 * radius + 1;
  const padded = Math.ceil((length + 2 * radius) / window) * window;
  const forward = new Float64Array(padded);
  const backward = new Float64Array(padded);
  const result = new Float64Array(values.length);
  const worst = -sign * Infinity;
  const better = (a: number, b: number) => (sign * a > sign * b ? a : b);
  for (let line = 0; line < lines; line++) {
    const first = line * nextLine;
    const valueAt = (n: number) => {
      const place = n - radius;
      return place < 0 || place >= length ? worst : (values[first + place * step] ?? worst);
    };
    for (let n = 0; n < padded; n++) {
      forward[n] = n % window === 0 ? valueAt(n) : better(forward[n - 1] ?? worst, valueAt(n));
    }
    for (let n = padded - 1; n >= 0; n--) {
      backward[n] = n % window === window - 1 ? valueAt(n) : better(backward[n + 1] ?? worst, valueAt(n));
    }
    for (let n = 0; n < length; n++) {
      result[first + n * step] = better(backward[n] ?? worst, forward[n + window - 1] ?? worst);
    }
  }
  return result;
}
