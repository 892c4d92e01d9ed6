import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Cell } from '../../engines/workbook/write-params.ts';
import { contentDisposition } from '../../kernel/blobs/disposition.ts';
import { csvLine, mark } from '../../std/csv.ts';
import type { Context } from '../http/context.ts';
import { reply } from '../http/endpoint.ts';
import { workOf } from '../request-work.ts';

/** The lines of a table, the heads first. */
export type Lines = AsyncIterable<readonly Cell[]>;

export interface NamedTable {
  /** Of the sheet in a workbook, at most 31 characters. */
  readonly name: string;
  readonly lines: Lines;
}

const csvType = 'text/csv; charset=utf-8';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What tables are answered as. */
export const tableTypes = ['text/csv', workbookType] as const;

/** Of a workbook, all its sheets together: its writer holds them in memory. */
export const mostRows = 100_000;
const mostMs = 60_000;

async function* asCsv(lines: Lines) {
  yield mark;
  for await (const line of lines) yield csvLine(line);
}

/** A table as a file of text, `fileName` without its ending; it is read while it is sent. */
export const csvReply = (lines: Lines, fileName: string) =>
  reply(
    200,
    { stream: Readable.from(asCsv(lines), { objectMode: false }), type: csvType },
    { headers: { 'Content-Disposition': contentDisposition('attachment', `${fileName}.csv`) } },
  );

/** For whom a workbook is written, and with what. */
type Asked = Pick<Context, 'ports' | 'caller'>;

/** Tables as the sheets of a workbook, which an engine writes; undefined where they have more than `mostRows`. */
export async function workbookReply(tables: readonly NamedTable[], fileName: string, asked: Asked) {
  const workbook = await asked.ports.engines.workFolder((folder) => workbookOf(tables, folder, asked));
  if (workbook === undefined) return undefined;
  const body = { stream: Readable.from([workbook]), type: workbookType, length: workbook.length };
  return reply(200, body, {
    headers: { 'Content-Disposition': contentDisposition('attachment', `${fileName}.xlsx`) },
  });
}

async function workbookOf(
  tables: readonly NamedTable[],
  folder: string,
  { ports, caller }: Asked,
): Promise<Buffer | undefined> {
  let left = mostRows;
  const sheets: { input: string; name: string }[] = [];
  for (const { name, lines } of tables) {
    const input = join(folder, `rows-${sheets.length}.jsonl`);
    await pipeline(Readable.from(asJson(lines)), createWriteStream(input));
    sheets.push({ input, name });
  }
  if (left < 0) return undefined;
  const output = join(folder, 'table.xlsx');
  const outcome = await workOf(ports, { who: caller.userId, mostMs }, (run) =>
    run('workbookWriter', { sheets, output }),
  );
  if ('failure' in outcome) throw new Error(`The workbook was not made: ${outcome.failure}`);
  return buffer(createReadStream(output));

  async function* asJson(lines: Lines) {
    for await (const line of lines) {
      if (left-- < 0) return;
      yield `${JSON.stringify(line)}\n`;
    }
  }
}
