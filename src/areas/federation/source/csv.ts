import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EngineFailure } from '../../../engines/engine.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import type { Asking, Federation } from '../data/needs.ts';
import { sortKey } from '../odata/options.ts';
import { SystemFailure } from '../sql/failure.ts';

const most = { rows: 100_000, columns: 500, tables: 1, inflated: 0 };
const mostBytes = 200_000_000;
const bounds = { time: 60_000, memory: 2 ** 30 };

/**
 * The rows of a CSV file as JSON text, read in a process of its own. With `typed` each column has the type of all its
 * values, else all values are texts.
 */
export const csvRowsText = (
  content: Readable,
  typed: boolean,
  { signal }: Asking,
  { ports, room }: Federation,
): Promise<string> =>
  ports.engines.workFolder(async (folder) => {
    const [input, made, rows] = [join(folder, 'input'), join(folder, 'tables'), join(folder, 'rows')];
    await pipeline(content, createWriteStream(input), { signal });
    const job = { signal, progress() {}, log() {} };
    try {
      return await room(signal, async () => {
        const params = { input, form: 'csv', output: made, most, texts: !typed } as const;
        const { tables } = await ports.engines.run(job, 'fileTables', params, bounds);
        const [table] = tables;
        if (table === undefined) return '[]';
        const { columns, key, name } = table;
        const order = columns.filter((one) => key.includes(one.name)).map((one) => sortKey(one, false));
        const select = columns.map((column) => column.name).filter((one) => !key.includes(one));
        const query = {
          ...{
            columns,
            select,
            filter: null,
            order,
            after: null,
          },
          ...{ skip: 0, limit: most.rows, count: false, bytes: mostBytes },
          form: 'json',
        } as const;
        const source = { file: made, table: name, constants: {} };
        await ports.engines.run(job, 'queryTables', { sources: [source], query, output: rows }, bounds);
        return `[${await readFile(rows, 'utf8')}]`;
      });
    } catch (error) {
      if (error instanceof JobFailure || error instanceof EngineFailure) throw new SystemFailure(error.message);
      throw error;
    }
  });
