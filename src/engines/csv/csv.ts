import { parse } from 'csv-parse/sync';
import { factOf } from '../../kernel/std/errors.ts';
import { EngineFailure } from '../engine.ts';

const delimiters = [',', ';', '\t', '|'] as const;

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

/** The one of the usual delimiters that the first line has most of, outside of quotes. */
export function delimiterOf(text: string): string {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const counts = delimiters.map((one) => [line.split(one).length - 1, one] as const);
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}

export interface CsvRow {
  readonly cells: readonly string[];
  /** Of the file, counted from 1: the one on which the row ends. */
  readonly line: number;
}

/** The rows of a CSV file by RFC 4180; a decimal comma becomes a point where semicolons part the cells. */
export function csvRows(text: string): readonly CsvRow[] {
  const delimiter = delimiterOf(text);
  const point = delimiter === ';' ? (cell: string) => cell.replace(/^\s*([+-]?\d+),(\d+)\s*$/, '$1.$2') : String;
  const rows: CsvRow[] = [];
  try {
    parse(text, {
      ...{ delimiter, bom: true, relax_column_count: true, skip_empty_lines: true },
      on_record: (record: string[], { lines }) => void rows.push({ cells: record.map(point), line: lines }),
    });
    return rows;
  } catch (error) {
    const lines = factOf(error, 'lines');
    throw new EngineFailure(
      'BrokenTable',
      'The file is no readable CSV: a quote does not end.',
      typeof lines === 'number' ? lines : undefined,
    );
  }
}
