import type { Database, Migration } from './database.ts';
import { pendingMigrations } from './migrate.ts';
import { sharedReads } from './postgres-memory.ts';
import { type Deadlines, openPool, type PostgresPool, usualDeadlines } from './postgres-pool.ts';
import { refuseSharedConnections } from './postgres-pooler.ts';
import { rowsOf, runDirectly } from './postgres-rows.ts';
import { readMoment } from './postgres-snapshot.ts';
import { groupedWrites } from './postgres-writes.ts';
import { compilerFor } from './query.ts';

const migrationLock = 7_246_011;
const snapshot = { name: 'snapshot', text: 'SELECT pg_current_snapshot()::text AS now', values: [] };

export interface PostgresOptions {
  /** Connections of this process; default 10. */
  readonly poolSize?: number | undefined;
  /** Shorter ones: for tests. */
  readonly deadlines?: Deadlines;
}

/**
 * PostgreSQL through a pool. What requests read is remembered until anybody commits; writes share serializable
 * transactions, which are run again when they collide with those of another process.
 */
export function openPostgres(
  url: string,
  { poolSize = 10, deadlines = usualDeadlines }: PostgresOptions = {},
): Database {
  const pool = openPool(url, poolSize, deadlines);
  const run = runDirectly(compilerFor('postgres'));
  const rows = rowsOf(pool, run);
  const shared = sharedReads({
    async look() {
      const [row] = (await pool.query(snapshot)).rows as [{ readonly now: string }];
      return row.now;
    },
    compiled: run.compiled,
    read: (statement) => run.on(pool, statement),
  });
  const writes = groupedWrites(pool, run, shared.forget);
  return {
    dialect: 'postgres',
    ...rows,
    forRequest: shared.reader,
    write: writes.write,
    snapshot: (work) => readMoment(pool, run, work),
    async migrate(migrations) {
      await refuseSharedConnections(pool);
      await migrate(pool, migrations);
    },
    figures: pool.figures,
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      await writes.idle();
      await pool.close();
    },
  };
}

/** One process at a time; the lock and whatever was half done go with the connection. */
async function migrate(pool: PostgresPool, migrations: readonly Migration[]): Promise<void> {
  const client = await pool.forMigration();
  try {
    await client.query({ text: 'SELECT pg_advisory_lock($1)', values: [migrationLock] });
    await client.query('CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, applied bigint NOT NULL)');
    const applied = await client.query('SELECT id FROM migrations');
    await client.query('BEGIN');
    for (const migration of pendingMigrations(
      migrations,
      applied.rows.map(({ id }) => String(id)),
    )) {
      for (const statement of migration.statements) {
        const known = statement.replaceAll('{text}', 'text COLLATE "C"').replaceAll('{blob}', 'bytea');
        await client.query(known.replaceAll('{by key}', ''));
      }
      await client.query({
        text: 'INSERT INTO migrations (id, applied) VALUES ($1, $2)',
        values: [migration.id, Date.now()],
      });
    }
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}
