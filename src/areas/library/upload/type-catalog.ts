import { CsvError, parse } from 'csv-parse';
import type { AdHocProperty, PropertyType } from '../property.ts';

/** A type of a design file: a line of its type catalog. */
export interface CatalogType {
  readonly name: string;
  readonly properties: readonly AdHocProperty[];
}

const mostTypes = 10_000;
const mostColumns = 500;
const longestName = 250;
export const mostBytes = 5 * 2 ** 20;

/** Why a type catalog cannot be read; its text is for people. */
export class UnreadableTypeCatalog extends Error {
  constructor(line: number, why = '') {
    super(`Line ${line} of the type catalog cannot be read${why === '' ? '' : `: ${why}`}.`);
  }
}

const number = 'DoubleType' as const;
const types: Readonly<Record<string, PropertyType>> = {
  LENGTH: number,
  AREA: number,
  VOLUME: number,
  ANGLE: number,
  NUMBER: number,
  CURRENCY: number,
  INTEGER: 'IntegerType',
  YESNO: 'BooleanType',
};

/** UTF-8, UTF-16 with its mark, else Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface Column {
  readonly name: string;
  readonly type: PropertyType;
  readonly unit: string;
}

/** `Width##LENGTH##MILLIMETERS` */
function columnOf(cell: string, line: number): Column {
  const [name = '', type = '', unit = ''] = cell.split('##').map((part) => part.trim());
  if (name === '' || name.length > longestName)
    throw new UnreadableTypeCatalog(line, 'a column has no name, or a long one');
  return { name, type: types[type.toUpperCase()] ?? 'StringType', unit };
}

/** The types of a type catalog. Throws `UnreadableTypeCatalog`, which names the line. */
export async function readTypeCatalog(bytes: Uint8Array, signal?: AbortSignal): Promise<CatalogType[]> {
  let columns: readonly Column[] | undefined;
  const found: CatalogType[] = [];
  for await (const { cells, line } of linesOf(textOf(bytes))) {
    signal?.throwIfAborted();
    if (columns === undefined) {
      if (cells.length > mostColumns + 1) throw new UnreadableTypeCatalog(line, `more than ${mostColumns} columns`);
      columns = withoutTail(cells.slice(1)).map((cell) => columnOf(cell, line));
      continue;
    }
    if (found.length === mostTypes) throw new UnreadableTypeCatalog(line, `more than ${mostTypes} types`);
    found.push(typeOf(cells, columns, line));
  }
  if (columns === undefined) throw new UnreadableTypeCatalog(1, 'it is empty');
  return found;
}

/** Programs end lines with a comma more. */
const withoutTail = (cells: readonly string[]): readonly string[] =>
  cells.at(-1)?.trim() === '' ? cells.slice(0, -1) : cells;

function typeOf([first = '', ...rest]: readonly string[], columns: readonly Column[], line: number): CatalogType {
  const name = first.trim();
  if (name === '' || name.length > longestName)
    throw new UnreadableTypeCatalog(line, 'the type has no name, or a long one');
  if (rest.slice(columns.length).some((cell) => cell.trim() !== '')) {
    throw new UnreadableTypeCatalog(line, 'it has more values than there are columns');
  }
  const properties = columns.map((column, at) => ({
    displayName: column.name,
    type: column.type,
    value: rest[at] ?? '',
    unitOfMeasure: column.unit,
  }));
  return { name, properties };
}

async function* linesOf(text: string): AsyncGenerator<{ cells: readonly string[]; line: number }> {
  const parser = parse(text, { bom: true, info: true, relax_column_count: true, skip_empty_lines: true });
  try {
    for await (const { record, info } of parser) yield { cells: record, line: info.lines };
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableTypeCatalog(Number(error.lines ?? 1));
    throw error;
  }
}
