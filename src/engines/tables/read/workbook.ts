import { buffer } from 'node:stream/consumers';
import { XMLParser } from 'fast-xml-parser';
import readXlsxFile from 'read-excel-file/node';
import yauzl from 'yauzl';
import { membersOf } from '../../../kernel/std/records.ts';
import { EngineFailure } from '../../engine.ts';
import { checkArchive } from '../../workbook/archive.ts';
import { type Cell, inMemory, type SourceFile } from './source-table.ts';

/** The visible sheets of a workbook that have a header; formulas count by their stored values. */
export async function openWorkbook(path: string, inflated: number): Promise<SourceFile> {
  await checkArchive(path, inflated);
  const hidden = await hiddenSheets(path);
  const sheets = await readXlsxFile(path).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new EngineFailure('NotAWorkbook', `The workbook cannot be read: ${why}`);
  });
  const tables = sheets
    .filter(({ sheet }) => !hidden.has(sheet))
    .flatMap(({ sheet, data }) => {
      const rows = data.map((row) => row.map(cellOf));
      const first = rows.findIndex((row) => row.some((cell) => cell !== null));
      const header = rows[first]?.map((cell) => String(cell ?? '').trim());
      return header === undefined ? [] : [inMemory(sheet, header, rows.slice(first + 1), false)];
    });
  return { tables, close() {} };
}

/** A date without time is a date. */
function cellOf(cell: unknown): Cell {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : null;
}

async function hiddenSheets(path: string): Promise<ReadonlySet<string>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== 'xl/workbook.xml') continue;
      const xml = (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8');
      return new Set(
        sheetsIn(xml).flatMap(({ name, state }) => (state === undefined || state === 'visible' ? [] : [name])),
      );
    }
    return new Set();
  } finally {
    zip.close();
  }
}

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '', removeNSPrefix: true, parseAttributeValue: false },
  isArray: (name) => name === 'sheet',
});

function sheetsIn(xml: string): readonly { readonly name: string; readonly state: string | undefined }[] {
  const { sheet } = membersOf(membersOf(membersOf(parser.parse(xml)).workbook).sheets);
  const list: readonly unknown[] = Array.isArray(sheet) ? sheet : [];
  return list.map((one) => {
    const { name, state } = membersOf(one);
    return { name: String(name), state: typeof state === 'string' ? state : undefined };
  });
}
