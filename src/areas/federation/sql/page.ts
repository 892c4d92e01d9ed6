import { pageFile, separatorOf } from '../../../engines/tables/page-file.ts';
import type { Column, Page, PageQuery } from '../../../engines/tables/params.ts';
import { rowTextOf } from '../../../engines/tables/rows.ts';
import type { EdmType } from '../../../kernel/std/odata/edm.ts';
import { afterOf, orderOf } from '../../../kernel/std/odata/order.ts';
import { type PostgresType, postgresTypeOf } from '../../../kernel/std/odata/postgres-columns.ts';
import { conditionOf, postgresDialect, type SqlText } from '../../../kernel/std/odata/sql.ts';
import type { Literal } from '../../../kernel/std/odata/tree.ts';
import type { ReadingConnection } from './connections.ts';
import { SystemFailure } from './failure.ts';
import type { SqlSet } from './tables.ts';

const atOnce = 500;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Named {
  readonly column: string;
  readonly type: PostgresType;
  /** Compared as it is, so that an index of it helps. */
  readonly whole: boolean;
}

function namedIn({ columns }: SqlSet): (name: string) => Named {
  return (name) => {
    const found = columns.get(name);
    const type = found && postgresTypeOf(found.type);
    if (found === undefined || type === undefined) throw new Error(`There is no column '${name}'.`);
    return { column: quoted(found.name), type, whole: /^int[248]$/.test(found.type) };
  };
}

/** Writes a page of a table into a new file, or counts only. */
export async function readPage(
  connection: ReadingConnection,
  schema: string,
  of: SqlSet,
  query: PageQuery,
  output: string | null,
): Promise<Page> {
  const from = `FROM ${quoted(schema)}.${quoted(of.table)}`;
  const count = query.count ? await countOf(connection, from, of, query) : null;
  if (output === null) return { rows: 0, count, last: null };
  const { sql, parameters } = selectOf(from, of, query);
  await connection.rows(`DECLARE page NO SCROLL CURSOR FOR ${sql}`, parameters);
  return { count, ...(await writeRows(connection, query, output)) };
}

function textFor(named: (name: string) => Named, parameters: Literal[], places: boolean): SqlText {
  return {
    dialect: postgresDialect,
    parameters,
    column(name) {
      const { column, type, whole } = named(name);
      return places && whole ? column : type.compared(column);
    },
    parameterFor: (name, number) => (places && named(name).whole ? `$${number}::int8` : undefined),
  };
}

async function countOf(
  connection: ReadingConnection,
  from: string,
  of: SqlSet,
  { filter }: PageQuery,
): Promise<number> {
  const text = textFor(namedIn(of), [], false);
  const where = filter === null ? '' : `WHERE ${conditionOf(filter, text)}`;
  const [row] = await connection.rows(`SELECT count(*)::text ${from} ${where}`, text.parameters);
  return Number(row?.[0] ?? 0);
}

function selectOf(from: string, of: SqlSet, query: PageQuery) {
  const named = namedIn(of);
  const parameters: Literal[] = [];
  const [filters, places] = [textFor(named, parameters, false), textFor(named, parameters, true)];
  const conditions = query.filter === null ? [] : [conditionOf(query.filter, filters)];
  if (query.after !== null) conditions.push(afterOf(query.order, query.after, places));
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const list = [...query.select, ...query.order.map(({ name }) => name)].map((name) => {
    const { column, type } = named(name);
    return type.written(column);
  });
  const sql = `SELECT ${list.join(', ')} ${from} ${where} ORDER BY ${orderOf(query.order, places)} LIMIT ${query.limit + 1} OFFSET ${query.skip}`;
  return { sql, parameters };
}

async function writeRows(connection: ReadingConnection, query: PageQuery, output: string) {
  const byName = new Map(query.columns.map((column) => [column.name, column]));
  const columns = query.select.flatMap((name) => byName.get(name) ?? []);
  const sorted = query.order.flatMap(({ name }) => byName.get(name) ?? []);
  const rowText = rowTextOf(columns, query.form);
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
const forms: Readonly<Record<EdmType, RegExp>> = {
  ...{ 'Edm.Int32': number, 'Edm.Int64': number, 'Edm.Double': number, 'Edm.Decimal': number },
  ...{ 'Edm.Boolean': /^[tf]$/, 'Edm.Date': /^\d{4}-\d\d-\d\d$/, 'Edm.Guid': /^[0-9a-f-]{36}$/ },
  ...{ 'Edm.DateTimeOffset': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'Edm.String': /^/ },
};

/** A value of the type that the database said it has: an answer holds nothing else, whatever comes. */
function checked(cell: string | null | undefined, { name, type, nullable }: Column): string | boolean | null {
  if (cell === undefined || (cell === null && !nullable)) {
    throw new SystemFailure(`a row has no value of '${name}', though it says that each has one.`);
  }
  if (cell === null) return null;
  if (typeof cell !== 'string' || !forms[type].test(cell)) {
    throw new SystemFailure(`a value of '${name}' is not of the type that it says.`);
  }
  return type === 'Edm.Boolean' ? cell === 't' : cell;
}
