import { centerOf, type Point } from '../geometry.ts';
import type { SheetText } from '../sheet.ts';
import { type Caption, captionOf, isCaption } from './captions.ts';
import { type Cell, shareSide } from './cells.ts';
import { middleOf, type Reading } from './direction.ts';

/** A value of a title block, and the texts that it was read from. */
export interface BlockValue {
  readonly value: string;
  readonly texts: readonly number[];
}

export type BlockValues = Partial<Record<Caption, BlockValue>>;

interface Asked {
  readonly texts: readonly SheetText[];
  readonly reading: Reading;
  readonly near: number;
}

/** Numbers of drawings have letters or marks between digits. */
const numberPattern = /^(?=.*\d)[\p{Lu}\d]+([-./ _][\p{Lu}\d]+)+$/u;

/**
 * What the cells of a title block say: of each caption what else stands in its cell, or in the cell right of it or below.
 */
export function valuesOf(cells: readonly Cell[], asked: Asked): BlockValues {
  const values: BlockValues = {};
  for (const cell of cells) {
    for (const n of cell.texts) {
      const caption = captionOf(asked.texts[n]?.text ?? '');
      if (caption === undefined || values[caption] !== undefined) continue;
      const value = inCell(cell, asked) ?? beside(cell, cells, asked);
      if (value) values[caption] = value;
    }
  }
  const [title, number] = [values.title ?? largestIn(cells, asked), values.number ?? numberIn(cells, asked)];
  return { ...values, ...(title ? { title } : {}), ...(number ? { number } : {}) };
}

/** What stands in a cell besides captions, from the top down. */
function inCell({ texts: members }: Cell, { texts, reading }: Asked): BlockValue | undefined {
  const others = members.filter((n) => !isCaption(texts[n]?.text ?? ''));
  if (others.length === 0) return undefined;
  const placed = others.map((n) => ({ n, text: texts[n]?.text ?? '', at: middleOfText(texts[n]) }));
  placed.sort((a, b) => reading.down(a.at) - reading.down(b.at) || reading.along(a.at) - reading.along(b.at));
  return { value: placed.map(({ text }) => text).join(' '), texts: placed.map(({ n }) => n) };
}

const middleOfText = (text: SheetText | undefined): Point => (text === undefined ? [0, 0] : middleOf(text));

/** What stands in the cell that is read next: to the right, else below. */
function beside(cell: Cell, cells: readonly Cell[], asked: Asked): BlockValue | undefined {
  const { reading, near } = asked;
  const [x, y] = [reading.along(centerOf(cell.box)), reading.down(centerOf(cell.box))];
  const touching = cells.filter((other) => other !== cell && shareSide(cell.box, other.box, near));
  const order = (other: Cell) => {
    const [dx, dy] = [reading.along(centerOf(other.box)) - x, reading.down(centerOf(other.box)) - y];
    if (Math.abs(dy) < near && dx > 0) return 0;
    return dy > 0 && Math.abs(dx) < near ? 1 : 2;
  };
  const next = touching.filter((other) => order(other) < 2).sort((a, b) => order(a) - order(b));
  for (const other of next) {
    if (other.texts.some((n) => isCaption(asked.texts[n]?.text ?? ''))) continue;
    const value = inCell(other, asked);
    if (value) return value;
  }
  return undefined;
}

function largestIn(cells: readonly Cell[], { texts }: Asked): BlockValue | undefined {
  const all = cells.flatMap((cell) => cell.texts).filter((n) => /\p{L}{3}/u.test(texts[n]?.text ?? ''));
  const best = all.sort((a, b) => (texts[b]?.height ?? 0) - (texts[a]?.height ?? 0))[0];
  return best === undefined ? undefined : { value: texts[best]?.text ?? '', texts: [best] };
}

function numberIn(cells: readonly Cell[], { texts }: Asked): BlockValue | undefined {
  const all = cells.flatMap((cell) => cell.texts);
  const fitting = all.filter((n) => numberPattern.test(texts[n]?.text ?? '') && !isDate(texts[n]?.text ?? ''));
  const best = fitting.sort((a, b) => (texts[b]?.height ?? 0) - (texts[a]?.height ?? 0))[0];
  return best === undefined ? undefined : { value: texts[best]?.text ?? '', texts: [best] };
}

const datePattern = /^(\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./ ](\d{1,2}|[\p{L}]{3,4})\.?[-./ ]\d{2,4})$/u;
export const isDate = (text: string): boolean => datePattern.test(text.trim());
