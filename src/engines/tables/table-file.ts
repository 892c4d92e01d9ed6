import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { EdmType } from '../../std/odata/edm.ts';
import type { Literal } from '../../std/odata/tree.ts';
import type { Table } from './params.ts';

const affinities: Readonly<Record<EdmType, string>> = {
  'Edm.String': 'TEXT',
  'Edm.Guid': 'TEXT',
  'Edm.Date': 'TEXT',
  'Edm.DateTimeOffset': 'TEXT',
  'Edm.Int32': 'INTEGER',
  'Edm.Int64': 'INTEGER',
  'Edm.Boolean': 'INTEGER',
  'Edm.Double': 'REAL',
  'Edm.Decimal': 'REAL',
};

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Writes the rows of a table in any order. */
export type WriteRow = (row: readonly (Literal | bigint)[]) => void;

/** A table file that is being written; all of it or nothing. */
export interface NewTableFile {
  /** Rows have the values of all columns in their order. */
  table(table: Table): WriteRow;
  done(): void;
  /** Gives up. */
  close(): void;
}

export function newTableFile(path: string): NewTableFile {
  const db = new DatabaseSync(path);
  // nobody reads it before it is whole, and one that is not is made again
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 8192; BEGIN');
  return {
    table({ name, columns, key }) {
      const declared = columns.map((one) => `${quoted(one.name)} ${affinities[one.type]}`);
      const primary = `PRIMARY KEY (${key.map(quoted).join(', ')})`;
      db.exec(`CREATE TABLE ${quoted(name)} (${[...declared, primary].join(', ')}) WITHOUT ROWID`);
      const marks = columns.map(() => '?').join(', ');
      const insert = db.prepare(`INSERT INTO ${quoted(name)} VALUES (${marks})`);
      return (row) => void insert.run(...row.map(stored));
    },
    done() {
      db.exec('COMMIT');
      db.close();
    },
    close: () => db.close(),
  };
}

const stored = (value: Literal | bigint): SQLInputValue => (typeof value === 'boolean' ? Number(value) : value);
