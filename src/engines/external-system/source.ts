import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseExactly } from '../../std/exact-json.ts';
import { isRecord, membersOf } from '../../std/records.ts';
import type { EngineContext } from '../engine.ts';
import { EngineFailure } from '../failure.ts';
import { writeFileTables } from '../tables/files.ts';
import type { Column } from '../tables/params.ts';
import { queryTables } from '../tables/query.ts';
import { sortKey } from '../tables/sort-key.ts';
import { readDatabase } from './connection.ts';
import { systemFailed } from './failure.ts';
import type { RowsSource, SourceParams } from './params.ts';
import { callService } from './service.ts';

/** A row as its source has it. */
export type SourceRow = Readonly<Record<string, unknown>>;

const mostRows = 100_000;
const mostBytes = 200_000_000;
const mostTables = { rows: mostRows, columns: 500, tables: 1, inflated: 0 };

/** All rows of a source. Throws an `EngineFailure` of `failure.ts`. */
export async function rowsOf({ source, folder }: SourceParams, context: EngineContext): Promise<readonly SourceRow[]> {
  switch (source.kind) {
    case 'sql': {
      const { connection, sql, parameters } = source;
      const found = await readDatabase(connection, context.signal, (opened) =>
        opened.rows(`SELECT row_to_json(t)::text FROM (${sql}) AS t LIMIT ${mostRows + 1}`, parameters),
      );
      return rowsIn(`[${found.map(([text]) => text ?? 'null').join(',')}]`, undefined);
    }
    case 'http':
      return rowsIn(await callService(source.call, context.signal), source.resultPath);
    case 'file':
      return rowsIn(await fileText(source, folder, context), source.resultPath);
  }
}

type FileSource = Extract<RowsSource, { kind: 'file' }>;

/** The rows of a file as JSON text. */
async function fileText({ path, format, typed }: FileSource, folder: string, context: EngineContext): Promise<string> {
  if (format === 'json') return readFile(path, 'utf8');
  const [made, rows] = [join(folder, 'tables'), join(folder, 'csv-rows')];
  try {
    const params = { input: path, form: 'csv', output: made, most: mostTables, texts: !typed } as const;
    const { tables } = await writeFileTables(params, context);
    const [table] = tables;
    if (table === undefined) return '[]';
    const { columns, key, name } = table;
    const isKey = (column: Column): boolean => key.includes(column.name);
    const order = columns.filter(isKey).map((column) => sortKey(column, false));
    const select = columns.filter((column) => !isKey(column)).map((column) => column.name);
    const query = {
      columns,
      select,
      filter: null,
      order,
      after: null,
      skip: 0,
      limit: mostRows,
      count: false,
      bytes: mostBytes,
      form: 'json' as const,
    };
    const source = { file: made, table: name, constants: {} };
    await queryTables({ sources: [source], query, output: rows }, context);
    return `[${await readFile(rows, 'utf8')}]`;
  } catch (error) {
    throw error instanceof EngineFailure ? systemFailed(error.message) : error;
  }
}

/** The objects of an answer, or of what lies at a path in it. */
function rowsIn(text: string, path: string | undefined): readonly SourceRow[] {
  const where = path === undefined ? '' : ` at '${path}'`;
  const found = (path?.split('.') ?? []).reduce<unknown>((value, name) => membersOf(value)[name], parsed(text));
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  if (list.length > mostRows) throw systemFailed(`it answers with more than ${mostRows} rows.`);
  return list.map((row) => {
    if (isRecord(row)) return row;
    throw systemFailed(`its answer holds no list of objects${where}.`);
  });
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    throw systemFailed('its answer is no JSON.');
  }
}
