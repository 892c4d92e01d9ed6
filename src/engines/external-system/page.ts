import type { EdmType } from '../../std/odata/edm.ts';
import { afterOf, orderOf } from '../../std/odata/order.ts';
import { type PostgresType, postgresTypeOf } from '../../std/odata/postgres-columns.ts';
import { conditionOf, postgresDialect, type SqlText } from '../../std/odata/sql.ts';
import type { Literal } from '../../std/odata/tree.ts';
import type { EngineContext } from '../engine.ts';
import { pageFile, separatorOf } from '../tables/page-file.ts';
import type { Column, Page, PageQuery } from '../tables/params.ts';
import { rowTextOf } from '../tables/rows.ts';
import { type ReadingConnection, readDatabase } from './connection.ts';
import { conversing } from './conversing.ts';
import { systemFailed } from './failure.ts';
import type { DatabasePageParams, DatabaseSet } from './params.ts';

const atOnce = 500;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Named {
  readonly column: string;
  readonly type: PostgresType;
}

function namedIn({ own }: DatabaseSet): (name: string) => Named {
  const byColumn = new Map(own.map((one) => [one.column, one]));
  return (name) => {
    const found = byColumn.get(name);
    const type = found && postgresTypeOf(found.type);
    if (found === undefined || type === undefined) throw new Error(`There is no column '${name}'.`);
    return { column: quoted(found.name), type };
  };
}

/** Writes a page of a table into a new file, or counts only. */
export const readDatabasePage = (params: DatabasePageParams, context: EngineContext): Promise<Page> =>
  conversing(context, () => readDatabase(params.connection, context.signal, (opened) => readPage(opened, params)));

async function readPage(
  connection: ReadingConnection,
  { schema, set: of, query, output }: DatabasePageParams,
): Promise<Page> {
  const from = `FROM ${quoted(schema)}.${quoted(of.table)}`;
  const count = query.count ? await countOf(connection, from, of, query) : null;
  if (output === null) return { rows: 0, count, last: null };
  const { sql, parameters } = selectOf(from, of, query);
  await connection.rows(`DECLARE page NO SCROLL CURSOR FOR ${sql}`, parameters);
  return { count, ...(await writeRows(connection, query, output)) };
}

function textFor(named: (name: string) => Named): SqlText {
  return {
    dialect: postgresDialect,
    parameters: [],
    column(name) {
      const { column, type } = named(name);
      return type.compared(column);
    },
  };
}

async function countOf(
  connection: ReadingConnection,
  from: string,
  of: DatabaseSet,
  { filter }: PageQuery,
): Promise<number> {
  const text = textFor(namedIn(of));
  const where = filter === null ? '' : `WHERE ${conditionOf(filter, text)}`;
  const [row] = await connection.rows(`SELECT count(*)::text ${from} ${where}`, text.parameters);
  return Number(row?.[0] ?? 0);
}

function selectOf(from: string, of: DatabaseSet, query: PageQuery) {
  const named = namedIn(of);
  const text = textFor(named);
  const conditions = query.filter === null ? [] : [conditionOf(query.filter, text)];
  if (query.after !== null) conditions.push(afterOf(query.order, query.after, text));
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const list = [...query.select, ...query.order.map(({ name }) => name)].map((name) => {
    const { column, type } = named(name);
    return type.written(column);
  });
  const sql = `SELECT ${list.join(', ')} ${from} ${where} ORDER BY ${orderOf(query.order, text)} LIMIT ${query.limit + 1} OFFSET ${query.skip}`;
  return { sql, parameters: text.parameters };
}

async function writeRows(connection: ReadingConnection, query: PageQuery, output: string) {
  const byName = new Map(query.columns.map((column) => [column.name, column]));
  const columns = query.select.flatMap((name) => byName.get(name) ?? []);
  const sorted = query.order.flatMap(({ name }) => byName.get(name) ?? []);
  const rowText = rowTextOf(columns, query);
  const page = pageFile(output, query.bytes);
  let rows = 0;
  let last: readonly Literal[] | null = null;
  try {
    for (;;) {
      const found = await connection.rows(`FETCH ${atOnce} FROM page`);
      for (const cells of found) {
        if (rows === query.limit) return { rows, last };
        page.write((rows === 0 ? '' : separatorOf(query)) + rowText(columns.map((one, at) => checked(cells[at], one))));
        last = sorted.map((one, at) => checked(cells[columns.length + at], one));
        rows++;
      }
      if (found.length < atOnce) return { rows, last: null };
    }
  } finally {
    page.close();
  }
}

const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const whole = /^-?\d{1,19}$/;
const forms: Readonly<Record<EdmType, RegExp>> = {
  'Edm.Int32': whole,
  'Edm.Int64': whole,
  'Edm.Double': number,
  'Edm.Decimal': number,
  'Edm.Boolean': /^[tf]$/,
  'Edm.Date': /^\d{4}-\d\d-\d\d$/,
  'Edm.Guid': /^[0-9a-f-]{36}$/,
  'Edm.DateTimeOffset': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  'Edm.String': /^/,
};

/** A value of the type that the database said it has: an answer holds nothing else, whatever comes. */
function checked(cell: string | null | undefined, { name, type, nullable }: Column): string | boolean | null {
  if (cell === undefined || (cell === null && !nullable)) {
    throw systemFailed(`a row has no value of '${name}', though it says that each has one.`);
  }
  if (cell === null) return null;
  if (typeof cell !== 'string' || !forms[type].test(cell)) {
    throw systemFailed(`a value of '${name}' is not of the type that it says.`);
  }
  return type === 'Edm.Boolean' ? cell === 't' : cell;
}
