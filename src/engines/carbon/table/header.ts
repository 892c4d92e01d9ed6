import { EngineFailure } from '../../engine.ts';
import { mostRows } from '../params.ts';
import { type BaseUnit, tableUnit } from '../units.ts';
import { type Cell, emptyCell, type Row, type Table } from './table.ts';

type Value = string | number | null;

/** A column of a file: `Volume [m3]` is the column `Volume` in cubic metres. */
interface Column {
  readonly name: string;
  readonly at: number;
  /** Undefined: the unit is in a column of its own, or there is none. */
  readonly unit: readonly [unit: BaseUnit, factor: number] | undefined;
}

const bracketed = /^(.*?)\s*\[([^\]]*)\]\s*$/s;

/** A table of a file: its header, and its rows as values in the order of the header. */
export function fileTable(name: string, header: readonly string[], rows: readonly (readonly Value[])[]): Table {
  if (rows.length > mostRows) throw new EngineFailure('TooManyRows', 'The table has more than 200,000 rows.');
  const columns = new Map<string, Column>();
  for (const [at, text] of header.entries()) {
    const [, plain = text, unit = ''] = bracketed.exec(text) ?? [];
    const column = { name: plain.trim(), at, unit: tableUnit(unit) };
    if (!columns.has(column.name)) columns.set(column.name, column);
  }
  const unitColumn = named('unit', columns);
  const column = (wanted: string) =>
    columns.has(wanted.trim()) ? wanted.trim() : named(wanted.trim().toLowerCase(), columns)?.name;
  return {
    name,
    column,
    *rows() {
      for (const row of rows) yield rowOf(row, columns, unitColumn);
    },
  };
}

const named = (wanted: string, columns: ReadonlyMap<string, Column>): Column | undefined =>
  [...columns.values()].find(({ name }) => name.toLowerCase() === wanted);

const rowOf = (row: readonly Value[], columns: ReadonlyMap<string, Column>, unitColumn: Column | undefined): Row => ({
  cell(name): Cell {
    const column = columns.get(name);
    if (column === undefined) return emptyCell;
    const value = row[column.at] ?? null;
    const unit = column.unit ?? (unitColumn && tableUnit(String(row[unitColumn.at] ?? '')));
    const number = numberOf(value);
    if (number === undefined) return { value };
    if (unit === undefined) return { value, number };
    return { value, number: number * unit[1], unit: unit[0], source: 'table' };
  },
});

/** Also of a text, as all cells of some formats are. */
function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value === null || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value)) return undefined;
  return Number(value);
}
