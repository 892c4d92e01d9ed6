import type { Compilable, RootOperationNode } from 'kysely';
import type { Gauge } from '../../std/gauge.ts';

/** A query built with Kysely, not yet compiled: it runs on either dialect. `O` is the type of its rows. */
export interface Query<O> extends Compilable<O> {
  toOperationNode(): RootOperationNode;
}

/** A query compiled once per dialect and run many times with new parameters; made by `prepared`. */
export interface Prepared<P, O> {
  readonly kind: 'prepared';
  build(parameters: P): Query<O>;
}

export type Dialect = 'sqlite' | 'postgres';

/** What can be read. Outside of a transaction every call sees all that was committed before it. */
export interface Reader {
  readonly dialect: Dialect;
  all<O>(query: Query<O>): Promise<O[]>;
  all<P, O>(query: Prepared<P, O>, parameters: P): Promise<O[]>;
  first<O>(query: Query<O>): Promise<O | undefined>;
  first<P, O>(query: Prepared<P, O>, parameters: P): Promise<O | undefined>;
}

/** What was committed at one moment, whatever is written since. */
export interface Snapshot extends Reader {
  /** The rows in pieces of so many; nobody holds all of them at once. */
  pieces<O>(query: Query<O>, most: number): AsyncIterable<O[]>;
}

/** One serializable transaction. Do no input or output in it but the database's: it may run more than once. */
export interface Transaction extends Reader {
  /** Runs an insert, update or delete; the result is the number of rows it changed. */
  run<O>(query: Query<O>): Promise<number>;
  run<P, O>(query: Prepared<P, O>, parameters: P): Promise<number>;
  /** Runs `action` once the transaction is durable; never when it is rolled back. */
  afterCommit(action: () => void): void;
  /** Takes what a request puts on its way, for its answer and the log of requests; absent where no request asks. */
  readonly notes?: WriteNotes | undefined;
}

/** What is noted of one write. It counts once the write is durable, and is noted anew where it is run again. */
export interface WriteNotes {
  /** A job that people may see was put into the queue. */
  job(id: string): void;
  /** An event was raised. */
  event(eventType: string, twinId: string): void;
}

export interface Database extends Reader {
  /**
   * A reader for one request: it sees everything that was committed, by whomever, before this call. What it has read may
   * be remembered for others, so rows are frozen; a request that takes long sees what was committed meanwhile.
   */
  forRequest(): Reader;
  /**
   * Runs `work` in one transaction and answers after it is durable. A throw rolls everything back, as does the
   * return of a value made by `rolledBack`.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Reads one moment for as long as `work` takes, on a connection of its own. Writers are not held up. */
  snapshot<T>(work: (moment: Snapshot) => Promise<T>): Promise<T>;
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Of its connections, where it has several. */
  readonly figures: readonly Gauge[];
  /** Rejects while the database cannot be asked. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A forward step of the schema, run once. `statements` are SQL that both dialects take after `{text}` (text that
 * sorts by code point) and `{blob}` are replaced by the dialect's own type names. `{by key}` behind a table whose rows
 * are little more than their key keeps them in the index of the key alone, where the dialect can.
 */
export interface Migration {
  readonly id: string;
  readonly statements: readonly string[];
}

/** A result that must undo the transaction which returns it (a refusal found half-way). */
export interface UndoesTransaction {
  readonly undoesTransaction: true;
}

export function undoesTransaction(value: unknown): value is UndoesTransaction {
  return typeof value === 'object' && value !== null && 'undoesTransaction' in value;
}
