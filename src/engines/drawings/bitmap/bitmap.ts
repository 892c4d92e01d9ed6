import { boxOf, type Point } from '../geometry.ts';

/** A picture of lines, for looking for shapes in it: one bit a cell, as little memory as that takes. */
export interface BinaryBitmap {
  readonly width: number;
  readonly height: number;
  /** 1 where something is drawn: row by row, 32 cells a word, the first of them in its lowest bit; what is over is 0. */
  readonly words: Uint32Array;
  /** Of a row. */
  readonly wordsPerRow: number;
  /** How wide its lines are, in cells. */
  readonly thickness: number;
}

export function blankInk(width: number, height: number, thickness = 1): BinaryBitmap {
  const wordsPerRow = Math.ceil(width / 32);
  return { width, height, words: new Uint32Array(height * wordsPerRow), wordsPerRow, thickness };
}

/** Whether something is drawn at a cell of the picture. */
export const isInked = ({ words, wordsPerRow }: BinaryBitmap, x: number, y: number): boolean =>
  (((words[y * wordsPerRow + (x >> 5)] ?? 0) >>> (x & 31)) & 1) === 1;

/** Draws at a cell of the picture. */
export function drawCell(ink: BinaryBitmap, x: number, y: number): void {
  const { words } = ink;
  const at = y * ink.wordsPerRow + (x >> 5);
  words[at] = (words[at] ?? 0) | (1 << (x & 31));
}

/** Draws the cells of a row from one up to another, which is left out; all of them lie in the picture. */
export const drawStretch = (ink: BinaryBitmap, y: number, from: number, end: number): void =>
  setStretch(ink, y, from, end, -1);

/** Takes away what is drawn in such a stretch. */
export const eraseStretch = (ink: BinaryBitmap, y: number, from: number, end: number): void =>
  setStretch(ink, y, from, end, 0);

/** `to`: what all bits of the stretch become. */
function setStretch({ words, wordsPerRow }: BinaryBitmap, y: number, from: number, end: number, to: 0 | -1): void {
  const first = y * wordsPerRow + (from >> 5);
  const last = y * wordsPerRow + ((end - 1) >> 5);
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((end - 1) & 31));
  if (first === last) return setBits(words, first, head & tail, to);
  setBits(words, first, head, to);
  words.fill(to, first + 1, last);
  setBits(words, last, tail, to);
}

function setBits(words: Uint32Array, at: number, mask: number, to: 0 | -1): void {
  words[at] = ((words[at] ?? 0) & ~mask) | (to & mask);
}

/** The first cell of a row, from one on, that is ink or that is paper; the width of the picture where there is none. */
function firstOf({ width, words, wordsPerRow }: BinaryBitmap, y: number, of: 'ink' | 'paper', from: number): number {
  if (from >= width) return width;
  const flip = of === 'ink' ? 0 : -1;
  const row = y * wordsPerRow;
  let at = from >> 5;
  let word = ((words[row + at] ?? 0) ^ flip) & (-1 << (from & 31));
  while (word === 0) {
    if (++at === wordsPerRow) return width;
    word = (words[row + at] ?? 0) ^ flip;
  }
  return Math.min(width, (at << 5) + 31 - Math.clz32(word & -word));
}

/** Tells of each stretch of ink, or of paper, in a row or a part of it: where it begins, and where it has ended. */
export function eachStretch(
  ink: BinaryBitmap,
  y: number,
  of: 'ink' | 'paper',
  tell: (from: number, end: number) => void,
  first = 0,
  last = ink.width,
): void {
  const other = of === 'ink' ? 'paper' : 'ink';
  for (let from = firstOf(ink, y, of, first); from < last; ) {
    const end = Math.min(last, firstOf(ink, y, other, from));
    tell(from, end);
    from = firstOf(ink, y, of, end);
  }
}

/** Draws a line one cell wide, without gaps that a neighbour above, below or beside could leave by. */
export function drawLine(ink: BinaryBitmap, from: Point, to: Point): void {
  const { width, height } = ink;
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))));
  if (steps > 4 * (width + height)) return;
  if (dx === 0 || dy === 0) return drawStraight(ink, from, to);
  for (let step = 0; step <= steps; step++) {
    const x = Math.floor(from[0] + (dx * step) / steps);
    const y = Math.floor(from[1] + (dy * step) / steps);
    if (x >= 0 && y >= 0 && x < width && y < height) drawCell(ink, x, y);
  }
}

/** Draws such a line from each point to the next. */
export function drawLines(ink: BinaryBitmap, points: readonly Point[]): void {
  let last: Point | undefined;
  for (const point of points) {
    if (last !== undefined) drawLine(ink, last, point);
    last = point;
  }
}

/** The same as `drawLine` of a line that is level or upright: most are. */
function drawStraight(ink: BinaryBitmap, from: Point, to: Point): void {
  const left = Math.max(0, Math.floor(Math.min(from[0], to[0])));
  const right = Math.min(ink.width - 1, Math.floor(Math.max(from[0], to[0])));
  const top = Math.max(0, Math.floor(Math.min(from[1], to[1])));
  const bottom = Math.min(ink.height - 1, Math.floor(Math.max(from[1], to[1])));
  if (left < right) for (let y = top; y <= bottom; y++) drawStretch(ink, y, left, right + 1);
  else if (left === right) for (let y = top; y <= bottom; y++) drawCell(ink, left, y);
}

/** Paints what a closed line surrounds, by the even-odd rule. */
export function fillShape(ink: BinaryBitmap, points: readonly Point[]): void {
  const { width, height } = ink;
  const { top: highest, bottom: lowest } = boxOf(points);
  const [top, bottom] = [Math.max(0, Math.ceil(highest)), Math.min(height - 1, Math.floor(lowest))];
  for (let y = top; y <= bottom; y++) {
    const crossings: number[] = [];
    let a = points.at(-1);
    for (let at = 0; at < points.length; at++) {
      const b = points[at];
      if (a !== undefined && b !== undefined && a[1] <= y !== b[1] <= y) {
        crossings.push(a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]));
      }
      a = b;
    }
    crossings.sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const from = Math.max(0, Math.ceil(crossings[at] ?? 0));
      const to = Math.min(width - 1, Math.floor(crossings[at + 1] ?? 0));
      if (to >= from) drawStretch(ink, y, from, to + 1);
    }
  }
}

/** The middle of its lines: ink without as many layers of cells as leave a line one or two cells wide, and `more` left. */
export function coreOf(ink: BinaryBitmap, more = 0): BinaryBitmap {
  const layers = Math.max(0, Math.floor((ink.thickness - 1) / 2) - more);
  let core = ink;
  for (let layer = 0; layer < layers; layer++) core = withoutLayer(core);
  return { ...core, thickness: ink.thickness - 2 * layers };
}

/** The cells with ink above, below and beside them. */
function withoutLayer({ width, height, words, wordsPerRow }: BinaryBitmap): BinaryBitmap {
  const inner = blankInk(width, height);
  for (let at = wordsPerRow; at < words.length - wordsPerRow; at++) {
    const word = words[at] ?? 0;
    if (word === 0) continue;
    const column = at % wordsPerRow;
    const before = column === 0 ? 0 : (words[at - 1] ?? 0);
    const after = column === wordsPerRow - 1 ? 0 : (words[at + 1] ?? 0);
    const beside = ((word << 1) | (before >>> 31)) & ((word >>> 1) | (after << 31));
    inner.words[at] = word & beside & (words[at - wordsPerRow] ?? 0) & (words[at + wordsPerRow] ?? 0);
  }
  return inner;
}

/** Its columns as rows. */
export function transposed(ink: BinaryBitmap): BinaryBitmap {
  const turned = blankInk(ink.height, ink.width, ink.thickness);
  for (let y = 0; y < ink.height; y++) {
    eachStretch(ink, y, 'ink', (from, end) => {
      for (let x = from; x < end; x++) drawCell(turned, y, x);
    });
  }
  return turned;
}
