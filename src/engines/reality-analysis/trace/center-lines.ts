import { type Bitmap, neighboursOf } from './bitmap.ts';
import type { Corner } from './outlines.ts';

/** A line through the middle of a shape, in cells of the whole, with how wide the shape is at each place. */
export interface CenterLine {
  readonly places: readonly Corner[];
  readonly widths: readonly number[];
}

/** Shorter branches than this many times the width of the shape are spurs of the thinning. */
const spur = 1.5;

/** Centre lines by thinning: the longest way through what is left of a shape, then the longest of the rest. */
export function centerLinesOf(bitmap: Bitmap): CenterLine[] {
  const bits = thinned(bitmap);
  const widths = widthsOf(bitmap);
  const left = new Set([...bits.keys()].filter((at) => bits[at] === 1));
  const lines: CenterLine[] = [];
  for (;;) {
    const path = longestPath(left, bitmap.columns);
    const widest = path.reduce((most, at) => Math.max(most, widths[at] ?? 0), 0);
    if (path.length < 2 || (lines.length > 0 && path.length < spur * widest)) return lines;
    for (const at of path) left.delete(at);
    const places = path.map(
      (at): Corner => [(at % bitmap.columns) + bitmap.x + 0.5, Math.floor(at / bitmap.columns) + bitmap.y + 0.5],
    );
    lines.push({ places, widths: path.map((at) => widths[at] ?? 0) });
  }
}

/** The skeleton by Zhang and Suen. */
function thinned({ columns, rows, bits }: Bitmap): Uint8Array {
  const left = bits.slice();
  for (let changed = true; changed; ) {
    changed = false;
    for (const second of [false, true]) {
      const gone: number[] = [];
      for (let y = 1; y < rows - 1; y++) {
        for (let x = 1; x < columns - 1; x++) {
          const at = y * columns + x;
          if (left[at] === 1 && isRemovable(left, at, columns, second)) gone.push(at);
        }
      }
      for (const at of gone) left[at] = 0;
      changed ||= gone.length > 0;
    }
  }
  return left;
}

function isRemovable(bits: Uint8Array, at: number, columns: number, second: boolean): boolean {
  const around = neighboursOf(at, columns).map((other) => bits[other] ?? 0);
  const [n = 0, , e = 0, , s = 0, , w = 0] = around;
  const count = around.reduce((sum, one) => sum + one, 0);
  if (count < 2 || count > 6) return false;
  const steps = around.filter((one, place) => one === 0 && around[(place + 1) % 8] === 1).length;
  if (steps !== 1) return false;
  return second ? n * e * w === 0 && n * s * w === 0 : n * e * s === 0 && e * s * w === 0;
}

/** Twice the distance to the nearest empty cell, by two passes over the cells. */
function widthsOf({ columns, rows, bits }: Bitmap): Float32Array {
  const away = Float32Array.from(bits, (bit) => (bit === 1 ? Infinity : 0));
  const look = (at: number, others: readonly (readonly [number, number])[]) => {
    for (const [other, step] of others) away[at] = Math.min(away[at] ?? 0, (away[other] ?? 0) + step);
  };
  const diagonal = Math.SQRT2;
  for (let y = 1; y < rows - 1; y++) {
    for (let x = 1; x < columns - 1; x++) {
      const at = y * columns + x;
      look(at, [
        [at - 1, 1],
        [at - columns, 1],
        [at - columns - 1, diagonal],
        [at - columns + 1, diagonal],
      ]);
    }
  }
  for (let y = rows - 2; y > 0; y--) {
    for (let x = columns - 2; x > 0; x--) {
      const at = y * columns + x;
      look(at, [
        [at + 1, 1],
        [at + columns, 1],
        [at + columns + 1, diagonal],
        [at + columns - 1, diagonal],
      ]);
    }
  }
  // the middle of a cell is half a cell nearer to the edge than to the middle of the next one
  return away.map((value) => Math.max(1, 2 * value - 1));
}

/** The longest of the shortest ways between two cells of a set, by two walks from end to end. */
function longestPath(cells: ReadonlySet<number>, columns: number): number[] {
  let best: number[] = [];
  const seen = new Set<number>();
  for (const cell of cells) {
    if (seen.has(cell)) continue;
    const reached = walkFrom(cell, cells, columns);
    for (const at of reached.keys()) seen.add(at);
    const end = [...reached.keys()].at(-1) ?? cell;
    const back = walkFrom(end, cells, columns);
    const path: number[] = [];
    for (let at: number | undefined = [...back.keys()].at(-1); at !== undefined; at = back.get(at)) path.push(at);
    if (path.length > best.length) best = path;
  }
  return best;
}

/** Each cell that can be reached with the one before it, the nearest first. */
function walkFrom(first: number, cells: ReadonlySet<number>, columns: number): Map<number, number | undefined> {
  const before = new Map<number, number | undefined>([[first, undefined]]);
  const waiting = [first];
  for (let next = 0; next < waiting.length; next++) {
    const at = waiting[next] ?? 0;
    for (const other of neighboursOf(at, columns)) {
      if (!cells.has(other) || before.has(other)) continue;
      before.set(other, at);
      waiting.push(other);
    }
  }
  return before;
}
