import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { factOf } from '../std/errors.ts';
import { forgetOldest } from '../std/oldest.ts';
import { asUnavailable } from '../std/unavailable.ts';
import { spanning } from '../tracing/span.ts';
import { type Database, type Migration, type Reader, type Transaction, undoesTransaction } from './database.ts';
import { pendingMigrations } from './migrate.ts';
import { type AnyQuery, type Compile, compilerFor } from './query.ts';
import { type Rows, typedRows } from './rows.ts';
import { type ReadMemory, readMemory } from './sqlite-memory.ts';
import { spanOfStatement } from './traced.ts';

const busyWaitMs = 10_000;
const statementsKept = 500;

interface PendingWrite {
  readonly work: (tx: Transaction) => Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Settle = () => void;

export interface SqliteOptions {
  /** Most writes that share a transaction; only measurements set it. */
  readonly writesTogether?: number;
}

/**
 * SQLite in this process, in WAL mode with synchronous=FULL. Reads use a connection of their own and see the last
 * commit; what was read is remembered until the next. The writes of one turn of the event loop share one transaction
 * and one fsync, a savepoint each.
 */
export function openSqlite(file: string, { writesTogether = Number.POSITIVE_INFINITY }: SqliteOptions = {}): Database {
  const writer = orUnavailable(() => connect(file));
  const reader = orUnavailable(() => connect(file));
  const compile = compilerFor('sqlite');
  const memory = readMemory(reader);
  const reads = rowsOf(reader, compile, memory);
  const writes = rowsOf(writer, compile);
  const savepoint = savepointOf(writer);
  let queue: PendingWrite[] = [];
  let flushing: Promise<void> | undefined;

  const schedule = () => {
    flushing ??= new Promise<void>((done) => setImmediate(() => flush().then(done))).then(() => {
      flushing = undefined;
      if (queue.length > 0) schedule();
    });
  };

  async function flush(): Promise<void> {
    const batch = queue.slice(0, writesTogether);
    queue = queue.slice(writesTogether);
    const settled: Settle[] = [];
    const committed: (() => void)[] = [];
    try {
      rollBack(writer);
      await begin(writer);
      for (const write of batch) settled.push(await runOne(writer, savepoint, writes, write, committed));
      writer.exec('COMMIT');
      memory.forget();
    } catch (error) {
      rollBack(writer);
      for (const write of batch) write.reject(asUnavailable('database', error));
      return;
    }
    for (const settle of settled) settle();
    for (const action of committed) action();
  }

  const own: Reader = { dialect: 'sqlite', ...reads };
  return {
    ...own,
    forRequest: () => own,
    write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve, reject });
        schedule();
      });
    },
    migrate: (migrations) => migrate(writer, migrations),
    figures: [],
    async ping() {
      orUnavailable(() => reader.exec('SELECT 1 FROM sqlite_schema'));
    },
    async close() {
      while (flushing) await flushing;
      reader.close();
      writer.close();
    },
  };
}

/** Never fails: a full or broken disk may already have undone the transaction, or refuse this as well. */
function rollBack(connection: DatabaseSync): void {
  try {
    if (connection.isTransaction) connection.exec('ROLLBACK');
  } catch {
    // the next BEGIN tells what is wrong
  }
}

function orUnavailable<R>(ask: () => R): R {
  try {
    return ask();
  } catch (error) {
    throw asUnavailable('database', error);
  }
}

function connect(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4000;',
  );
  return connection;
}

/** Another process may hold the write lock: wait for it without blocking this one's event loop. */
async function begin(connection: DatabaseSync): Promise<void> {
  const end = Date.now() + busyWaitMs;
  for (;;) {
    try {
      return connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      const busy = factOf(error, 'errcode') === 5;
      if (!busy || Date.now() > end) throw error;
      await sleep(1 + Math.random() * 4);
    }
  }
}

function rowsOf(connection: DatabaseSync, compile: Compile, memory?: ReadMemory): Rows {
  const statements = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    let found = statements.get(sql);
    if (found === undefined) {
      if (statements.size >= statementsKept) forgetOldest(statements);
      found = connection.prepare(sql);
      statements.set(sql, found);
    }
    return found;
  };
  const run = <R>(query: AnyQuery, parameters: object | undefined, how: How<R>): R => {
    const compiled = compile(query, parameters);
    const now = () =>
      spanning(spanOfStatement('sqlite', compiled.sql), () =>
        orUnavailable(() => how(statement(compiled.sql), compiled.parameters as SQLInputValue[])),
      );
    return memory ? memory.recall(compiled.sql, how.name, compiled.parameters, now) : now();
  };
  return typedRows({
    all: async (query, parameters) => run(query, parameters, allRows),
    first: async (query, parameters) => run(query, parameters, firstRow),
    run: async (query, parameters) => run(query, parameters, changedRows),
  });
}

type How<R> = (statement: StatementSync, values: SQLInputValue[]) => R;
const allRows: How<unknown> = (statement, values) => statement.all(...values);
const firstRow: How<unknown> = (statement, values) => statement.get(...values);
const changedRows: How<number> = (statement, values) => Number(statement.run(...values).changes);

interface Savepoint {
  set(): void;
  undo(): void;
  release(): void;
}

function savepointOf(connection: DatabaseSync): Savepoint {
  const statement = (sql: string) => {
    const prepared = connection.prepare(sql);
    return () => void prepared.run();
  };
  return { set: statement('SAVEPOINT one'), undo: statement('ROLLBACK TO one'), release: statement('RELEASE one') };
}

/** Runs one write in its savepoint; what to tell its caller waits for the commit. */
async function runOne(
  connection: DatabaseSync,
  savepoint: Savepoint,
  rows: Rows,
  write: PendingWrite,
  committed: (() => void)[],
): Promise<Settle> {
  const actions: (() => void)[] = [];
  const tx: Transaction = { dialect: 'sqlite', ...rows, afterCommit: (action) => void actions.push(action) };
  savepoint.set();
  try {
    const value = await write.work(tx);
    if (undoesTransaction(value)) savepoint.undo();
    else committed.push(...actions);
    savepoint.release();
    return () => write.resolve(value);
  } catch (error) {
    // what undid the whole transaction undid the savepoint with it: then this is what all of them failed of
    if (!connection.isTransaction) throw error;
    savepoint.undo();
    savepoint.release();
    return () => write.reject(error);
  }
}

async function migrate(connection: DatabaseSync, migrations: readonly Migration[]): Promise<void> {
  try {
    await begin(connection);
    applyMigrations(connection, migrations);
    connection.exec('COMMIT');
  } catch (error) {
    rollBack(connection);
    throw asUnavailable('database', error);
  }
}

function applyMigrations(connection: DatabaseSync, migrations: readonly Migration[]): void {
  connection.exec('CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, applied bigint NOT NULL)');
  const applied = connection.prepare('SELECT id FROM migrations').all();
  for (const migration of pendingMigrations(
    migrations,
    applied.map(({ id }) => String(id)),
  )) {
    for (const statement of migration.statements) {
      const known = statement.replaceAll('{text}', 'text').replaceAll('{blob}', 'blob');
      connection.exec(known.replaceAll('{by key}', 'WITHOUT ROWID'));
    }
    connection.prepare('INSERT INTO migrations (id, applied) VALUES (?, ?)').run(migration.id, Date.now());
  }
}
