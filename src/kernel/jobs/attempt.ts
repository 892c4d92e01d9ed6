import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, stackOf } from '../../std/log.ts';
import { asUnavailable, ContentLost, Unavailable } from '../../std/unavailable.ts';
import type { Database, Transaction } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import { spanning, spanUnderWay, type Tracer } from '../tracing/span.ts';
import { endJob, factsOf, postpone, tryAgain } from './ending.ts';
import { JobAborted, type JobEnd, JobFailure, type JobKind, ProcessKilled, type RunningJob } from './job.ts';
import type { Kinds } from './kinds.ts';
import type { Lines } from './log-lines.ts';
import { originOf } from './origins.ts';
import { type ProgressFields, type ProgressRecorder, recordProgress } from './progress.ts';
import { type JobRow, q } from './tables.ts';

/** One attempt at a job, at work in this process. */
export interface Attempt {
  readonly row: JobRow;
  abort(why: JobAborted['why']): void;
  /** Resolves when the outcome is stored, or is no longer ours to store; never rejects. */
  readonly done: Promise<void>;
}

export interface AttemptDeps {
  readonly db: Database;
  readonly kinds: Kinds;
  readonly log: Log;
  readonly progressMs: number;
  readonly tracer?: Tracer | undefined;
  changed(jobId: string): void;
}

type Outcome =
  | JobEnd
  | { readonly state: 'Again'; readonly killed: number }
  | { readonly state: 'Postponed'; readonly why: string };
type Token = Pick<JobRow, 'id' | 'fence'>;

const firstRetryMs = 1000;
const longestRetryMs = 300_000;
const longestPauseMs = 30_000;
const cancelled: JobEnd = { state: 'Cancelled' };
const unexpected = {
  state: 'Failed',
  code: 'InternalServerError',
  message: 'An unexpected error happened.',
} as const satisfies JobEnd;

const saveProgress = prepared((p: Token & ProgressFields) =>
  q
    .updateTable('jobs')
    .set((eb) => ({
      step: p.step,
      done: p.done,
      total: p.total,
      unit: p.unit,
      message: p.message,
      log: p.log,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', p.id)
    .where('fence', '=', p.fence)
    .where('worker', 'is not', null),
);
const held = (p: Token) =>
  q
    .selectFrom('jobs')
    .select('cancelling')
    .where('id', '=', p.id)
    .where('fence', '=', p.fence)
    .where('worker', 'is not', null);
const heldNow = prepared(held);
/** Holds off whoever would take the lease until the transaction has ended. SQLite has one writer at a time anyway. */
const heldUntilCommit = prepared((p: Token) => held(p).forShare());

/** Starts an attempt at a job that this process has just claimed. */
export function startAttempt(row: JobRow, kind: JobKind, deps: AttemptDeps): Attempt {
  const aborting = new AbortController();
  let ours = true;
  const abort = (why: JobAborted['why']) => {
    if (why !== 'cancelled') ours = false;
    aborting.abort(new JobAborted(why));
  };
  const recorder = recordProgress(row.log, deps.progressMs, async (fields) => {
    const saved = await deps.db
      .write((tx) => tx.run(saveProgress, { id: row.id, fence: row.fence, ...fields }))
      .catch((error: unknown) =>
        deps.log.warn({ jobId: row.id, error: stackOf(error) }, 'The progress of a job was not saved.'),
      );
    if (saved === 0) abort('lost');
    deps.changed(row.id);
  });
  const job: RunningJob<unknown> = {
    ...factsOf(row),
    attempt: row.attempt,
    signal: aborting.signal,
    progress: recorder.progress,
    log: recorder.log,
    write: (work) => recorder.saveWith((unsaved) => fencedWrite(deps, row, unsaved, abort, work)),
  };
  const finish = async () => {
    const outcome = await tracedAttempt(row, deps, () => outcomeOf(job, row, kind, deps.log));
    await recorder.close();
    if (outcome !== undefined) await store(outcome, row, recorder, deps, () => ours);
  };
  return { row, abort, done: finish() };
}

/** An attempt is a piece of the trace of whoever asked for the job. */
async function tracedAttempt(
  row: JobRow,
  { db, tracer }: AttemptDeps,
  work: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  if (tracer === undefined) return work();
  const facts = { 'twin_platform.job.id': row.id, 'twin_platform.job.attempt': row.attempt };
  const origin = await originOf(db, row.id).catch(() => ({})); // the work itself will tell that the database is away
  return spanning(tracer.begin(`job ${row.kind}`, 'consumer', facts, origin), async () => {
    const outcome = await work();
    spanUnderWay()?.add({ 'twin_platform.job.outcome': outcome?.state ?? 'Lost' });
    return outcome;
  });
}

async function fencedWrite<T>(
  { db, changed }: AttemptDeps,
  token: Token,
  unsaved: ProgressFields | undefined,
  abort: Attempt['abort'],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.write(async (tx) => {
    const lease = await tx.first(tx.dialect === 'sqlite' ? heldNow : heldUntilCommit, token);
    if (lease?.cancelling === 0) {
      if (unsaved === undefined) return work(tx);
      await tx.run(saveProgress, { id: token.id, fence: token.fence, ...unsaved });
      tx.afterCommit(() => changed(token.id));
      return work(tx);
    }
    const why = lease === undefined ? 'lost' : 'cancelled';
    abort(why);
    throw new JobAborted(why);
  });
}

/** Runs the work; undefined when its outcome is not ours to store, because the lease was lost or the server stops. */
async function outcomeOf(job: RunningJob<unknown>, row: JobRow, kind: JobKind, log: Log): Promise<Outcome | undefined> {
  try {
    await kind.run(job);
    return { state: 'Succeeded' };
  } catch (error) {
    const { reason } = job.signal;
    const why = reason instanceof JobAborted ? reason.why : undefined;
    if (why === 'cancelled') return cancelled;
    if (why !== undefined) return undefined;
    if (error instanceof JobFailure) {
      return { state: 'Failed', code: error.code, message: error.message, params: error.params };
    }
    const away = asUnavailable('disk', error);
    if (away instanceof Unavailable) {
      log.warn({ jobId: row.id, kind: row.kind, error: away.message }, 'A job waits for what it needs.');
      return { state: 'Postponed', why: away.told };
    }
    const last = row.attempt >= row.max_attempts;
    log.error(
      { jobId: row.id, kind: row.kind, attempt: row.attempt, error: stackOf(error) },
      'An attempt at a job failed.',
    );
    if (error instanceof ContentLost) return { state: 'Failed', ...error.told };
    if (!(error instanceof ProcessKilled)) return last ? unexpected : { state: 'Again', killed: row.killed };
    job.log(error.told);
    if (last || row.killed > 0) return { state: 'Failed', code: 'ProcessKilled', message: error.told };
    return { state: 'Again', killed: row.killed + 1 };
  }
}

/** Stores the outcome, as often as it takes: the database may be out of reach for a while. */
async function store(
  outcome: Outcome,
  row: JobRow,
  recorder: ProgressRecorder,
  deps: AttemptDeps,
  isOurs: () => boolean,
): Promise<void> {
  const token = { id: row.id, fence: row.fence };
  for (let pause = 250; isOurs(); pause = Math.min(longestPauseMs, pause * 2)) {
    try {
      await deps.db.write(async (tx) => {
        if ((await tx.run(saveProgress, { ...token, ...recorder.fields() })) === 0) return;
        await settle(tx, outcome, row, recorder.fields().log, deps.kinds);
        tx.afterCommit(() => deps.changed(row.id));
      });
      return;
    } catch (error) {
      deps.log.error(
        { jobId: row.id, kind: row.kind, error: stackOf(error) },
        'The outcome of a job was not stored; trying again.',
      );
      await sleep(pause);
    }
  }
}

async function settle(tx: Transaction, outcome: Outcome, row: JobRow, log: Lines, kinds: Kinds): Promise<void> {
  if (outcome.state !== 'Again' && outcome.state !== 'Postponed') return endJob(tx, kinds, row, outcome);
  if ((await tx.first(heldNow, row))?.cancelling === 1) return endJob(tx, kinds, row, cancelled);
  if (outcome.state === 'Again') {
    const { killed } = outcome;
    return tryAgain(tx, kinds, { ...row, killed }, log, retryDelay(row, kinds));
  }
  await postpone(tx, kinds, row, log, outcome.why);
}

function retryDelay(row: JobRow, kinds: Kinds): number {
  const usual = Math.min(longestRetryMs, firstRetryMs * 2 ** (row.attempt - 1));
  return Math.max(0, kinds.get(row.kind)?.retryDelay?.(row.attempt) ?? usual);
}
