import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../std/errors.ts';
import { Unavailable } from '../std/unavailable.ts';
import { type Transaction, undoesTransaction } from './database.ts';
import type { Held, PostgresPool } from './postgres-pool.ts';
import { type RunStatement, rowsOf } from './postgres-rows.ts';
import { frozen } from './remembered.ts';
import { isPlainRead, tablesOf } from './statement-tables.ts';

type Work = (tx: Transaction) => Promise<unknown>;

interface PendingWrite {
  readonly work: Work;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What a work of a group came to; `again`: it needs a transaction that sees what others have just committed. */
type Done =
  | { readonly is: 'value'; readonly value: unknown; readonly actions: readonly (() => void)[] }
  | { readonly is: 'error'; readonly error: unknown }
  | { readonly is: 'again' };

/** Works of one transaction; more would hold the locks of the first ones too long. */
const mostTogether = 50;
const longestGroupMs = 30;
const groupAttempts = 3;
const attempts = 20;
/** Serialization failure, deadlock: the whole transaction is run again. */
const collisions = ['40001', '40P01'];
/** Unique violation: run again, then the work's own checks see the other's row. */
const uniqueViolation = '23505';
const attemptsOf = (code: unknown): number =>
  collisions.includes(String(code)) ? attempts : code === uniqueViolation ? 3 : 0;

export interface Writes {
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
}

/**
 * The writes of this process, one after the other in serializable transactions that those which wait share, with a
 * savepoint each: they never collide with each other, see what the ones before them wrote, and share one fsync. A group
 * that collides with another process is run again, in the end each work of it by itself.
 */
export function groupedWrites(pool: PostgresPool, run: RunStatement, committed: () => void): Writes {
  let queue: PendingWrite[] = [];
  let working: Promise<void> | undefined;

  function schedule(): void {
    working ??= new Promise<void>((done) => setImmediate(() => work().then(done)));
  }

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const group = queue.slice(0, mostTogether);
      queue = queue.slice(mostTogether);
      queue.unshift(...(await runGroup(group)));
    }
    working = undefined;
  }

  /** Runs a group and answers those that it had no time for. */
  async function runGroup(group: readonly PendingWrite[]): Promise<readonly PendingWrite[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const done = await together(pool, run, group);
        committed();
        await settle(group, done);
        return group.slice(done.length);
      } catch (error) {
        const collided = collisions.includes(String(codeOf(error)));
        if (collided && attempt < groupAttempts) await sleep(Math.random() * 2 ** attempt);
        else if (collided) {
          for (const one of group) await alone(one);
          return [];
        } else {
          for (const one of group) one.reject(error);
          return [];
        }
      }
    }
  }

  async function settle(group: readonly PendingWrite[], done: readonly Done[]): Promise<void> {
    for (const [at, one] of done.entries()) {
      const write = group[at];
      if (write === undefined) continue;
      if (one.is === 'error') write.reject(one.error);
      if (one.is !== 'value') continue;
      for (const action of one.actions) action();
      write.resolve(one.value);
    }
    for (const [at, one] of done.entries()) {
      const write = group[at];
      if (one.is === 'again' && write !== undefined) await alone(write);
    }
  }

  async function alone(write: PendingWrite): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const [done] = await together(pool, run, [write], true);
        committed();
        if (done?.is === 'error') throw done.error;
        if (done?.is === 'value') for (const action of done.actions) action();
        return write.resolve(done?.is === 'value' ? done.value : undefined);
      } catch (error) {
        if (attempt >= attemptsOf(codeOf(error))) return write.reject(error);
        await sleep(Math.random() * Math.min(200, 2 ** attempt));
      }
    }
  }

  return {
    write: <T>(work: (tx: Transaction) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve, reject });
        schedule();
      }),
    async idle() {
      while (working) await working;
    },
  };
}

/** One transaction for several works, or for as many of them as the time is enough for. */
async function together(
  pool: PostgresPool,
  run: RunStatement,
  group: readonly PendingWrite[],
  last = false,
): Promise<Done[]> {
  const client = await pool.hold();
  let lost = false;
  const began = performance.now();
  try {
    const memory = transactionMemory(client, run);
    const done: Done[] = [];
    for (const { work } of group) {
      const before = done.length === 0 ? 'BEGIN ISOLATION LEVEL SERIALIZABLE' : 'RELEASE SAVEPOINT work';
      done.push(await runOne(client, `${before}; SAVEPOINT work`, memory, work, last));
      if (performance.now() - began > longestGroupMs) break;
    }
    // a work that hid the error of a statement has undone everything
    if ((await client.query('COMMIT')).command !== 'COMMIT')
      throw new Error('The transaction was undone by an error that its work hid.');
    return done;
  } catch (error) {
    // on a connection that does not answer, a ROLLBACK would only wait once more: its end undoes everything
    lost = error instanceof Unavailable || !(await rollsBack(client));
    throw error;
  } finally {
    client.release(lost);
  }
}

/** True when the transaction was undone. */
const rollsBack = (client: Held): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  );

/** Errors: those that end the whole transaction. */
async function runOne(
  client: Held,
  start: string,
  memory: TransactionMemory,
  work: Work,
  last: boolean,
): Promise<Done> {
  const actions: (() => void)[] = [];
  const started = client.query(start); // the statements behind it go out at once, and fail if it does
  started.catch(() => {});
  const undo = async () => {
    memory.forget();
    await client.query('ROLLBACK TO SAVEPOINT work');
  };
  try {
    const value = await work({
      dialect: 'postgres',
      ...memory.rows,
      afterCommit: (action) => void actions.push(action),
    });
    await started;
    if (undoesTransaction(value)) {
      await undo();
      return { is: 'value', value, actions: [] };
    }
    return { is: 'value', value, actions };
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof Unavailable || collisions.includes(String(code))) throw error;
    await undo();
    return code === uniqueViolation && !last ? { is: 'again' } : { is: 'error', error };
  }
}

interface TransactionMemory {
  readonly rows: Pick<Transaction, 'all' | 'first' | 'run'>;
  forget(): void;
}

/**
 * Reads of one transaction are known until it writes to one of their tables itself: nobody else's writes are seen in
 * it. The works of a group ask for the same twins, people and subscriptions.
 */
function transactionMemory(client: Held, run: RunStatement): TransactionMemory {
  const known = new Map<
    string,
    { readonly tables: ReadonlySet<string>; readonly rows: ReturnType<RunStatement['on']> }
  >();
  const forgetReadsOf = (tables: ReadonlySet<string>) => {
    if (tables.size === 0) known.clear();
    for (const [key, entry] of known) if (!entry.tables.isDisjointFrom(tables)) known.delete(key);
  };
  const remembering: RunStatement = {
    compiled: run.compiled,
    on: (connection, statement) => {
      const tables = tablesOf(statement.text);
      if (!isPlainRead(statement.text) || tables.size === 0) {
        forgetReadsOf(tables);
        return run.on(connection, statement);
      }
      const key = `${statement.text} ${JSON.stringify(statement.values)}`;
      const before = known.get(key);
      if (before !== undefined) return before.rows;
      const rows = run.on(connection, statement).then((result) => {
        frozen(result.rows);
        return result;
      });
      rows.catch(() => known.delete(key));
      known.set(key, { tables, rows });
      return rows;
    },
  };
  return { rows: rowsOf(client, remembering), forget: () => known.clear() };
}
