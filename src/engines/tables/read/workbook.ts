import { checkArchive } from '../../workbook/archive.ts';
import { visibleSheets } from '../../workbook/sheets.ts';
import { type Cell, inMemory, type SourceFile } from './source-table.ts';

/** The visible sheets of a workbook that have a header; formulas count by their stored values. */
export async function openWorkbook(path: string, inflated: number): Promise<SourceFile> {
  await checkArchive(path, inflated);
  const tables = (await visibleSheets(path)).flatMap(({ name, rows: all }) => {
    const rows = all.map((row) => row.map(cellOf));
    const first = rows.findIndex((row) => row.some((cell) => cell !== null));
    const header = rows[first]?.map((cell) => String(cell ?? '').trim());
    return header === undefined ? [] : [inMemory(name, header, rows.slice(first + 1), false)];
  });
  return { tables, close() {} };
}

/** A date without time is a date. */
function cellOf(cell: unknown): Cell {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : null;
}
