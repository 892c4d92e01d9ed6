import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from '../../../../test/support/patience.ts';
import { silentLog } from '../../../std/log.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { JobKind, NewJob } from '../job.ts';
import { type Jobs, type JobsOptions, openJobs } from '../jobs.ts';
import type { JobRow } from '../tables.ts';

export const someone = '6411cfcf-d188-4788-9267-43eb0f208c8e';

/** A kind that does `run` and may be tried, cancelled and retried as a test wants. */
export const kindOf = (kind: string, run: JobKind['run'], more: Partial<JobKind> = {}): JobKind => ({
  kind,
  maxAttempts: 3,
  cancellable: true,
  retryable: true,
  retryDelay: () => 10,
  run,
  ...more,
});

/** A queue with fast polling; `kinds` stay the test's own. */
export const testJobs = (db: Database, kinds: readonly JobKind[], more: Partial<JobsOptions> = {}): Jobs =>
  openJobs({ db, kinds: () => kinds, log: silentLog, pollMs: 50, leaseMs: 60_000, ...more });

export const newJob = (kind: string, more: Partial<NewJob> = {}): NewJob => ({
  kind,
  twinId: null,
  title: `A ${kind}`,
  createdBy: someone,
  payload: null,
  ...more,
});

export const enqueue = (db: Database, jobs: Jobs, kind: string, more: Partial<NewJob> = {}): Promise<string> =>
  db.write((tx: Transaction) => jobs.enqueue(tx, newJob(kind, more)));

/** Waits until `probe` answers something. */
export async function until<T>(what: string, probe: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await sleep(5);
  }
}

/** The job once it has reached one of the states. */
export const inState = (db: Database, jobs: Jobs, id: string, ...states: JobRow['state'][]): Promise<JobRow> =>
  until(`the job is ${states.join(' or ')}`, async () => {
    const row = await jobs.find(db, id);
    return row && states.includes(row.state) ? row : undefined;
  });
