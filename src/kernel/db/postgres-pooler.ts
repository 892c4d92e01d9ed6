import type { Connection, PostgresPool } from './postgres-pool.ts';

/** The address leads to a pooler that gives each transaction any connection: what we keep on ours would be lost. */
export class SharedConnections extends Error {}

/**
 * Throws `SharedConnections` where a pooler in transaction mode answers: it gives the connection that it used last to
 * whoever comes next, so a second client gets that of the first, or the first another one while the second holds it.
 */
export async function refuseSharedConnections(pool: PostgresPool): Promise<void> {
  const first = await pool.hold();
  const second = await pool.hold();
  try {
    const before = await backendOf(first);
    await second.query('BEGIN');
    const other = await backendOf(second);
    const after = await backendOf(first);
    await second.query('ROLLBACK');
    if (other === before || after !== before) throw new SharedConnections();
  } finally {
    first.release(false);
    second.release(false);
  }
}

async function backendOf(connection: Connection): Promise<unknown> {
  return (await connection.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
}
