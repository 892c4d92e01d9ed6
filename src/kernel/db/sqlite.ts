import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { asUnavailable, isDamage } from '../../std/unavailable.ts';
import { spanning } from '../tracing/span.ts';
import { type Database, type Migration, type Reader, type Transaction, undoesTransaction } from './database.ts';
import { pendingMigrations } from './migrate.ts';
import { type AnyQuery, type Compile, compilerFor } from './query.ts';
import { type Rows, typedRows } from './rows.ts';
import { beginWrite, statementsOf } from './sqlite-connection.ts';
import { type ReadMemory, readMemory } from './sqlite-memory.ts';
import { readMoment } from './sqlite-snapshot.ts';
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
  let damage: unknown;
  /** A damaged page stays damaged: who asks whether the database can be used is told from then on. */
  const told: Told = (error) => {
    if (isDamage(error)) damage ??= asUnavailable('database', error);
    return asUnavailable('database', error);
  };
  const reads = rowsOf(reader, compile, told, memory);
  const writes = rowsOf(writer, compile, told);
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
      await beginWrite(writer, busyWaitMs);
      for (const write of batch) settled.push(await runOne(writer, savepoint, writes, write, committed));
      writer.exec('COMMIT');
      memory.forget();
    } catch (error) {
      rollBack(writer);
      for (const write of batch) write.reject(told(error));
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
    async snapshot(work) {
      const connection = orUnavailable(() => connect(file));
      return readMoment(connection, { rows: rowsOf(connection, compile, told), compile }, work);
    },
    migrate: (migrations) => migrate(writer, migrations),
    figures: [],
    async ping() {
      if (damage !== undefined) throw damage;
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

/** What an error of SQLite means. */
type Told = (error: unknown) => unknown;

function orUnavailable<R>(ask: () => R, told: Told = (error) => asUnavailable('database', error)): R {
  try {
    return ask();
  } catch (error) {
    throw told(error);
  }
}

function connect(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4000;',
  );
  return connection;
}

function rowsOf(connection: DatabaseSync, compile: Compile, told: Told, memory?: ReadMemory): Rows {
  const statement = statementsOf(connection, statementsKept);
  const run = <R>(query: AnyQuery, parameters: object | undefined, how: How<R>): R => {
    const compiled = compile(query, parameters);
    const now = () =>
      spanning(spanOfStatement('sqlite', compiled.sql), () =>
        orUnavailable(() => how(statement(compiled.sql), compiled.parameters as SQLInputValue[]), told),
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
    await beginWrite(connection, busyWaitMs);
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
