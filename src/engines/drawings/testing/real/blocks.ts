import type { Chance } from '../../../../../test/support/chance.ts';
import { type Pen, widthOfText } from './pen.ts';
import type { Style } from './style.ts';
import type { RealTruth, TruthBox } from './truth.ts';

/*
 * What is around the plant: frame with zones, title block, revision table, notes, legend, table of the equipment.
 */

type NonSymbol = RealTruth['nonSymbols'][number];

export interface Blocks {
  /** What is left for the plant. */
  readonly area: TruthBox;
  readonly nonSymbols: readonly NonSymbol[];
  readonly sheet: RealTruth['sheet'];
}

export const frameOf = (pen: Pen, style: Style, [w, h]: readonly [number, number]): TruthBox => {
  const inner: TruthBox = [16, 10, w - 10, h - 10];
  if (style.without.includes('frame')) return inner;
  pen.box(inner, { width: 0.7 });
  const [left, top, right, bottom] = inner;
  pen.box([left - 5, top - 5, right + 5, bottom + 5]);
  const [columns, rows] = [w > 500 ? 12 : 8, w > 500 ? 8 : 6];
  for (let n = 0; n < columns; n++) {
    const x = left + ((right - left) * n) / columns;
    const middle = x + (right - left) / columns / 2;
    for (const [a, b] of [[top - 5, top] as const, [bottom, bottom + 5] as const]) {
      if (n > 0) pen.line(x, a, x, b);
      pen.write(String(n + 1), [middle, b - 1.3], 2.4);
    }
  }
  for (let n = 0; n < rows; n++) {
    const y = top + ((bottom - top) * n) / rows;
    const middle = y + (bottom - top) / rows / 2;
    for (const [a, b] of [[left - 5, left] as const, [right, right + 5] as const]) {
      if (n > 0) pen.line(a, y, b, y);
      pen.write('ABCDEFGH'[n] ?? 'Z', [(a + b) / 2, middle + 1.2], 2.4);
    }
  }
  return inner;
};

interface Cell {
  readonly box: TruthBox;
  readonly caption?: string;
  readonly value: string;
  readonly height: number;
}

function cellOf(pen: Pen, { box, caption, value, height }: Cell): void {
  pen.box(box, { width: 0.35 });
  const [left, top, right, bottom] = box;
  if (caption) pen.write(caption, [left + 1, top + 2.2], 1.5, { anchor: 'start' });
  pen.write(value, [(left + right) / 2, bottom - 1.6], height);
}

function titleBlock(pen: Pen, [left, top, right, bottom]: TruthBox, { words }: Style, sheet: RealTruth['sheet']) {
  const [wide, row] = [right - left, (bottom - top) / 4];
  const across = (from: number, to: number, line: number, lines = 1): TruthBox =>
    [left + wide * from, top + row * line, left + wide * to, top + row * (line + lines)] as unknown as TruthBox;
  const cells: Cell[] = [
    { box: across(0, 0.5, 0), caption: words.project, value: 'WEST QUAY', height: 2.2 },
    { box: across(0.5, 1, 0), value: 'P&ID', height: 2.2 },
    { box: across(0, 1, 1), caption: words.title, value: sheet.title, height: 3.2 },
    { box: across(0, 0.35, 2), caption: words.date, value: '2024-03-18', height: 1.9 },
    { box: across(0.35, 0.7, 2), caption: words.scale, value: '1:1', height: 1.9 },
    { box: across(0.7, 1, 2), caption: words.sheet, value: '2/5', height: 1.9 },
    { box: across(0, 0.8, 3), caption: words.number, value: sheet.number, height: 2.6 },
    { box: across(0.8, 1, 3), caption: words.revision, value: sheet.revision, height: 2.6 },
  ];
  for (const cell of cells) cellOf(pen, cell);
}

function revisionTable(pen: Pen, [left, , right, bottom]: TruthBox, { words }: Style, revision: string): TruthBox {
  const columns = [0, 0.14, 0.42, 1].map((part) => left + (right - left) * part);
  const rows = [
    [revision, '12.02.2024', 'ISSUED FOR HAZOP'],
    ['0', '03.11.2023', 'FIRST ISSUE'],
    [words.revision, words.date, '-'],
  ];
  const top = bottom - 5 * rows.length;
  for (let n = 0; n <= rows.length; n++) pen.line(left, top + 5 * n, right, top + 5 * n);
  for (const x of columns) pen.line(x, top, x, bottom);
  for (const [row, texts] of rows.entries()) {
    for (const [n, text] of texts.entries()) {
      pen.write(text, [((columns[n] ?? 0) + (columns[n + 1] ?? 0)) / 2, top + 5 * row + 3.6], 1.7);
    }
  }
  return [left, top, right, bottom];
}

function notesOf(pen: Pen, left: number, top: number, { words }: Style): TruthBox {
  pen.write(`${words.notes}:`, [left, top + 3], 2.8, { anchor: 'start' });
  let right = left;
  for (const [n, note] of words.note.entries()) {
    const text = `${n + 1}. ${note}`;
    pen.write(text, [left, top + 8 + 3.8 * n], 1.9, { anchor: 'start' });
    right = Math.max(right, left + widthOfText(text, 1.9));
  }
  return [left, top, right, top + 8 + 3.8 * (words.note.length - 1)];
}

function legendOf(pen: Pen, left: number, top: number, { words, valve, bubble }: Style): TruthBox {
  pen.write(words.legend, [left + 30, top + 3], 2.8);
  const [a, b] = valve;
  const rows = ['GATE VALVE', 'CHECK VALVE', 'FIELD INSTRUMENT'];
  for (const [n, text] of rows.entries()) {
    const y = top + 12 + 14 * n;
    pen.box([left, y - 7, left + 62, y + 7]);
    const x = left + 12;
    if (n === 0)
      pen.lines(
        [
          [x - a, y - b],
          [x + a, y + b],
          [x + a, y - b],
          [x - a, y + b],
        ],
        { closed: true },
      );
    else if (n === 1) {
      for (const s of [-a, a]) pen.line(x + s, y - b, x + s, y + b);
      pen.line(x - a, y + b, x + a, y - b);
    } else {
      pen.circle([x, y], bubble / 2);
      pen.write('XX', [x, y - 0.5], 1.7);
      pen.write('NN', [x, y + 2.8], 1.7);
    }
    pen.write(text, [left + 22, y + 0.8], 1.9, { anchor: 'start' });
  }
  return [left, top, left + 62, top + 5 + 14 * rows.length];
}

function equipmentTable(pen: Pen, left: number, top: number): TruthBox {
  const rows = [
    ['TAG', 'SERVICE', 'KW'],
    ['P-901', 'FEED', '30'],
    ['E-902', 'COOLER', '410'],
    ['V-903', 'DRUM', '-'],
  ];
  for (let n = 0; n <= rows.length; n++) pen.line(left, top + 5 * n, left + 62, top + 5 * n);
  for (const x of [0, 18, 46, 62]) pen.line(left + x, top, left + x, top + 5 * rows.length);
  for (const [row, texts] of rows.entries()) {
    for (const [n, text] of texts.entries()) pen.write(text, [left + ([9, 32, 54][n] ?? 0), top + 5 * row + 3.6], 1.7);
  }
  return [left, top, left + 62, top + 5 * rows.length];
}

/** Draws all that the style has, and tells what is left of the sheet. */
export function blocksOf(pen: Pen, style: Style, size: readonly [number, number], dice: Chance): Blocks {
  const [left, top, right, bottom] = frameOf(pen, style, size);
  const nonSymbols: NonSymbol[] = style.without.includes('frame')
    ? []
    : [{ kind: 'frame', box: [left, top, right, bottom] }];
  const number = `${dice.whole(100, 999)}-${dice.pick(['PI', 'UZ', 'M'])}-${dice.whole(1000, 9999)}`;
  const sheet = { title: dice.pick(style.words.titles), number, revision: dice.pick(['B', '2', 'C1', '4']) };
  const has = (what: Style['without'][number]) => !style.without.includes(what);
  const wide = 90;
  const isBelow = style.blocks === 'bottom';
  const x = style.blocks === 'left' ? left : right - wide;
  const title: TruthBox = [x, bottom - 36, x + wide, bottom];
  if (has('title')) {
    titleBlock(pen, title, style, sheet);
    nonSymbols.push({ kind: 'titleBlock', box: title });
  }
  if (has('revisions')) {
    const at: TruthBox = isBelow ? [x - wide, bottom - 36, x, bottom] : [x, 0, x + wide, bottom - 36];
    nonSymbols.push({ kind: 'revisionTable', box: revisionTable(pen, at, style, sheet.revision) });
  }
  const [px, py] = isBelow ? [left + 3, bottom - 46] : [x + 3, top + 3];
  if (has('notes')) nonSymbols.push({ kind: 'notes', box: notesOf(pen, px, py, style) });
  if (has('legend') && !isBelow) nonSymbols.push({ kind: 'legend', box: legendOf(pen, px, py + 28, style) });
  if (has('table')) {
    const box = equipmentTable(pen, isBelow ? left + 110 : px, isBelow ? bottom - 30 : py + 92);
    nonSymbols.push({ kind: 'equipmentTable', box });
  }
  if (isBelow) pen.line(left, bottom - 48, right, bottom - 48, { width: 0.5 });
  else
    pen.line(style.blocks === 'left' ? x + wide : x, top, style.blocks === 'left' ? x + wide : x, bottom, {
      width: 0.5,
    });
  const area: TruthBox = isBelow
    ? [left, top, right, bottom - 48]
    : style.blocks === 'left'
      ? [x + wide, top, right, bottom]
      : [left, top, x, bottom];
  return { area, nonSymbols, sheet };
}
