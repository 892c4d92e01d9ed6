import { buffer } from 'node:stream/consumers';
import { XMLParser } from 'fast-xml-parser';
import readXlsxFile, { readSheet } from 'read-excel-file/node';
import yauzl from 'yauzl';
import { membersOf } from '../../std/records.ts';
import { xmlBeyondBounds } from '../../std/xml-bounds.ts';
import { EngineFailure } from '../engine.ts';

/** A sheet of cells, as the library reads it. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly unknown[])[];
}

interface SheetEntry {
  readonly name: string;
  readonly isVisible: boolean;
}

const notOne = (why: string) => new EngineFailure('NotAWorkbook', `The workbook cannot be read: ${why}`);

/** All visible sheets of cells of a workbook that `checkArchive` has looked at; charts and dialogs are none. */
export async function visibleSheets(path: string): Promise<readonly Sheet[]> {
  const { cells, others } = await entriesOf(path);
  const visible = cells.filter(({ isVisible }) => isVisible);
  if (others === 0) {
    // the library reads what sheets have in common once
    const all = await readXlsxFile(path).catch(() => undefined);
    if (all !== undefined) {
      const named = new Set(visible.map(({ name }) => name));
      return all.filter(({ sheet }) => named.has(sheet)).map(({ sheet, data }) => ({ name: sheet, rows: data }));
    }
  }
  const found: Sheet[] = [];
  for (const { name } of visible) found.push(await sheetNamed(path, name));
  return found;
}

/** The first sheet of cells, hidden or not. */
export async function firstSheet(path: string): Promise<Sheet> {
  const [first] = (await entriesOf(path)).cells;
  if (first === undefined) throw notOne('it has no sheet with cells.');
  return sheetNamed(path, first.name);
}

async function sheetNamed(path: string, name: string): Promise<Sheet> {
  try {
    return { name, rows: await readSheet(path, name) };
  } catch (error) {
    throw notOne(`the sheet '${name.slice(0, 40)}' ${reasonIn(error)}`);
  }
}

const wrongs: Readonly<Record<string, string>> = {
  VALUE_INVALID: 'has a value that is none of its type',
  TYPE_INVALID: 'is of an unknown type',
  FORMAT_INVALID: 'has a format that the workbook does not hold',
};

/** For people: the library tells of single cells, and of all else by its own faults. */
function reasonIn(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [, row, column, code = ''] = /row (\d+), col (\d+): (\w+)/.exec(message) ?? [];
  const wrong = wrongs[code];
  if (wrong !== undefined) return `has a cell in row ${row}, column ${column}, that ${wrong}. Save the workbook anew.`;
  const missing = /"(xl\/[^"]{1,100})" file not found/.exec(message)?.[1];
  if (missing !== undefined) return `is not in the file: its part ${missing} is missing.`;
  return 'is not written as a workbook must be. Open the file with a spreadsheet program and save it anew.';
}

/** The sheets that a workbook names, of cells and others, in their order. */
async function entriesOf(path: string): Promise<{ readonly cells: readonly SheetEntry[]; readonly others: number }> {
  const [book, relations] = await partsOf(path, ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels']);
  const { sheet } = membersOf(membersOf(membersOf(parsed(book)).workbook).sheets);
  const kinds = kindsIn(relations);
  const cells: SheetEntry[] = [];
  const all = listOf(sheet);
  for (const one of all) {
    const { name, state, id } = membersOf(one);
    if (!kinds.has(String(id))) throw notOne(`nothing says where its sheet '${String(name).slice(0, 40)}' is.`);
    if (!/\/worksheet$/i.test(kinds.get(String(id)) ?? '')) continue;
    cells.push({ name: String(name), isVisible: state === undefined || state === 'visible' });
  }
  if (all.length === 0) throw notOne('it has no sheets.');
  return { cells, others: all.length - cells.length };
}

/** Kinds of what a workbook refers to, by their ids. */
function kindsIn(relations: string): ReadonlyMap<string, string> {
  const { Relationship } = membersOf(membersOf(parsed(relations)).Relationships);
  return new Map(
    listOf(Relationship).map((one) => {
      const { Id, Type } = membersOf(one);
      return [String(Id), String(Type)];
    }),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  isArray: (name) => name === 'sheet' || name === 'Relationship',
});

function parsed(xml: string): unknown {
  const beyond = xmlBeyondBounds(xml);
  if (beyond !== undefined) throw notOne(`${beyond}.`);
  try {
    return parser.parse(xml);
  } catch {
    throw notOne('its list of sheets is no XML.');
  }
}

/** The texts of parts; empty for one that is not there. */
async function partsOf(path: string, names: readonly [string, string]): Promise<readonly [string, string]> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  const texts = new Map<string, string>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (names.includes(entry.fileName))
        texts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'));
    }
  } finally {
    zip.close();
  }
  return [texts.get(names[0]) ?? '', texts.get(names[1]) ?? ''];
}
