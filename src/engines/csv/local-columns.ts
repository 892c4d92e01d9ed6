/*
 * Spreadsheets in German and many other languages part cells by semicolons, and write decimal commas, thousands points and
 * days before months. What a cell means is told by its whole column: one text in it, and all stay as they are written.
 */

/** How the cells of a column are written as others write them; undefined for one that stays as it is. */
type Rewrite = (cell: string) => string;

export interface LocalColumns {
  see(cells: readonly string[]): void;
  /** What was seen of all columns, applied to a row. */
  rewritten(cells: readonly string[]): readonly string[];
}

const number = /^-?(0|[1-9]\d*|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?$/;
/** 1.234 alone may be a decimal point. */
const surelyLocal = /,|\..*\./;
const date = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

const numberOf: Rewrite = (cell) => cell.trim().replaceAll('.', '').replace(',', '.');

function dateOf(cell: string): string | undefined {
  const [, day = '', month = '', year = ''] = date.exec(cell.trim()) ?? [];
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  // there is no 31st of April
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text;
}

interface Column {
  areNumbers: boolean;
  areDates: boolean;
  isLocal: boolean;
  isEmpty: boolean;
}

export function localColumns(): LocalColumns {
  const columns: Column[] = [];
  const see = (cell: string, at: number) => {
    const text = cell.trim();
    columns[at] ??= { areNumbers: true, areDates: true, isLocal: false, isEmpty: true };
    const column = columns[at];
    if (text === '') return;
    column.isEmpty = false;
    column.areNumbers &&= number.test(text);
    column.areDates &&= dateOf(text) !== undefined;
    column.isLocal ||= surelyLocal.test(text);
  };
  return {
    see: (cells) => cells.forEach(see),
    rewritten: (cells) => cells.map((cell, at) => (cell.trim() === '' ? cell : rewriteOf(columns[at])(cell))),
  };
}

const asWritten: Rewrite = (cell) => cell;

function rewriteOf(column: Column | undefined): Rewrite {
  if (column === undefined || column.isEmpty) return asWritten;
  if (column.areDates) return (cell) => dateOf(cell) ?? cell;
  return column.areNumbers && column.isLocal ? (cell) => (number.test(cell.trim()) ? numberOf(cell) : cell) : asWritten;
}
