import type { Snapshot } from './database.ts';
import type { Held, PostgresPool } from './postgres-pool.ts';
import { type RunStatement, rowsOf } from './postgres-rows.ts';
import type { AnyQuery, Compile } from './query.ts';
import { typedPieces } from './rows.ts';

/** One moment of the database, in a transaction that only reads. */
export async function readMoment<T>(
  pool: PostgresPool,
  run: RunStatement,
  work: (moment: Snapshot) => Promise<T>,
): Promise<T> {
  const held = await pool.hold();
  let lost = true;
  try {
    await held.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { all, first } = rowsOf(held, run);
    const result = await work({ dialect: 'postgres', all, first, pieces: typedPieces(piecesOf(held, run.compiled)) });
    await held.query('COMMIT');
    lost = false;
    return result;
  } finally {
    held.release(lost);
  }
}

/** Through a cursor, so that neither side holds all rows. */
function piecesOf(held: Held, compile: Compile) {
  let cursors = 0;
  return async function* pieces(query: AnyQuery, most: number): AsyncGenerator<unknown[]> {
    const { sql, parameters } = compile(query);
    const cursor = `pieces_${++cursors}`;
    await held.query({ text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, values: [...parameters] });
    for (;;) {
      const { rows } = await held.query(`FETCH ${most} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < most) break;
    }
    await held.query(`CLOSE ${cursor}`);
  };
}
