import type { Reader } from './database.ts';
import type { Rows, Statement } from './postgres-pool.ts';
import { statementOf } from './postgres-rows.ts';
import type { AnyQuery, Compile } from './query.ts';
import { frozen, sizeOf } from './remembered.ts';
import { typedReads } from './rows.ts';

const mostKept = 20_000;
/** A request that lasts longer than this, in milliseconds, sees what was committed since it began. */
const longestTrust = 100;

export interface Asking {
  /** What PostgreSQL sees now, as a text that is another one after each commit of anybody. */
  look(): Promise<string>;
  readonly compiled: Compile;
  read(statement: Statement): Promise<Rows>;
}

/** Results of reads, remembered as long as nobody has committed anything. */
export interface SharedReads {
  /** A reader that sees everything that was committed before this call. Its rows are frozen. */
  reader(): Reader;
  /** To be called after each commit of this process. */
  forget(): void;
}

/**
 * A memory for the reads of requests. One look at `pg_current_snapshot()` serves all requests that arrived before it
 * began: two snapshots that are equal see the same rows, since a transaction that writes has an id, and its commit
 * takes that id out of the snapshot's list or moves its end (PostgreSQL documentation, "Transaction ID and Snapshot
 * Information Functions"). So what was read is known until the text changes, whoever wrote, on whatever machine.
 */
export function sharedReads({ look, compiled, read }: Asking): SharedReads {
  let known = new Map<string, Promise<readonly unknown[]> | readonly unknown[]>();
  let size = 0;
  let seen: string | undefined;
  /** Looks are numbered: the newest that has begun, and the newest whose answer is known. */
  let begun = 0;
  let answered = 0;
  let running: { readonly number: number; readonly done: Promise<void> } | undefined;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    next = undefined;
    const number = ++begun;
    const done = look()
      .then((now) => {
        if (now !== seen || size > mostKept) empty(now);
        answered = number;
      })
      .finally(() => {
        running = undefined;
      });
    running = { number, done };
    return done;
  }

  /** After this, a look that began after the one of this number has been answered. */
  function lookAfter(number: number): Promise<void> {
    if (running !== undefined && running.number > number) return running.done;
    const before = running?.done.catch(() => {});
    next ??= before
      ? before.then(begin)
      : new Promise((done, failed) => setImmediate(() => begin().then(done, failed))); // with those that arrive in this turn
    return next;
  }

  function empty(now: string | undefined): void {
    known = new Map();
    size = 0;
    seen = now;
  }

  function recall(statement: Statement): Promise<readonly unknown[]> | readonly unknown[] {
    const key = `${statement.text} ${JSON.stringify(statement.values)}`;
    const memory = known;
    const before = memory.get(key);
    if (before !== undefined) return before;
    const reading = read(statement).then(
      ({ rows }) => {
        memory.set(key, frozen(rows));
        if (memory === known) size += sizeOf(rows);
        return rows;
      },
      (error) => {
        memory.delete(key);
        throw error;
      },
    );
    memory.set(key, reading);
    return reading;
  }

  function reader(): Reader {
    let since = begun;
    let until = performance.now() + longestTrust;
    const rowsOf = async (query: AnyQuery, parameters?: object) => {
      if (performance.now() > until) {
        since = begun;
        until = performance.now() + longestTrust;
      }
      if (answered <= since) await lookAfter(since);
      return recall(statementOf(compiled(query, parameters)));
    };
    const reads = typedReads({
      all: rowsOf,
      first: async (query, parameters) => (await rowsOf(query, parameters))[0],
    });
    return { dialect: 'postgres', ...reads };
  }

  return {
    reader,
    forget() {
      empty(undefined);
      answered = 0;
    },
  };
}
