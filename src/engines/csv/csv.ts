import { readFileSync, statSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { factOf } from '../../std/errors.ts';
import { EngineFailure } from '../engine.ts';
import { localColumns } from './local-columns.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** Bytes of a file that is read as one text: longer ones are none in JavaScript. */
const largestText = 500_000_000;

/** The text of a file of tables, by `decodeText`. Throws an `EngineFailure` for one that is too large. */
export function readText(path: string): string {
  if (statSync(path).size > largestText) {
    throw new EngineFailure('TextTooLong', 'The file is larger than 500 MB, the most that is read of a text.');
  }
  return decodeText(readFileSync(path));
}

/** A text file of a table: UTF-8, UTF-16 with a mark, else Windows-1252. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** How the cells of a file are parted, as options of the parser. */
export interface Parting {
  readonly delimiter: string;
  /** The first line that is a row. */
  readonly from_line: number;
  /** What ends a row; files that several programs have written have both. */
  readonly record_delimiter: string[];
}

/** What spreadsheets write before the first row for spreadsheets of other languages: `sep=;`. */
const separatorLine = /^"?sep=([,;\t|])"?$/i;

/** The delimiter that the first line names, which is no row then; else that which it has most of, outside of quotes. */
export function partingOf(text: string): Parting {
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n|\r/, 1);
  const [, named] = separatorLine.exec(line) ?? [];
  const record_delimiter = text.includes('\n') ? ['\r\n', '\n'] : ['\r'];
  if (named !== undefined) return { delimiter: named, from_line: 2, record_delimiter };
  const [bare = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n|\r/, 1);
  const counts = delimiters.map((one) => [bare.split(one).length - 1, one] as const);
  return {
    delimiter: counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1],
    from_line: 1,
    record_delimiter,
  };
}

export interface CsvRow {
  readonly cells: readonly string[];
  /** Of the file, counted from 1: the one on which the row ends. */
  readonly line: number;
}

/**
 * The rows of a CSV file by RFC 4180; where semicolons part the cells, columns of numbers with decimal commas and of dates
 * with points are read as such.
 */
export function csvRows(text: string): readonly CsvRow[] {
  const parting = partingOf(text);
  const rows: CsvRow[] = [];
  try {
    parse(text, {
      ...parting,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: string[], { lines }) => void rows.push({ cells: record, line: lines }),
    });
    return parting.delimiter === ';' ? inLocalForms(rows) : rows;
  } catch (error) {
    const lines = factOf(error, 'lines');
    throw new EngineFailure(
      'BrokenTable',
      'The file is no readable CSV: a quote does not end.',
      typeof lines === 'number' ? lines : undefined,
    );
  }
}

/** The first row may be a header, which says nothing of its columns. */
function inLocalForms(rows: readonly CsvRow[]): readonly CsvRow[] {
  const columns = localColumns();
  for (const { cells } of rows.length > 1 ? rows.slice(1) : rows) columns.see(cells);
  return rows.map(({ cells, line }) => ({ cells: columns.rewritten(cells), line }));
}
