import type { EdmType } from '../../std/odata/edm.ts';
import { breathe, type EngineContext, EngineFailure } from '../engine.ts';
import { type ColumnGuess, columnGuess, storedCell } from './column-types.ts';
import { identifiers } from './identifier.ts';
import type { Column, FileTablesParams, FileTablesResult, NamedTable } from './params.ts';
import { openCsv } from './read/csv.ts';
import { openJson } from './read/json.ts';
import type { SourceFile, SourceTable } from './read/source-table.ts';
import { openSqlite } from './read/sqlite.ts';
import { openWorkbook } from './read/workbook.ts';
import { type NewTableFile, newTableFile } from './table-file.ts';

/** Number of a row from 1, where a source has no key of its own. */
const rowColumn: Column = { name: '_Row', type: 'Edm.Int64', nullable: false };

/** Writes the table file of a file that holds tables. */
export async function writeFileTables(params: FileTablesParams, context: EngineContext): Promise<FileTablesResult> {
  const { output, most } = params;
  context.progress({ step: 'Reading' });
  const source = await openFor(params);
  try {
    if (source.tables.length > most.tables) {
      throw new EngineFailure('TooManyTables', `The file holds more than ${most.tables} tables.`);
    }
    const file = newTableFile(output);
    try {
      const tables: NamedTable[] = [];
      for (const [at, table] of source.tables.entries()) {
        context.progress({ step: 'Writing tables', unit: 'tables', done: at, total: source.tables.length });
        await breathe();
        context.signal?.throwIfAborted();
        tables.push(writeTable(table, `t${at + 1}`, file, params));
      }
      file.done();
      return { tables };
    } catch (error) {
      file.close();
      throw error;
    }
  } finally {
    source.close();
  }
}

async function openFor({ input, form, most }: FileTablesParams): Promise<SourceFile> {
  switch (form) {
    case 'csv':
      return openCsv(input);
    case 'xlsx':
      return openWorkbook(input, most.inflated);
    case 'json':
      return openJson(input);
    case 'sqlite':
      return openSqlite(input);
  }
}

function writeTable(
  source: SourceTable,
  name: string,
  file: NewTableFile,
  { most, texts = false }: FileTablesParams,
): NamedTable {
  const what = source.name === '' ? 'The table' : `The table '${source.name}'`;
  if (source.header.length > most.columns) {
    throw new EngineFailure('TooManyColumns', `${what} has more than ${most.columns} columns.`);
  }
  const guesses = source.header.map(() => columnGuess(source.loose));
  let rows = 0;
  source.each((cells) => {
    if (++rows > most.rows) throw new EngineFailure('TooManyRows', `${what} has more than ${most.rows} rows.`);
    for (const [at, guess] of guesses.entries()) guess.see(cells[at] ?? null);
  });
  const key = keyOf(source, guesses);
  const types = guesses.map((guess) => (texts ? 'Edm.String' : guess.type()));
  const columns = columnsOf(source, types, key);
  const table = {
    name,
    columns: key.length === 0 ? [rowColumn, ...columns] : columns,
    key: key.length === 0 ? [rowColumn.name] : key.map((at) => columns[at]?.name ?? ''),
  };
  const write = file.table(table);
  let row = 0n;
  source.each((cells) => {
    const values = types.map((type, at) => storedCell(cells[at], type));
    write(key.length === 0 ? [++row, ...values] : values);
  });
  return { ...table, label: source.name };
}

/** Of which no two values are stored alike. */
const keyTypes: readonly EdmType[] = ['Edm.Int64', 'Edm.String', 'Edm.Date'];

/** Places of the key's columns; none where they do not tell rows apart after all, as with nulls or mixed types. */
function keyOf({ header, key }: SourceTable, guesses: readonly ColumnGuess[]): readonly number[] {
  const places = key.map((name) => header.indexOf(name));
  const tells = (guess: ColumnGuess | undefined): boolean =>
    guess?.isFull === true && !guess.isMixed && keyTypes.includes(guess.type());
  return places.every((at) => tells(guesses[at])) ? places : [];
}

function columnsOf({ header }: SourceTable, types: readonly EdmType[], key: readonly number[]): readonly Column[] {
  const nameOf = identifiers();
  if (key.length === 0) nameOf(rowColumn.name);
  return header.map((given, at) => {
    const label = given === '' ? `Column${at + 1}` : given;
    const name = nameOf(label);
    const description = name === label ? {} : { description: label };
    return { name, type: types[at] ?? 'Edm.String', nullable: !key.includes(at), ...description };
  });
}
