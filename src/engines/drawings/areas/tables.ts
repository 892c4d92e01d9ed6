import { around, type Box, centerOf } from '../geometry.ts';
import type { SheetText } from '../sheet.ts';
import { captionOf } from './captions.ts';
import type { Cell } from './cells.ts';
import { middleOf, type Reading } from './direction.ts';
import { isDate } from './title-block.ts';

/** A revision that a table tells of. */
export interface RevisionRow {
  readonly revision: string;
  readonly date?: string;
  readonly text?: string;
  readonly texts: readonly number[];
}

/** Cells beside each other. */
export type Row = readonly Cell[];

/** The cells as rows, from the top down and from left to right as the sheet is read; `near`: how far rows may be off. */
export function rowsOf(cells: readonly Cell[], { along, down }: Reading, near: number): Row[] {
  const sorted = [...cells].sort((a, b) => down(centerOf(a.box)) - down(centerOf(b.box)));
  const rows: Cell[][] = [];
  for (const cell of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(down(centerOf(first.box)) - down(centerOf(cell.box))) <= near) row.push(cell);
    else rows.push([cell]);
  }
  return rows.map((row) => row.sort((a, b) => along(centerOf(a.box)) - along(centerOf(b.box))));
}

export const textOf = ({ texts: members }: Cell, texts: readonly SheetText[], { down, along }: Reading): string =>
  members
    .flatMap((n) => texts[n] ?? [])
    .sort((a, b) => down(middleOf(a)) - down(middleOf(b)) || along(middleOf(a)) - along(middleOf(b)))
    .map(({ text }) => text)
    .join(' ');

const revisionPattern = /^[\p{Lu}\d]{1,4}$/u;

/** The revision that a row tells of: it begins with one, and has a date. */
export function revisionOf(row: Row, texts: readonly SheetText[], reading: Reading): RevisionRow | undefined {
  const [first, ...others] = row;
  if (first === undefined) return undefined;
  const revision = textOf(first, texts, reading);
  const said = others.map((cell) => textOf(cell, texts, reading));
  const date = said.find(isDate);
  if (!(revisionPattern.test(revision) || /^[-–]$/.test(revision)) || date === undefined) return undefined;
  const text = said.filter((one) => !isDate(one)).sort((a, b) => b.length - a.length)[0];
  return { revision, date, ...(text === undefined ? {} : { text }), texts: row.flatMap((cell) => cell.texts) };
}

/** The rows that tell of revisions, those between them and the row of their captions. */
export function revisionRows(rows: readonly Row[], texts: readonly SheetText[], reading: Reading): Row[] {
  const told = rows.flatMap((row, n) => (revisionOf(row, texts, reading) ? [n] : []));
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isHead = (row: Row | undefined) =>
    row?.some((cell) => captionOf(textOf(cell, texts, reading)) === 'revision') === true &&
    row.some((cell) => captionOf(textOf(cell, texts, reading)) === 'date');
  const from = isHead(rows[first - 1]) ? first - 1 : first;
  const to = isHead(rows[last + 1]) ? last + 1 : last;
  return rows.slice(from, to + 1).map((row) => [...row]);
}

export const boxOfCells = (cells: readonly Cell[]): Box | undefined =>
  cells.reduce<Box | undefined>((box, cell) => (box === undefined ? cell.box : around(box, cell.box)), undefined);
