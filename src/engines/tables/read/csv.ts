import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { factOf } from '../../../kernel/std/errors.ts';
import { decodeText, delimiterOf } from '../../csv/csv.ts';
import { EngineFailure } from '../../engine.ts';
import type { SourceFile } from './source-table.ts';

/** A text file of one table: by RFC 4180, with a header. */
export function openCsv(path: string): SourceFile {
  const text = decodeText(readFileSync(path));
  const delimiter = delimiterOf(text);
  // who parts cells by semicolons writes numbers with a comma
  const point = delimiter === ';' ? (cell: string) => cell.replace(/^\s*(-?\d+),(\d+)\s*$/, '$1.$2') : String;
  const visitAll = (visit: (cells: readonly string[]) => void, to?: number): void => {
    try {
      parse(text, {
        ...{ delimiter, bom: true, relax_column_count: true, skip_empty_lines: true, ...(to ? { to } : {}) },
        on_record: (record: string[]) => void visit(record),
      });
    } catch (error) {
      if (error instanceof EngineFailure) throw error;
      const lines = factOf(error, 'lines');
      const line = typeof lines === 'number' ? lines : undefined;
      throw new EngineFailure('BrokenTable', 'The file is no readable CSV: a quote does not end.', line);
    }
  };
  let header: readonly string[] | undefined;
  visitAll((cells) => {
    header ??= cells.map((cell) => cell.trim());
  }, 1);
  if (header === undefined) throw new EngineFailure('EmptyTable', 'The file has no header.');
  return {
    tables: [
      {
        ...{ name: '', header, key: [], loose: true },
        each(visit) {
          let isHeader = true;
          visitAll((cells) => {
            if (!isHeader) visit(cells.map(point));
            isHeader = false;
          });
        },
      },
    ],
    close() {},
  };
}
