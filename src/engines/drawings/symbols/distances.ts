import { type BinaryBitmap, eachStretch } from '../bitmap/bitmap.ts';

const [straight, across] = [5, 7];
/** Distances are told in fifths of a cell. */
export const perCell = straight;
/** As far as this, or farther than anybody asks for. */
export const farAway = 255;

/** Of a block, a square of cells: what is far from any with ink is passed over. */
const side = 8;

/** How far each cell is from ink; around the sheet there is a border of cells where nothing is near. */
export interface Distances {
  readonly width: number;
  readonly height: number;
  /** The cell x, y is at `(y + 1) · stride + x + 1`. */
  readonly cells: Uint8Array;
  readonly stride: number;
}

/** How far a place of the sheet is from ink; its borders are not looked at. */
export const distanceOn = ({ cells, stride }: Distances, x: number, y: number): number =>
  cells[((y | 0) + 1) * stride + (x | 0) + 1] ?? farAway;

/** How far each cell is from ink, in fifths of a cell; what is farther than `most` is far away. */
export function distancesOf(ink: BinaryBitmap, most = farAway): Distances {
  const { width, height } = ink;
  const stride = width + 2;
  const cells = new Uint8Array((height + 2) * stride).fill(farAway);
  const columns = Math.ceil(width / side);
  const marked = new Uint8Array(columns * Math.ceil(height / side));
  for (let y = 0; y < height; y++) {
    const row = (y + 1) * stride + 1;
    const blocks = ((y / side) | 0) * columns;
    eachStretch(ink, y, 'ink', (from, end) => {
      // one by one: most stretches are as short as a line is broad
      for (let x = from; x < end; x++) cells[row + x] = 0;
      for (let column = (from / side) | 0; column <= (((end - 1) / side) | 0); column++) marked[blocks + column] = 1;
    });
  }
  const near = nearBlocks(marked, columns, Math.ceil(Math.min(most, farAway) / straight / side), width);
  for (let y = 0; y < height; y++) spreadRow(cells, stride, y, near(y), most);
  for (let y = height - 1; y >= 0; y--) spreadRow(cells, -stride, y, near(y), most);
  return { width, height, cells, stride };
}

function spreadRow(cells: Uint8Array, stride: number, y: number, stretches: Stretches, most: number): void {
  for (let n = 0; n < stretches.length; n += 2) {
    spread(cells, stride, y, stretches[n] ?? 0, stretches[n + 1] ?? 0, most);
  }
}

/** A stretch of a row learns from the row before it, and each of its cells from the one before; `-stride`: backwards. */
function spread(cells: Uint8Array, stride: number, y: number, from: number, end: number, most: number): void {
  const way = stride > 0 ? 1 : -1;
  const row = (y + 1) * way * stride + 1;
  const [first, last] = way > 0 ? [row + from, row + end] : [row + end - 1, row + from - 1];
  let corner = cells[first - stride - way] ?? farAway;
  let above = cells[first - stride] ?? farAway;
  let beside = farAway;
  for (let at = first; at !== last; at += way) {
    const next = cells[at - stride + way] ?? farAway;
    let now = cells[at] ?? 0;
    if (now !== 0) {
      const level = (beside < above ? beside : above) + straight;
      const aslant = (corner < next ? corner : next) + across;
      const near = level < aslant ? level : aslant;
      if (near < now && near <= most) {
        cells[at] = near;
        now = near;
      }
    }
    // one by one: a list of three would be made for each cell until this is compiled
    beside = now;
    corner = above;
    above = next;
  }
}

/** Where each of them begins and ends, from the left. */
type Stretches = readonly number[];

/** Of a row the stretches that ink may be near to: those of blocks at most `reach` beside one with ink. */
function nearBlocks(marked: Uint8Array, columns: number, reach: number, width: number) {
  const rows = marked.length / columns;
  /** Of each column, in how many of the rows around this one it is marked. */
  const around = new Uint16Array(columns);
  const count = (row: number, by: 1 | -1) => {
    if (row < 0 || row >= rows) return;
    for (let column = 0; column < columns; column++) {
      around[column] = (around[column] ?? 0) + by * (marked[row * columns + column] ?? 0);
    }
  };
  for (let row = 0; row < reach; row++) count(row, 1);
  const stretches = Array.from({ length: rows }, (_, row) => {
    count(row + reach, 1);
    count(row - reach - 1, -1);
    const list: number[] = [];
    for (let column = 0; column < columns; column++) {
      if (around[column] === 0) continue;
      const from = Math.max(0, column - reach) * side;
      const end = Math.min(width, (column + reach + 1) * side);
      if ((list.at(-1) ?? -1) >= from) list[list.length - 1] = end;
      else list.push(from, end);
    }
    return list;
  });
  return (y: number): Stretches => stretches[(y / side) | 0] ?? [];
}
