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
  const memory = rowMemory(read);
  let seen: string | undefined;
  const looks = numberedLooks(look, (now) => {
    if (now !== seen || memory.isFull()) memory.empty();
    seen = now;
  });

  function reader(): Reader {
    let since = looks.begun();
    let until = performance.now() + longestTrust;
    const rowsOf = async (query: AnyQuery, parameters?: object) => {
      if (performance.now() > until) {
        since = looks.begun();
        until = performance.now() + longestTrust;
      }
      if (looks.answered() <= since) await looks.after(since);
      return memory.recall(statementOf(compiled(query, parameters)));
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
      memory.empty();
      seen = undefined;
      looks.forget();
    },
  };
}

interface NumberedLooks {
  /** The number of the newest look that has begun; what arrives now needs a later one. */
  begun(): number;
  /** The number of the newest look whose answer is known. */
  answered(): number;
  /** Resolves when a look that began after the one of this number has been answered. */
  after(number: number): Promise<void>;
  /** No answer counts any more. */
  forget(): void;
}

/** Looks one at a time: those who ask while one is under way share the next. */
function numberedLooks(look: Asking['look'], onAnswer: (now: string) => void): NumberedLooks {
  let begun = 0;
  let answered = 0;
  let running: { readonly number: number; readonly done: Promise<void> } | undefined;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    next = undefined;
    const number = ++begun;
    const done = look()
      .then((now) => {
        onAnswer(now);
        answered = number;
      })
      .finally(() => {
        running = undefined;
      });
    running = { number, done };
    return done;
  }

  return {
    begun: () => begun,
    answered: () => answered,
    after(number) {
      if (running !== undefined && running.number > number) return running.done;
      const before = running?.done.catch(() => {});
      next ??= before
        ? before.then(begin)
        : new Promise((done, failed) => setImmediate(() => begin().then(done, failed))); // with those that arrive in this turn
      return next;
    },
    forget() {
      answered = 0;
    },
  };
}

type Known = Promise<readonly unknown[]> | readonly unknown[];

/** Results by statement and parameters; those who ask while one is read share it. */
function rowMemory(read: Asking['read']) {
  let known = new Map<string, Known>();
  let size = 0;
  return {
    isFull: () => size > mostKept,
    empty() {
      known = new Map();
      size = 0;
    },
    recall(statement: Statement): Known {
      const key = `${statement.text} ${JSON.stringify(statement.values)}`;
      const into = known;
      const before = into.get(key);
      if (before !== undefined) return before;
      const reading = read(statement).then(
        ({ rows }) => {
          into.set(key, frozen(rows));
          if (into === known) size += sizeOf(rows);
          return rows;
        },
        (error) => {
          into.delete(key);
          throw error;
        },
      );
      into.set(key, reading);
      return reading;
    },
  };
}
