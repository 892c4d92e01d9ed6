import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { csvLine } from '../../../std/csv.ts';
import type { outputFormats } from './schema.ts';

export type OutputFormat = (typeof outputFormats)[number];

type Cell = string | number | null | undefined;
export type ExportItem = Readonly<Record<string, Cell>>;

/** The bytes of an export: a JSON array or RFC 4180 CSV in UTF-8, packed as asked. Errors come through the stream. */
export async function exportStream(
  items: AsyncIterable<ExportItem>,
  columns: readonly string[],
  format: OutputFormat,
  id: string,
): Promise<Readable> {
  const lines = format.startsWith('Json') ? jsonText(items) : csvText(items, columns);
  const text = Readable.from(lines, { objectMode: false });
  if (format === 'Csv') return text;
  if (format === 'JsonZipArchive') return zipped(text, `${id}.json`);
  return piped(text, createGzip());
}

export function fileNameOf(format: OutputFormat, id: string): string {
  const endings: Record<OutputFormat, string> = {
    JsonGZip: '.json.gz',
    JsonZipArchive: '.zip',
    CsvGZip: '.csv.gz',
    Csv: '.csv',
  };
  return id + endings[format];
}

async function* jsonText(items: AsyncIterable<ExportItem>): AsyncGenerator<string> {
  let separator = '[';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* csvText(items: AsyncIterable<ExportItem>, columns: readonly string[]): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const item of items) yield csvLine(columns.map((name) => item[name] ?? null));
}

async function zipped(source: Readable, name: string): Promise<Readable> {
  const { default: yazl } = await import('yazl'); // for those who export
  const zip = new yazl.ZipFile();
  zip.addReadStream(source, name);
  zip.end();
  return piped(source, undefined, zip.outputStream);
}

/** Joins source and packer, so that an error of one ends the other. */
function piped(source: Readable, packer?: NodeJS.ReadWriteStream, packed?: NodeJS.ReadableStream): Readable {
  const out = new PassThrough();
  const run = packer ? pipeline(source, packer, out) : pipeline(packed ?? source, out);
  run.catch((error: Error) => out.destroy(error));
  if (packed) source.once('error', (error) => out.destroy(error));
  return out;
}
