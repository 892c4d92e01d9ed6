import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TwinFacts } from '../../../kernel/ports/twins.ts';
import { isRecord, membersOf } from '../../../kernel/std/records.ts';
import type { Asking, Federation } from '../data/needs.ts';
import type { Source } from '../package/definition.ts';
import { SystemFailure } from '../sql/failure.ts';
import { credentialsOf } from '../system/credentials.ts';
import { systemNamed } from '../system.store.ts';
import type { Credentials, SystemRow } from '../tables.ts';
import { csvRowsText } from './csv.ts';
import { baseOf, callService } from './http.ts';
import { addressOf, bodyOf, statementOf, textOf, type Variables } from './template.ts';

/** A row as its source has it. */
export type SourceRow = Readonly<Record<string, unknown>>;

const mostRows = 100_000;
const mostBytes = 20_000_000;

/** All rows of a source of a package; the values of a CSV file are texts unless `typed`. Throws a `SystemFailure` or `SystemLate`. */
export async function sourceRows(
  source: Source,
  variables: Variables,
  twin: TwinFacts,
  asking: Asking,
  of: Federation,
  typed = true,
): Promise<readonly SourceRow[]> {
  switch (source.kind) {
    case 'sql': {
      const { row, credentials } = await systemOf(source.systemId, twin, asking, of);
      const { sql, parameters } = statementOf(source.statement, variables);
      const found = await of.sql.read({ key: `${row.id} ${row.version}`, credentials }, asking.signal, (connection) =>
        connection.rows(`SELECT row_to_json(t)::text FROM (${sql}) AS t LIMIT ${mostRows + 1}`, parameters),
      );
      return rowsIn(`[${found.map(([text]) => text ?? 'null').join(',')}]`, undefined);
    }
    case 'http': {
      const { credentials } = await systemOf(source.systemId, twin, asking, of);
      const url = addressOf(baseOf(credentials), source.path, variables);
      const body = source.body === undefined ? undefined : bodyOf(source.body, variables);
      const call = { method: source.method, url, body };
      return rowsIn(await callService(call, credentials, of.allowed, asking.signal), source.resultPath);
    }
    case 'file': {
      const content = await contentOf(textOf(source.file, variables), twin, of);
      const text =
        source.format === 'csv'
          ? await csvRowsText(content, typed, asking, of)
          : (await buffer(content)).toString('utf8');
      return rowsIn(text, source.resultPath);
    }
  }
}

async function systemOf(
  systemId: string,
  twin: TwinFacts,
  { db }: Asking,
  of: Federation,
): Promise<{ readonly row: SystemRow; readonly credentials: Credentials }> {
  const row = await systemNamed(db, twin.id, systemId);
  if (row === undefined) throw new SystemFailure('it is not stored in this twin.');
  return { row, credentials: credentialsOf(row, of) };
}

async function contentOf(fileId: string, twin: TwinFacts, { ports }: Federation): Promise<Readable> {
  const file = await ports.files.open(fileId);
  if (file?.twinId !== twin.id || file.size > mostBytes) {
    file?.stream.destroy();
    throw new SystemFailure(file?.twinId === twin.id ? 'its file is too large.' : 'its file is not in this twin.');
  }
  return file.stream;
}

/** The objects of an answer, or of what lies at a path in it. */
function rowsIn(text: string, path: string | undefined): readonly SourceRow[] {
  const where = path === undefined ? '' : ` at '${path}'`;
  const found = (path?.split('.') ?? []).reduce<unknown>((value, name) => membersOf(value)[name], parsed(text));
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  if (list.length > mostRows) throw new SystemFailure(`it answers with more than ${mostRows} rows.`);
  return list.map((row) => {
    if (isRecord(row)) return row;
    throw new SystemFailure(`its answer holds no list of objects${where}.`);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SystemFailure('its answer is no JSON.');
  }
}
