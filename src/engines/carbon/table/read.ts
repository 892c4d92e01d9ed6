import { open, readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import readWorkbook from 'read-excel-file/node';
import { membersOf } from '../../../std/records.ts';
import { csvRows, decodeText } from '../../csv/csv.ts';
import { EngineFailure } from '../../engine.ts';
import { checkArchive } from '../../workbook/archive.ts';
import { fileTable } from './header.ts';
import type { Table } from './table.ts';

/** Bytes of a workbook once it is inflated. */
const mostInflated = 2 ** 29;

/** The tables of a file, by its content: a workbook, JSON or CSV. `name`: of the file. */
export async function readTables(path: string, name: string): Promise<readonly Table[]> {
  const first = await firstBytes(path);
  if (first.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return workbookTables(path);
  const text = decodeText(await readFile(path)).replace(/^\ufeff/, '');
  if (/^\s*\{/.test(text)) return jsonTables(text);
  const [header, ...rows] = csvRows(text);
  if (header === undefined) throw new EngineFailure('NoTable', 'The file is empty.');
  const title = basename(name, extname(name));
  return [
    fileTable(
      title,
      header.cells,
      rows.map(({ cells }) => cells),
    ),
  ];
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function jsonTables(text: string): readonly Table[] {
  const refuse = () =>
    new EngineFailure(
      'NoTable',
      'The file is no JSON of the form { "tables": { "<name>": [ { "<column>": value } ] } }.',
    );
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    throw refuse();
  }
  const { tables } = membersOf(whole);
  if (typeof tables !== 'object' || tables === null) throw refuse();
  return Object.entries(tables).map(([name, rows]) => {
    if (!Array.isArray(rows) || rows.some((row) => typeof row !== 'object' || row === null)) throw refuse();
    const header = [...new Set(rows.flatMap((row: object) => Object.keys(row)))];
    return fileTable(
      name,
      header,
      rows.map((row: Record<string, unknown>) => header.map((column) => plainValue(row[column]))),
    );
  });
}

function plainValue(value: unknown): string | number | null {
  if (typeof value === 'number' || typeof value === 'string') return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}

async function workbookTables(path: string): Promise<readonly Table[]> {
  await checkArchive(path, mostInflated);
  const sheets = await readWorkbook(path).catch((error: unknown) => {
    throw new EngineFailure(
      'BrokenTable',
      `The workbook cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  });
  return sheets.flatMap(({ sheet, data: [header, ...rows] }) =>
    header === undefined
      ? []
      : fileTable(
          sheet,
          header.map((cell) => String(cell ?? '')),
          rows.map((row) => row.map((cell) => (cell instanceof Date ? cell.toISOString() : plainValue(cell)))),
        ),
  );
}
