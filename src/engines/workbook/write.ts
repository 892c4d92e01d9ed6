import { stat } from 'node:fs/promises';
import writeSheets from 'write-excel-file/node';
import { jsonLinesIn } from '../../std/json-lines.ts';
import type { Cell, WorkbookWriterParams, WorkbookWriterResult } from './write-params.ts';

const longestCell = 32_767;

/** Writes a workbook; texts stay texts, whatever they begin with. */
export async function writeWorkbook({ sheets, output }: WorkbookWriterParams): Promise<WorkbookWriterResult> {
  const written = [];
  for (const { input, name } of sheets) written.push({ data: await rowsIn(input), sheet: name, stickyRowsCount: 1 });
  await writeSheets(written).toFile(output);
  return { size: (await stat(output)).size };
}

async function rowsIn(path: string) {
  const rows: ReturnType<typeof cellOf>[][] = [];
  for await (const cells of jsonLinesIn<readonly Cell[]>(path)) {
    rows.push(cells.map((cell) => cellOf(cell, rows.length === 0)));
  }
  return rows;
}

function cellOf(cell: Cell, isHead: boolean) {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (typeof cell === 'boolean') return { value: cell, type: Boolean };
  if (typeof cell === 'object') return { value: new Date(cell.date), type: Date, format: 'yyyy-mm-dd hh:mm' };
  return { value: cell.slice(0, longestCell), type: String, ...(isHead ? { fontWeight: 'bold' as const } : {}) };
}
