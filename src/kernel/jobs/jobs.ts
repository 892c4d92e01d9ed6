import { hostname } from 'node:os';
import type { Gauge } from '../../std/gauge.ts';
import type { Log } from '../../std/log.ts';
import type { Database, Reader, Transaction } from '../db/database.ts';
import type { Tracer } from '../tracing/span.ts';
import type { EnqueueJob, JobKind, Maintenance } from './job.ts';
import { removalOfOldJobs } from './keep.ts';
import { kindsOf } from './kinds.ts';
import { jobFigures } from './metrics.ts';
import {
  addJob,
  type CancelOutcome,
  cancelJob,
  findJob,
  holdJob,
  type JobFilter,
  listJobs,
  openJobsOfTwin,
  queuePositions,
  releaseJob,
  retryJob,
} from './queue.ts';
import type { JobRow } from './tables.ts';
import { type Accounts, noAccounts } from './turns.ts';
import { openWorker } from './worker.ts';

export interface JobsOptions {
  readonly db: Database;
  /** Asked for once, at the first use: areas may need `enqueue` before their kinds exist. */
  readonly kinds: () => readonly JobKind[];
  readonly log: Log;
  /**
   * Names the machine or container together with the data folder; default: the host name. Processes of one place can
   * see whether the others live, so what they held is taken back at once. Others wait for the lease to end.
   */
  readonly place?: string;
  /** Jobs at work at once in this process; default 50. Kinds that are heavy state their `concurrency`. */
  readonly slots?: number;
  readonly pollMs?: number;
  readonly leaseMs?: number;
  readonly progressMs?: number;
  /** Who shares the seats of kinds that have a limit; absent: each twin for itself. */
  readonly accounts?: Accounts;
  /** Traces every attempt. */
  readonly tracer?: Tracer | undefined;
}

/** The queue of background work, as areas use it. */
export interface JobQueue {
  readonly enqueue: EnqueueJob;
  /** The work is told at once in this process, within the poll time in others. */
  cancel(tx: Transaction, jobId: string): Promise<CancelOutcome>;
  /** Cancels everything that waits or runs for a twin, whatever its kind allows: the twin is going away. */
  cancelInTwin(tx: Transaction, twinId: string): Promise<void>;
  /** A new attempt of a Failed or Cancelled job; false when it is in no such state. */
  retry(tx: Transaction, jobId: string): Promise<boolean>;
  /** Keeps a waiting job from starting until it is released; `step` tells people what it waits for. */
  hold(tx: Transaction, jobId: string, step: string): Promise<void>;
  release(tx: Transaction, jobId: string): Promise<void>;
  find(db: Reader, jobId: string): Promise<JobRow | undefined>;
  list(db: Reader, filter: JobFilter): Promise<JobRow[]>;
  queuePositions(db: Reader, rows: readonly JobRow[]): Promise<Map<string, number>>;
  kind(name: string): JobKind | undefined;
  /** Calls back after each change of a job that this process makes; returns how to stop that. */
  onChange(listener: (jobId: string) => void): () => void;
}

/** The queue, and the worker of this process. */
export interface Jobs extends JobQueue {
  /** Takes back what dead processes held, and begins to work. */
  start(): Promise<void>;
  /** Lets jobs finish for `limitMs` (default 10 s), then gives them back to the queue. */
  stop(limitMs?: number): Promise<void>;
  readonly maintenance: Maintenance;
  readonly figures: readonly Gauge[];
}

const usual = { slots: 50, pollMs: 1000, leaseMs: 20_000, progressMs: 250 };
const stopLimitMs = 10_000;

export function openJobs(options: JobsOptions): Jobs {
  const { db, log, place = hostname(), accounts = noAccounts } = options;
  const kinds = kindsOf(options.kinds);
  const listeners = new Set<(jobId: string) => void>();
  const changed = (jobId: string) => {
    for (const listener of listeners) listener(jobId);
  };
  const worker = openWorker({ ...usual, ...options, db, kinds, log, place, changed, accounts });
  const cancel: Jobs['cancel'] = async (tx, jobId) => {
    const outcome = await cancelJob(tx, kinds, jobId);
    tx.afterCommit(() => {
      if (outcome === 'cancelling') worker.cancel(jobId);
      changed(jobId);
    });
    return outcome;
  };
  const queued = (tx: Transaction, jobId: string) =>
    tx.afterCommit(() => {
      worker.wake();
      changed(jobId);
    });
  return {
    async enqueue(tx, job) {
      const id = await addJob(tx, kinds, accounts, job);
      queued(tx, id);
      return id;
    },
    cancel,
    async cancelInTwin(tx, twinId) {
      for (const id of await openJobsOfTwin(tx, twinId)) await cancel(tx, id);
    },
    async retry(tx, jobId) {
      const retried = await retryJob(tx, kinds, jobId);
      if (retried) queued(tx, jobId);
      return retried;
    },
    async hold(tx, jobId, step) {
      await holdJob(tx, jobId, step);
      tx.afterCommit(() => changed(jobId));
    },
    async release(tx, jobId) {
      await releaseJob(tx, jobId);
      queued(tx, jobId);
    },
    find: findJob,
    list: listJobs,
    queuePositions,
    kind: (name) => kinds.get(name),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: worker.start,
    stop: (limitMs = stopLimitMs) => worker.stop(limitMs),
    maintenance: removalOfOldJobs(db),
    figures: jobFigures(db),
  };
}
