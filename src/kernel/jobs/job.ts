import type { Transaction } from '../db/database.ts';

/** How far a job is. `total` stays null while it is unknown; it is never guessed. */
export interface Progress {
  readonly step: string | null;
  readonly done: number;
  readonly total: number | null;
  readonly unit: string | null;
  readonly message: string | null;
}

/** A job at work, as its `run` sees it. */
export interface RunningJob<P> {
  readonly id: string;
  readonly twinId: string | null;
  readonly createdBy: string;
  readonly payload: P;
  /** 1 for the first attempt. A restart of the server does not use one up. */
  readonly attempt: number;
  /** Aborted with a `JobAborted` when the job is cancelled, its lease is lost or the server stops. */
  readonly signal: AbortSignal;
  /** Cheap: it is kept in memory and written at most 4 times a second. `done` never falls. */
  progress(change: Partial<Progress>): void;
  /** Adds a line for people to the job's log; the last 50 are kept. */
  log(line: string): void;
  /**
   * A transaction that throws a `JobAborted` once the job's lease belongs to somebody else (fencing), or the job is
   * to be cancelled. So nothing can be published after a cancellation was accepted. What the job said before is saved in
   * it, too: who sees the one sees the other.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

export type JobEnd =
  | { readonly state: 'Succeeded' }
  | {
      readonly state: 'Failed';
      readonly code: string;
      readonly message: string;
      /** As those of a `JobFailure`. */
      readonly params?: readonly string[];
    }
  | { readonly state: 'Cancelled' };

/** What of a job its own API may need when it ends or comes back. */
export interface JobFacts<P> {
  readonly id: string;
  readonly twinId: string | null;
  readonly createdBy: string;
  readonly payload: P;
}

/** A kind of background work: what runs it, and how often it is tried. */
export interface JobKind<P = unknown> {
  readonly kind: string;
  readonly maxAttempts: number;
  /** Jobs of this kind at work at once, over all processes; absent: as many as there are workers. */
  readonly concurrency?: number;
  /** Jobs of this kind start only when no job of another kind is at work or due. */
  readonly idle?: boolean;
  /** Housekeeping that people need not see in /jobs. */
  readonly internal?: boolean;
  readonly cancellable: boolean;
  readonly retryable: boolean;
  /** Permission in the twin that lets others than the creator cancel or retry. */
  readonly permission?: string;
  /** Milliseconds to wait after a failed attempt; default: 1 s doubling to 5 min. */
  retryDelay?(attempt: number): number;
  /**
   * Does the work, and must bear to be run again after a crash at any point. Once the signal is aborted it must throw
   * (`signal.throwIfAborted()`): to return says that the work is done. A throw is a failed attempt; a `JobFailure` is
   * final and its text is for people.
   */
  run(job: RunningJob<P>): Promise<void>;
  /** Runs in the transaction in which the job ends for good, to bring the API's own resource along. */
  ended?(tx: Transaction, job: JobFacts<P>, end: JobEnd): Promise<void>;
  /** Runs in the transaction in which a job that has not ended goes back into the queue: its attempt failed, or its worker stopped. */
  requeued?(tx: Transaction, job: JobFacts<P>): Promise<void>;
  /** Runs in the transaction in which a person puts the ended job back into the queue. */
  retried?(tx: Transaction, job: JobFacts<P>): Promise<void>;
}

/** Ends a job as Failed without a further attempt. */
export class JobFailure extends Error {
  readonly code: string;
  /** What the message names, for an API that says it in words of its own. */
  readonly params: readonly string[];
  constructor(code: string, message: string, params: readonly string[] = []) {
    super(message);
    this.code = code;
    this.params = params;
  }
}

/** The engine failed by itself: it crashed, was killed, or threw what nobody expected. */
export class EngineCrash extends Error {}

/**
 * A process that did the work of a job was ended by a signal. It may have been another's fault, so there is one more attempt;
 * after that the job fails with what was told: more of them would run into the same.
 */
export class ProcessKilled extends EngineCrash {
  /** A sentence for people, with the input at which it happened if that is known. */
  readonly told: string;
  constructor(told: string, cause?: string) {
    super(told, { cause });
    this.told = told;
  }
}

/** Why an attempt has to stop before its end: the reason of its signal. */
export class JobAborted extends Error {
  readonly why: 'cancelled' | 'lost' | 'stopping';
  constructor(why: 'cancelled' | 'lost' | 'stopping') {
    super(`The job is ${why === 'lost' ? 'no longer leased by this process' : why}.`);
    this.why = why;
  }
}

export interface NewJob {
  readonly kind: string;
  readonly twinId: string | null;
  /** What a person calls it, e.g. "Import duplex.ifc, version 2". */
  readonly title: string;
  readonly createdBy: string;
  /** JSON. */
  readonly payload: unknown;
  /** Milliseconds since 1970; absent: at once. */
  readonly runAt?: number;
  /** Path of the API resource the job works for, below the base address. */
  readonly resource?: string;
  /** Jobs of one lane run one at a time, in the order in which they were made; one that waits for its next attempt holds the others. */
  readonly lane?: string;
}

/** Puts a job into the queue, durable with the transaction; returns its id. */
export type EnqueueJob = (tx: Transaction, job: NewJob) => Promise<string>;

interface Task {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/** Runs at the first start, and again so long after it began. */
interface IntervalTask extends Task {
  readonly everyMs: number;
}

/** Runs at the instants that a schedule names; what a stop interrupted or a failure ended runs again soon. */
export interface ScheduledTask extends Task {
  /** The next instant after that one, in milliseconds since 1970; null: never again. */
  next(after: number): number | null;
}

/** Work that returns at an interval or by a schedule, done by one process at a time however many there are. */
export type Maintenance = IntervalTask | ScheduledTask;
