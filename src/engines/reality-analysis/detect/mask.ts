import type { Detected } from './layouts/boxes.ts';
import type { MaskAnswer } from './layouts/masks.ts';
import type { Mask } from './picture.ts';
import type { Piece } from './pieces.ts';

/** Classes of a picture in cells of `stride` pixels, with how sure each is, in 255 steps. */
export interface ClassCells {
  readonly columns: number;
  readonly rows: number;
  readonly stride: number;
  readonly labels: Uint16Array;
  readonly sureness: Uint8Array;
}

export const emptyCells = (width: number, height: number, stride: number): ClassCells => {
  const [columns, rows] = [Math.ceil(width / stride), Math.ceil(height / stride)];
  return { columns, rows, stride, labels: new Uint16Array(columns * rows), sureness: new Uint8Array(columns * rows) };
};

/** Tells of the cells of a piece that no other piece shows nearer to its middle, and of the middle of each in pixels. */
export function eachCellOf(
  { columns, rows, stride }: ClassCells,
  piece: Piece,
  overlap: number,
  tell: (cell: number, x: number, y: number) => void,
): void {
  const half = Math.floor(overlap / 2);
  const first = (from: number) => Math.ceil((from === 0 ? 0 : from + half) / stride);
  const last = (from: number, size: number) => Math.ceil((from + size) / stride);
  for (let row = first(piece.y); row < Math.min(rows, last(piece.y, piece.height)); row++) {
    for (let column = first(piece.x); column < Math.min(columns, last(piece.x, piece.width)); column++) {
      tell(row * columns + column, (column + 0.5) * stride, (row + 0.5) * stride);
    }
  }
}

/** Puts what a network says of a piece into the cells of the picture. */
export function addPiece(cells: ClassCells, mask: MaskAnswer, piece: Piece, overlap: number): void {
  eachCellOf(cells, piece, overlap, (cell, x, y) => {
    const u = Math.floor(((x - piece.x) * piece.scaleX + piece.left) * (mask.columns / piece.inputWidth));
    const v = Math.floor(((y - piece.y) * piece.scaleY + piece.top) * (mask.rows / piece.inputHeight));
    if (u < 0 || v < 0 || u >= mask.columns || v >= mask.rows) return;
    const place = v * mask.columns + u;
    cells.labels[cell] = mask.labels[place] ?? 0;
    cells.sureness[cell] = Math.round(255 * Math.max(0, Math.min(1, mask.confidence[place] ?? 0)));
  });
}

/** Cells that hang together, of one class. */
export interface Region {
  readonly label: number;
  /** Numbers of cells. */
  readonly cells: readonly number[];
  readonly confidence: number;
}

/** Neighbours are cells at most two apart: gaps of one are bridged. */
const reach = 2;

export function regionsOf(cells: ClassCells, minCells: number): Region[] {
  const seen = new Uint8Array(cells.labels.length);
  const regions: Region[] = [];
  for (const [first, label] of cells.labels.entries()) {
    if (label === 0 || seen[first] === 1) continue;
    const members = membersFrom(first, cells, seen);
    if (members.length < minCells) continue;
    const sum = members.reduce((all, at) => all + (cells.sureness[at] ?? 0), 0);
    regions.push({ label, cells: members, confidence: sum / 255 / members.length });
  }
  return regions;
}

/** A cell and all of its class that hang together with it. */
function membersFrom(first: number, { columns, rows, labels }: ClassCells, seen: Uint8Array): number[] {
  const members = [first];
  seen[first] = 1;
  for (let next = 0; next < members.length; next++) {
    const at = members[next] ?? 0;
    const column = at % columns;
    const row = (at - column) / columns;
    for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++) {
      for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++) {
        const other = y * columns + x;
        if (seen[other] === 1 || labels[other] !== labels[first]) continue;
        seen[other] = 1;
        members.push(other);
      }
    }
  }
  return members;
}

/** Boxes around regions, in pixels. */
export function boxesOfRegions(
  cells: ClassCells,
  regions: readonly Region[],
  width: number,
  height: number,
): Detected[] {
  const { columns, stride } = cells;
  return regions.map(({ label, cells: members, confidence }) => {
    let [low, high, left, right] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const at of members) {
      const column = at % columns;
      const row = (at - column) / columns;
      left = Math.min(left, column);
      right = Math.max(right, column);
      low = Math.min(low, row);
      high = Math.max(high, row);
    }
    const box = {
      xmin: left * stride,
      ymin: low * stride,
      xmax: Math.min(width, (right + 1) * stride),
      ymax: Math.min(height, (high + 1) * stride),
    };
    return { label, confidence, box };
  });
}

/** The same at every pixel. */
export function pixelMask({ columns, stride, labels }: ClassCells, width: number, height: number): Mask {
  const mask = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / stride) * columns;
    for (let x = 0; x < width; x++) mask[y * width + x] = labels[row + Math.floor(x / stride)] ?? 0;
  }
  return { width, height, labels: mask };
}
