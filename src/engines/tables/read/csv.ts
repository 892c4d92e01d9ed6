import { parse } from 'csv-parse/sync';
import { factOf } from '../../../std/errors.ts';
import { partingOf, readText } from '../../csv/csv.ts';
import { localColumns } from '../../csv/local-columns.ts';
import { EngineFailure } from '../../engine.ts';
import type { SourceFile } from './source-table.ts';

/** A text file of one table: by RFC 4180, with a header. */
export function openCsv(path: string): SourceFile {
  const text = readText(path);
  const parting = partingOf(text);
  const visitAll = (visit: (cells: readonly string[]) => void, to?: number): void => {
    try {
      parse(text, {
        ...parting,
        bom: true,
        relax_column_count: true,
        skip_empty_lines: true,
        ...(to ? { to } : {}),
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
  const eachRow = (visit: (cells: readonly string[]) => void) => {
    let isHeader = true;
    visitAll((cells) => {
      if (!isHeader) visit(cells);
      isHeader = false;
    });
  };
  // who parts cells by semicolons writes numbers with a comma
  const local = parting.delimiter === ';' ? localColumns() : undefined;
  if (local !== undefined) eachRow((cells) => local.see(cells));
  if (header === undefined) throw new EngineFailure('EmptyTable', 'The file has no header.');
  return {
    tables: [
      {
        name: '',
        header,
        key: [],
        loose: true,
        each: (visit) => eachRow((cells) => visit(local?.rewritten(cells) ?? cells)),
      },
    ],
    close() {},
  };
}
