import { isoTime } from './iso-time.ts';

/** What is written as a date is a number of milliseconds since 1970. */
type Cell = string | number | boolean | null | { readonly date: number };

/** Tells spreadsheets that it is UTF-8. */
export const mark = '\uFEFF';

/** Spreadsheets take text that begins with these for a formula and run it; an apostrophe keeps it text. */
const formula = /^[=+\-@\t\r]/;

/** A line of RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(textOf).join(',')}\r\n`;

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return isoTime(cell.date);
  if (typeof cell !== 'string') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
