import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../../std/errors.ts';
import { EngineFailure } from '../../engine.ts';
import { quoted } from '../table-file.ts';
import type { Cell, SourceFile, SourceTable } from './source-table.ts';

/** UTF-16 code units of a text that a table shows. */
const longestText = 16 * 2 ** 20;
/** Bytes of a value that is read at all: bytes may be many, and are not shown. */
const largestValue = 256 * 2 ** 20;

/**
 * The tables of a SQLite file, which is foreign code: it may neither write nor call anything. Views are not read: one of a
 * few lines can take for ever.
 */
export function openSqlite(path: string): SourceFile {
  try {
    const db = new DatabaseSync(path, {
      readOnly: true,
      allowExtension: false,
      readBigInts: true,
      returnArrays: true,
      limits: { length: largestValue },
    });
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON');
    return { tables: namesIn(db).flatMap((name) => tableOf(db, name) ?? []), close: () => db.close() };
  } catch (error) {
    throw error instanceof EngineFailure ? error : broken(error);
  }
}

const broken = (error: unknown): EngineFailure =>
  /too big/.test(messageOf(error))
    ? new EngineFailure('TextTooLong', 'A value of the file is larger than 256 MiB.')
    : new EngineFailure('BrokenTable', `The file cannot be read as SQLite: ${messageOf(error)}`);

/** Neither virtual tables nor what belongs to them. */
function namesIn(db: DatabaseSync): readonly string[] {
  const rows = db.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all();
  return rows
    .map((row) => String(Object.values(row)[0]))
    .filter((name) => !name.startsWith('sqlite_'))
    .sort();
}

function tableOf(db: DatabaseSync, name: string): SourceTable | undefined {
  const columns = db
    .prepare('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(name)
    .map((row) => {
      const [column, place] = Object.values(row);
      return { name: String(column), place: Number(place) };
    });
  if (columns.length === 0) return undefined;
  const key = columns.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place);
  const list = columns.map((column) => quoted(column.name)).join(', ');
  return {
    name,
    header: columns.map((column) => column.name),
    key: key.map((column) => column.name),
    loose: false,
    each(visit) {
      try {
        for (const row of db.prepare(`SELECT ${list} FROM ${quoted(name)}`).iterate()) {
          visit(Object.values(row).map(cellOf));
        }
      } catch (error) {
        throw error instanceof EngineFailure ? error : broken(error);
      }
    },
  };
}

/** Bytes are nothing that a table shows. */
function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' && value.length > longestText) {
    throw new EngineFailure('TextTooLong', 'A text of the file has more than 16,777,216 characters.');
  }
  return typeof value === 'string' || typeof value === 'bigint' ? value : null;
}
