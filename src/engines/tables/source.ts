import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { filterOf } from '../../std/odata/evaluate.ts';
import { afterOf, comparePositions, orderOf, type Position } from '../../std/odata/order.ts';
import { conditionOf, type SqlText, sqliteDialect } from '../../std/odata/sql.ts';
import type { Literal } from '../../std/odata/tree.ts';
import { wholeIn } from '../../std/odata/whole.ts';
import { addFilterFunctions, literalOf } from './filter-functions.ts';
import type { PageQuery, RowSource } from './params.ts';
import { quoted } from './table-file.ts';

/** A row with its place: the cells that are written, and the values that it is sorted by. */
export interface FoundRow {
  readonly cells: readonly (string | number | bigint | boolean | null | Uint8Array)[];
  readonly position: Position;
}

/** A source that is open for one question. */
export interface OpenSource {
  count(): number;
  /** In order, after a position and without the first `skip`. */
  rows(after: Position | null, skip: number, limit: number): Iterable<FoundRow>;
  /** The value that a column has throughout, where it has only one. */
  constant(name: string): string | undefined;
  close(): void;
}

export const openSource = (source: RowSource, query: PageQuery): OpenSource =>
  'file' in source ? tableSource(source, query) : memorySource(source.rows, query);

function openTables(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, returnArrays: true });
  addFilterFunctions(db);
  return db;
}

type TableSource = Extract<RowSource, { file: string }>;

function tableSource({ file, table, constants }: TableSource, query: PageQuery): OpenSource {
  const db = openTables(file);
  const textFor = (): SqlText => ({
    dialect: sqliteDialect,
    parameters: [],
    column: (name) => (Object.hasOwn(constants, name) ? `'${constants[name]?.replaceAll("'", "''")}'` : quoted(name)),
  });
  const from = `FROM ${quoted(table)}`;
  // a column of one value tells nothing apart here, and would keep an index from being used
  const order = query.order.filter(({ name }) => !Object.hasOwn(constants, name));
  const types = new Map(query.columns.map(({ name, type }) => [name, type]));
  // as text, since not every whole number of 64 bits is one of JavaScript
  const placed = (cell: SQLOutputValue, at: number): Literal =>
    query.order[at]?.type === 'whole' && typeof cell === 'string' ? (wholeIn(cell) ?? null) : literalOf(cell);
  const cellOf = (name: string, text: SqlText): string =>
    types.get(name) === 'Edm.Int64' ? `CAST(${text.column(name)} AS TEXT)` : text.column(name);
  return {
    constant: (name) => (Object.hasOwn(constants, name) ? constants[name] : undefined),
    count() {
      const text = textFor();
      const where = query.filter === null ? '' : `WHERE ${conditionOf(query.filter, text)}`;
      const [row] = db.prepare(`SELECT count(*) ${from} ${where}`).all(...bound(text));
      return Number(Object.values(row ?? {})[0] ?? 0);
    },
    *rows(after, skip, limit) {
      const text = textFor();
      const list = [
        ...query.select.map((name) => cellOf(name, text)),
        ...query.order.map(({ name }) => cellOf(name, text)),
      ];
      const conditions = query.filter === null ? [] : [conditionOf(query.filter, text)];
      if (after !== null) conditions.push(afterText(query, order, constants, after, text));
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      const sorted = order.length === 0 ? '' : `ORDER BY ${orderOf(order, text)}`;
      const sql = `SELECT ${list.join(', ')} ${from} ${where} ${sorted} LIMIT ${limit} OFFSET ${skip}`;
      for (const row of db.prepare(sql).iterate(...bound(text))) {
        const cells = Object.values(row);
        const width = query.select.length;
        yield { cells: cells.slice(0, width), position: cells.slice(width).map(placed) };
      }
    },
    close: () => db.close(),
  };
}

const bound = ({ parameters }: SqlText): SQLInputValue[] =>
  parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));

/** The rows after a position; where the first of the sort keys has one value here, by which side of it that is. */
function afterText(
  query: PageQuery,
  order: PageQuery['order'],
  constants: Readonly<Record<string, string>>,
  after: Position,
  text: SqlText,
): string {
  const [first] = query.order;
  const constant = first && Object.hasOwn(constants, first.name) ? constants[first.name] : undefined;
  const rest = order.length === query.order.length - 1;
  if (first === undefined || constant === undefined || !rest) return afterOf(query.order, after, text);
  const side = comparePositions([first], [constant], [after[0] ?? null]);
  if (side !== 0) return side > 0 ? 'TRUE' : 'FALSE';
  return order.length === 0 ? 'FALSE' : afterOf(order, after.slice(1), text);
}

type Row = Readonly<Record<string, Literal>>;

function memorySource(all: readonly Row[], query: PageQuery): OpenSource {
  const readValue = (row: Row, name: string): Literal => row[name] ?? null;
  const matches = query.filter === null ? () => true : filterOf(query.filter, readValue);
  const positionOf = (row: Row): Position => query.order.map(({ name }) => readValue(row, name));
  const found = all.filter(matches);
  return {
    constant: () => undefined,
    count: () => found.length,
    *rows(after, skip, limit) {
      const placed = found
        .map((row) => ({ row, position: positionOf(row) }))
        .filter(({ position }) => after === null || comparePositions(query.order, position, after) > 0)
        .sort((a, b) => comparePositions(query.order, a.position, b.position));
      for (const { row, position } of placed.slice(skip, skip + limit)) {
        yield { cells: query.select.map((name) => readValue(row, name)), position };
      }
    },
    close() {},
  };
}
