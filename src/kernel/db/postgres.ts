import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Database, type Prepared, type Query, type Transaction, undoesTransaction } from './database.ts';
import { pendingMigrations } from './migrate.ts';
import { type Compile, compilerFor } from './query.ts';

const attempts = 20;
/** For a connection of the pool or a new one: rather an error than a request that hangs. */
const connectionWaitMs = 30_000;
const migrationLock = 7_246_011;
/** Serialization failure, deadlock, unique violation: run again, then the work's own checks see the other's rows. */
const retryable: Record<string, number> = { '40001': attempts, '40P01': attempts, '23505': 3 };

interface Connection {
  query(text: { text: string; values: unknown[] }): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

/** PostgreSQL through a pool. Writes are serializable transactions, run again when they collide with another. */
export function openPostgres(url: string, poolSize = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: { getTypeParser },
    connectionTimeoutMillis: connectionWaitMs,
  });
  pool.on('error', () => {}); // an idle connection was cut; the pool replaces it at the next use
  const compile = compilerFor('postgres');
  return {
    dialect: 'postgres',
    ...rowsOf(pool, compile),
    write: (work) => writeWithRetries(pool, compile, work),
    async migrate(migrations) {
      const client = await pool.connect();
      try {
        await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
        await client.query('CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, applied bigint NOT NULL)');
        const applied = await client.query<{ id: string }>('SELECT id FROM migrations');
        await client.query('BEGIN');
        for (const migration of pendingMigrations(
          migrations,
          applied.rows.map((row) => row.id),
        )) {
          for (const statement of migration.statements) {
            await client.query(statement.replaceAll('{text}', 'text COLLATE "C"').replaceAll('{blob}', 'bytea'));
          }
          await client.query('INSERT INTO migrations (id, applied) VALUES ($1, $2)', [migration.id, Date.now()]);
        }
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      } finally {
        await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
        client.release();
      }
    },
    async ping() {
      await pool.query('SELECT 1');
    },
    close: () => pool.end(),
  };
}

/** bigint as a number: every one we store is a count or a time in milliseconds. */
function getTypeParser(oid: number, format?: string): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return Number;
  return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
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

async function writeWithRetries<T>(pool: pg.Pool, compile: Compile, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(pool, compile, work);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt >= (retryable[code ?? ''] ?? 0)) throw error;
      await sleep(Math.random() * Math.min(200, 2 ** attempt));
    }
  }
}

async function writeOnce<T>(pool: pg.Pool, compile: Compile, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const actions: (() => void)[] = [];
  let broken: Error | undefined;
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
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
