import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Engines, ParamsOf, ResultOf } from '../../../engines/engines.ts';
import type { RowsSource, SourceParams } from '../../../engines/external-system/params.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { type AskEngine, askSystem, type SourceEngine } from '../connection/ask.ts';
import { baseOf, callOf, databaseOf } from '../connection/connection.ts';
import { credentialsOf } from '../connection/credentials.ts';
import { SystemFailure } from '../connection/failure.ts';
import type { Source } from '../definition.ts';
import type { Asking, Federation } from '../deps.ts';
import { runQuery } from '../query/run-query.ts';
import { systemNamed } from '../store/systems.ts';
import type { SystemRow } from '../tables.ts';
import { addressOf, bodyOf, statementOf, textOf, type Variables } from './template.ts';

const mostBytes = 20_000_000;

/** A source of a package, with what a request fills in. */
export interface AskedSource {
  readonly source: Source;
  readonly variables: Variables;
  /** Of CSV: a column has the type of all its values, else all are texts. */
  readonly typed: boolean;
  readonly twin: TwinFacts;
}

/**
 * Lets an engine read a source: `work` is told how, and of a folder that is there while it works. Throws a
 * `SystemFailure` or `SystemLate`.
 */
export const withSource = <T>(
  asked: AskedSource,
  asking: Asking,
  of: Federation,
  work: (params: SourceParams, ask: AskEngine) => Promise<T>,
): Promise<T> =>
  of.ports.engines.workFolder(async (folder) => {
    const { source, twin } = asked;
    if (source.kind === 'file') {
      const file = await fileOf(source, asked, folder, asking, of);
      return work({ source: file, folder }, askFile(asking, of));
    }
    const row = await systemNamed(asking.db, twin.id, source.systemId);
    if (row === undefined) throw new SystemFailure('it is not stored in this twin.');
    const system = await systemSource(source, row, asked, of);
    return work({ source: system, folder }, (engine, params) => askSystem(row, engine, params, asking, of));
  });

async function systemSource(
  source: Exclude<Source, { kind: 'file' }>,
  row: SystemRow,
  { variables }: AskedSource,
  of: Federation,
): Promise<RowsSource> {
  const credentials = credentialsOf(row, of);
  if (source.kind === 'sql') {
    const connection = await databaseOf(credentials, of.allowed);
    return { kind: 'sql', connection, ...statementOf(source.statement, variables) };
  }
  const { method, path, resultPath } = source;
  const url = addressOf(baseOf(credentials), path, variables);
  const body = source.body === undefined ? undefined : bodyOf(source.body, variables);
  return { kind: 'http', call: await callOf({ method, url, body }, credentials, of.allowed), resultPath };
}

type FileSource = Extract<Source, { kind: 'file' }>;

async function fileOf(
  { file, format, resultPath }: FileSource,
  { variables, twin, typed }: AskedSource,
  folder: string,
  { signal }: Asking,
  { ports }: Federation,
): Promise<RowsSource> {
  const path = join(folder, 'input');
  const content = await contentOf(textOf(file, variables), twin.id, ports);
  await pipeline(content, createWriteStream(path), { signal });
  return { kind: 'file', path, format, typed, resultPath };
}

async function contentOf(fileId: string, twinId: string, { files }: Federation['ports']): Promise<Readable> {
  const file = await files.open(fileId);
  if (file?.twinId !== twinId || file.size > mostBytes) {
    file?.stream.destroy();
    throw new SystemFailure(file?.twinId === twinId ? 'its file is too large.' : 'its file is not in this twin.');
  }
  return file.stream;
}

/** A file of the twin is no system: reading it is a question like any other. */
const askFile =
  (asking: Asking, of: Federation): AskEngine =>
  async <N extends SourceEngine>(engine: N, params: ParamsOf<Engines, N>): Promise<ResultOf<Engines, N>> => {
    try {
      return await runQuery(engine, params, asking, of);
    } catch (error) {
      if (error instanceof JobFailure && error.code === 'SystemFailed') throw new SystemFailure(error.message);
      throw error;
    }
  };
