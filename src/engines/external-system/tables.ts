import { postgresTypeOf } from '../../std/odata/postgres-columns.ts';
import type { EngineContext } from '../engine.ts';
import { identifiers } from '../tables/identifier.ts';
import type { Column } from '../tables/params.ts';
import { type ReadingConnection, readDatabase } from './connection.ts';
import { conversing } from './conversing.ts';
import type { DatabaseSet, DatabaseTables, DatabaseTablesParams } from './params.ts';

const mostSets = 200;
const mostColumns = 1000;

const columnsOf = `
  SELECT c.relname, a.attname, t.typname, a.attnotnull, array_position(i.indkey::int2[], a.attnum)
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE n.nspname = $1 AND c.relkind IN ('r', 'v', 'm', 'p', 'f') AND has_table_privilege(c.oid, 'SELECT')
  ORDER BY c.relname COLLATE "C", a.attnum
  LIMIT 50000`;

interface SqlColumn {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Its place in the primary key, from 0. */
  readonly place: number | undefined;
}

/** The tables of a schema that have a primary key; the others are faults. */
export const readDatabaseTables = (
  { connection, schema }: DatabaseTablesParams,
  context: EngineContext,
): Promise<DatabaseTables> =>
  conversing(context, () => readDatabase(connection, context.signal, (opened) => tablesOf(opened, schema)));

async function tablesOf(connection: ReadingConnection, schema: string): Promise<DatabaseTables> {
  const tables = new Map<string, SqlColumn[]>();
  for (const [table, name, type, required, place] of await connection.rows(columnsOf, [schema])) {
    if (typeof table !== 'string' || typeof name !== 'string' || typeof type !== 'string') continue;
    const columns = tables.get(table) ?? [];
    const number = place === null || place === undefined ? undefined : Number(place);
    columns.push({ name, type, required: required === 't', place: number });
    tables.set(table, columns);
  }
  const nameOf = identifiers();
  nameOf('_Faults');
  const sets: DatabaseSet[] = [];
  const faults: DatabaseTables['faults'][number][] = [];
  for (const [table, columns] of tables) {
    const fault = sets.length >= mostSets ? `There are more than ${mostSets} tables.` : faultOf(columns);
    if (fault !== undefined) faults.push({ file: table, reason: fault });
    else sets.push(setOf(table, nameOf(table), columns));
  }
  return { sets, faults };
}

const keyOf = (columns: readonly SqlColumn[]): readonly SqlColumn[] =>
  columns.filter(({ place }) => place !== undefined).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));

function faultOf(columns: readonly SqlColumn[]): string | undefined {
  const key = keyOf(columns);
  if (key.length === 0) return 'It has no primary key.';
  if (columns.length > mostColumns) return `It has more than ${mostColumns} columns.`;
  const odd = key.find(({ type }) => !keyTypes.has(postgresTypeOf(type)?.edm ?? ''));
  return odd && `The type of '${odd.name}' in its primary key, ${odd.type}, cannot be one.`;
}

/** Of which no two values are written alike. */
const keyTypes: ReadonlySet<string> = new Set(['Edm.String', 'Edm.Int32', 'Edm.Int64', 'Edm.Guid']);

function setOf(table: string, name: string, all: readonly SqlColumn[]): DatabaseSet {
  const nameOf = identifiers();
  const names: DatabaseSet['own'][number][] = [];
  const given = new Map<string, string>();
  const columns = all.flatMap((column): Column[] => {
    const type = postgresTypeOf(column.type)?.edm;
    if (type === undefined) return [];
    const own = nameOf(column.name);
    names.push({ column: own, name: column.name, type: column.type });
    given.set(column.name, own);
    const description = own === column.name ? {} : { description: column.name };
    // what memory cannot hold of a type is null, too
    const nullable = column.place === undefined && !(column.required && alwaysWritten.has(type));
    return [{ name: own, type, nullable, ...description }];
  });
  const key = keyOf(all).map((column) => given.get(column.name) ?? '');
  return { name, columns, key, table, own: names };
}

const alwaysWritten: ReadonlySet<string> = new Set([...keyTypes, 'Edm.Boolean']);
