import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../std/errors.ts';
import { Unavailable } from '../../std/unavailable.ts';
import { type Transaction, undoesTransaction } from './database.ts';
import { type Held, OutdatedPlan, type PostgresPool } from './postgres-pool.ts';
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
/** So many stay together even while groups collide: each alone would wait for a disk of its own. */
const leastTogether = 4;
const longestGroupMs = 30;
const groupAttempts = 3;
const attempts = 20;
/** Serialization failure, deadlock: the whole transaction is run again. */
const collisions = ['40001', '40P01'];
/** Unique violation: run again, then the work's own checks see the other's row. */
const uniqueViolation = '23505';
const isCollision = (error: unknown): boolean =>
  error instanceof OutdatedPlan || collisions.includes(String(codeOf(error)));
const attemptsOf = (error: unknown): number =>
  isCollision(error) ? attempts : codeOf(error) === uniqueViolation ? 3 : 0;

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
  /** Half as many after a collision, which undid them all, and one more after each group that went through. */
  let most = mostTogether;
  const inOne: RunTogether = async (group, last) => {
    try {
      const done = await together(pool, run, group, last);
      most = Math.min(mostTogether, most + 1);
      committed();
      return done;
    } catch (error) {
      if (isCollision(error)) most = Math.max(leastTogether, Math.floor(most / 2));
      throw error;
    }
  };

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const group = queue.slice(0, most);
      queue = queue.slice(most);
      queue.unshift(...(await runGroup(group, inOne)));
    }
    working = undefined;
  }

  return {
    write: <T>(write: (tx: Transaction) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        queue.push({ work: write, resolve, reject });
        working ??= new Promise<void>((done) => setImmediate(() => work().then(done)));
      }),
    async idle() {
      while (working) await working;
    },
  };
}

/** Runs works in one transaction; `last`: there is no other attempt for one whose row is taken. */
type RunTogether = (group: readonly PendingWrite[], last: boolean) => Promise<readonly Done[]>;

/** Runs a group and answers those of it that it had no time for. */
async function runGroup(group: readonly PendingWrite[], inOne: RunTogether): Promise<readonly PendingWrite[]> {
  for (let attempt = 1; attempt <= groupAttempts; attempt++) {
    try {
      const done = await inOne(group, false);
      await settle(group, done, inOne);
      return group.slice(done.length);
    } catch (error) {
      if (!isCollision(error)) {
        for (const one of group) one.reject(error);
        return [];
      }
      await sleep(Math.random() * 2 ** attempt);
    }
  }
  for (const one of group) await alone(one, inOne);
  return [];
}

async function settle(group: readonly PendingWrite[], done: readonly Done[], inOne: RunTogether): Promise<void> {
  const again: PendingWrite[] = [];
  for (const [at, write] of group.slice(0, done.length).entries()) {
    const one = done[at];
    if (one?.is === 'value') answer(write, one);
    else if (one?.is === 'error') write.reject(one.error);
    else again.push(write);
  }
  for (const write of again) await alone(write, inOne);
}

function answer(write: PendingWrite, { actions, value }: Extract<Done, { is: 'value' }>): void {
  for (const action of actions) action();
  write.resolve(value);
}

async function alone(write: PendingWrite, inOne: RunTogether): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const [done] = await inOne([write], true);
      if (done?.is === 'value') return answer(write, done);
      throw done?.is === 'error' ? done.error : new Error('A work was left out.');
    } catch (error) {
      if (attempt >= attemptsOf(error)) return write.reject(error);
      await sleep(Math.random() * Math.min(200, 2 ** attempt));
    }
  }
}

/** One transaction for several works, or for as many of them as the time is enough for. */
async function together(
  pool: PostgresPool,
  run: RunStatement,
  group: readonly PendingWrite[],
  last: boolean,
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
    lost = error instanceof Unavailable || error instanceof OutdatedPlan || !(await rollsBack(client));
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
    if (error instanceof Unavailable || isCollision(error)) throw error;
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
