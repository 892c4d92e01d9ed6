import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, Unavailable } from '../std/unavailable.ts';
import {
  type Database,
  type Migration,
  type Prepared,
  type Query,
  type Transaction,
  undoesTransaction,
} from './database.ts';
import { pendingMigrations } from './migrate.ts';
import { type Connection, type Deadlines, openPool, type PostgresPool, usualDeadlines } from './postgres-pool.ts';
import { type Compile, compilerFor } from './query.ts';

const attempts = 20;
const migrationLock = 7_246_011;
/** Serialization failure, deadlock, unique violation: run again, then the work's own checks see the other's rows. */
const retryable: Record<string, number> = { '40001': attempts, '40P01': attempts, '23505': 3 };

export interface PostgresOptions {
  readonly poolSize?: number;
  /** Shorter ones: for tests. */
  readonly deadlines?: Deadlines;
}

/** PostgreSQL through a pool. Writes are serializable transactions, run again when they collide with another. */
export function openPostgres(
  url: string,
  { poolSize = 10, deadlines = usualDeadlines }: PostgresOptions = {},
): Database {
  const pool = openPool(url, poolSize, deadlines);
  const compile = compilerFor('postgres');
  return {
    dialect: 'postgres',
    ...rowsOf(pool, compile),
    write: (work) => writeWithRetries(pool, compile, work),
    migrate: (migrations) => migrate(pool, migrations),
    async ping() {
      await pool.query('SELECT 1');
    },
    close: pool.close,
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
      applied.rows.map((row) => (row as { id: string }).id),
    )) {
      for (const statement of migration.statements) {
        await client.query(statement.replaceAll('{text}', 'text COLLATE "C"').replaceAll('{blob}', 'bytea'));
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

function rowsOf(connection: Connection, compile: Compile): Pick<Transaction, 'all' | 'first' | 'run'> {
  const run = (query: Query<unknown> | Prepared<never, unknown>, parameters?: object) => {
    const compiled = compile(query, parameters);
    return connection.query({ text: compiled.sql, values: [...compiled.parameters] });
  };
  return {
    all: async (query: never, parameters?: object) => (await run(query, parameters)).rows as never,
    first: async (query: never, parameters?: object) => (await run(query, parameters)).rows[0] as never,
    run: async (query: never, parameters?: object) => (await run(query, parameters)).rowCount ?? 0,
  };
}

async function writeWithRetries<T>(
  pool: PostgresPool,
  compile: Compile,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(pool, compile, work);
    } catch (error) {
      if (attempt >= (retryable[String(codeOf(error))] ?? 0)) throw error;
      await sleep(Math.random() * Math.min(200, 2 ** attempt));
    }
  }
}

async function writeOnce<T>(pool: PostgresPool, compile: Compile, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.hold();
  const actions: (() => void)[] = [];
  let lost = false;
  try {
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
    const value = await work({
      dialect: 'postgres',
      ...rowsOf(client, compile),
      afterCommit: (action) => void actions.push(action),
    });
    if (undoesTransaction(value)) {
      await client.query('ROLLBACK');
      return value;
    }
    await client.query('COMMIT');
    for (const action of actions) action();
    return value;
  } catch (error) {
    // on a connection that does not answer, a ROLLBACK would only wait once more: its end undoes everything
    if (error instanceof Unavailable) lost = true;
    else
      await client.query('ROLLBACK').catch(() => {
        lost = true;
      });
    throw error;
  } finally {
    client.release(lost);
  }
}
