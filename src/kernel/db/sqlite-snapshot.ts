import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { Snapshot } from './database.ts';
import type { AnyQuery, Compile } from './query.ts';
import type { Rows } from './rows.ts';
import { typedPieces } from './rows.ts';

/** One moment of a database in WAL mode, on a connection of its own; writers go on, and are not seen. */
export async function readMoment<T>(
  connection: DatabaseSync,
  { rows, compile }: { readonly rows: Rows; readonly compile: Compile },
  work: (moment: Snapshot) => Promise<T>,
): Promise<T> {
  try {
    connection.exec('PRAGMA query_only = ON; BEGIN');
    connection.prepare('SELECT 1 FROM sqlite_schema').get(); // the first read is the moment
    const { all, first } = rows;
    return await work({ dialect: 'sqlite', all, first, pieces: typedPieces(piecesOf(connection, compile)) });
  } finally {
    connection.close();
  }
}

const piecesOf = (connection: DatabaseSync, compile: Compile) =>
  async function* pieces(query: AnyQuery, most: number): AsyncGenerator<unknown[]> {
    const { sql, parameters } = compile(query);
    const rows = stepsOf(connection.prepare(sql), parameters);
    for (;;) {
      const piece: unknown[] = [];
      while (piece.length < most) {
        const { value, done } = rows.next();
        if (done) break;
        piece.push(value);
      }
      if (piece.length > 0) yield piece;
      if (piece.length < most) return;
      await turn(); // requests have their turn between two pieces
    }
  };

const stepsOf = (statement: StatementSync, values: readonly unknown[]): Iterator<unknown> =>
  statement.iterate(...values.map(asInput));

function asInput(value: unknown): SQLInputValue {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`No value of SQL: ${typeof value}`);
}
