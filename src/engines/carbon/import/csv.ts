import { type CsvRow, csvRows } from '../../csv/csv.ts';
import { EngineFailure } from '../../engine.ts';
import { type Module, modules } from '../modules.ts';
import type { Declaration, Standard } from '../types.ts';
import {
  dayOf,
  declaredOf,
  figuresOf,
  nameOf,
  numberOf,
  positive,
  Refusal,
  some,
  someFigures,
  textOf,
} from './facts.ts';

/** Columns of a file without header, in their order. */
const usual = [
  'name',
  'declaredQuantity',
  'declaredUnit',
  'density',
  'massPerUnit',
  'thickness',
  'standard',
  'validUntil',
  'reference',
  'example',
  ...modules,
];
const needed = ['name', 'declaredQuantity', 'declaredUnit'];

export interface Attempt {
  readonly name: string | null;
  readonly line: number | null;
  /** Throws a `Refusal`. */
  read(): Declaration;
}

/** The rows of a CSV file: with the names of its columns, or in the usual order. */
export function* csvDeclarations(text: string): Generator<Attempt> {
  const rows = csvRows(text);
  const [first, ...rest] = rows;
  if (first === undefined) throw new EngineFailure('NoDeclarations', 'The file is empty.');
  const names = first.cells.map((cell) => cell.trim().toLowerCase());
  const hasHeader = names.includes('name') && names.includes('declaredunit');
  if (!hasHeader && first.cells.length < needed.length) {
    throw new EngineFailure('NoDeclarations', 'The file is neither openEPD, nor ILCD+EPD, nor a CSV of declarations.');
  }
  const columns = hasHeader ? names : usual.map((one) => one.toLowerCase());
  for (const row of hasHeader ? rest : rows) {
    const cell = (name: string) => row.cells[columns.indexOf(name.toLowerCase())]?.trim() ?? '';
    yield { name: textOf(cell('name')) ?? null, line: row.line, read: () => declarationOf(row, cell) };
  }
}

function declarationOf({ cells }: CsvRow, cell: (name: string) => string): Declaration {
  if (cells.length > 1000) throw new Refusal('The row has too many cells.');
  const name = nameOf(cell('name'));
  const declared = declaredOf(cell('declaredQuantity'), cell('declaredUnit'));
  const given = new Map<Module, number>();
  for (const module of modules) {
    const value = numberOf(cell(module), module);
    if (value !== undefined) given.set(module, value);
  }
  return {
    name,
    declared,
    standard: standardOf(cell('standard')),
    gwp: someFigures(figuresOf(given)),
    example: /^(true|yes|1)$/i.test(cell('example')),
    ...some({
      density: positive(cell('density'), 'density'),
      massPerUnit: positive(cell('massPerUnit'), 'mass per unit'),
      thickness: positive(cell('thickness'), 'thickness'),
      validUntil: dayOf(cell('validUntil')),
      reference: textOf(cell('reference')),
    }),
  };
}

/** Of any text that names one of the two editions. */
export function standardOf(text: string): Standard | null {
  const edition = /15804\s*[:+]?.*\bA([12])\b/.exec(text.replace('+A', ' A'))?.[1];
  return edition === undefined ? null : edition === '1' ? 'EN 15804+A1' : 'EN 15804+A2';
}
