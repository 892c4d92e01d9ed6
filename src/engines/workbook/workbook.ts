import { EngineFailure } from '../engine.ts';
import { checkArchive } from './archive.ts';
import type { WorkbookParams, WorkbookResult } from './params.ts';
import { firstSheet } from './sheets.ts';

/** Reads the first sheet of a workbook. */
export async function readWorkbook({ input, inflated, rows, columns }: WorkbookParams): Promise<WorkbookResult> {
  await checkArchive(input, inflated);
  const { rows: cells } = await firstSheet(input);
  const last = cells.findLastIndex((row) => row.some((cell) => textOf(cell).trim() !== ''));
  const used = cells.slice(0, last + 1);
  if (used.length > rows) throw new EngineFailure('WorkbookTooLarge', `There are more than ${rows} rows.`);
  return { rows: used.map((row) => row.slice(0, columns + 1).map(textOf)) };
}

/** A cell as it is shown where nothing else is said of it; a date without time as a date. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}
