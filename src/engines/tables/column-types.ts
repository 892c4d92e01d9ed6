import { parseInstant } from '../../std/instant.ts';
import { isoTime } from '../../std/iso-time.ts';
import type { EdmType } from '../../std/odata/edm.ts';
import type { Literal } from '../../std/odata/tree.ts';
import type { Cell } from './read/source-table.ts';

/** What all values of a column that were seen so far can be. */
export interface ColumnGuess {
  see(cell: Cell): void;
  /** A column without values is one of texts. */
  type(): EdmType;
  /** Whether a value was seen for every row. */
  readonly isFull: boolean;
  /** Whether texts and other values were seen. */
  readonly isMixed: boolean;
}

const wholeForm = /^-?(0|[1-9]\d{0,18})$/;
const numberForm = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const dateForm = /^(?!0000)\d{4}-\d\d-\d\d$/;
const instantForm = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,7})?)?(Z|[+-]\d\d:\d\d)$/;
const largest = 2n ** 63n;

const isWhole = (cell: Cell, loose: boolean): boolean => {
  if (typeof cell === 'number') return Number.isSafeInteger(cell);
  if (typeof cell === 'bigint') return cell < largest && cell >= -largest;
  return typeof cell === 'string' && loose && wholeForm.test(cell) && isWhole(BigInt(cell), false);
};
const isNumber = (cell: Cell, loose: boolean): boolean => {
  if (typeof cell !== 'string') return typeof cell === 'number' || typeof cell === 'bigint';
  return loose && numberForm.test(cell) && Number.isFinite(Number(cell));
};
const isBoolean = (cell: Cell, loose: boolean): boolean =>
  typeof cell === 'boolean' || (loose && typeof cell === 'string' && /^(true|false)$/i.test(cell));
const isDate = (cell: Cell): boolean =>
  typeof cell === 'string' && dateForm.test(cell) && parseInstant(cell) !== undefined;
const isInstant = (cell: Cell): boolean =>
  typeof cell === 'string' && instantForm.test(cell) && /^(?!0000)\d{4}-/.test(instantText(cell));

const checks: readonly (readonly [EdmType, (cell: Cell, loose: boolean) => boolean])[] = [
  ['Edm.Int64', isWhole],
  ['Edm.Double', isNumber],
  ['Edm.Boolean', isBoolean],
  ['Edm.Date', isDate],
  ['Edm.DateTimeOffset', isInstant],
];

export const isEmpty = (cell: Cell | undefined): boolean => cell === null || cell === undefined || cell === '';

/** `loose`: numbers and booleans may be written as texts. */
export function columnGuess(loose: boolean): ColumnGuess {
  let possible = checks;
  let seen = 0;
  let empty = 0;
  let texts = 0;
  return {
    see(cell) {
      if (isEmpty(cell)) return void empty++;
      seen++;
      if (typeof cell === 'string') texts++;
      if (possible.length > 0) possible = possible.filter(([, fits]) => fits(cell, loose));
    },
    type: () => (seen === 0 ? 'Edm.String' : (possible[0]?.[0] ?? 'Edm.String')),
    get isFull() {
      return empty === 0;
    },
    get isMixed() {
      return texts > 0 && texts < seen;
    },
  };
}

/** A value as a table file keeps it. */
export function storedCell(cell: Cell | undefined, type: EdmType): Literal | bigint {
  if (cell === undefined || cell === null || cell === '') return null;
  switch (type) {
    case 'Edm.Int64':
      return typeof cell === 'boolean' ? null : BigInt(cell);
    case 'Edm.Double':
      return Number(cell);
    case 'Edm.Boolean':
      return typeof cell === 'boolean' ? cell : String(cell).toLowerCase() === 'true';
    case 'Edm.DateTimeOffset':
      return instantText(String(cell));
    default:
      return String(cell).toWellFormed();
  }
}

function instantText(text: string): string {
  const time = parseInstant(text);
  return time === undefined ? '' : isoTime(time);
}
