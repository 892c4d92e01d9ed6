import type { Kit } from '../../../api/area.ts';
import { type Failed, isFailed } from '../../../api/http/problem.ts';
import { type Actor, actorOf } from '../../../kernel/audit.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import type { JobEnd, JobKind, RunningJob } from '../../../kernel/jobs/job.ts';
import { jsonOf } from '../../../std/json.ts';
import { type JobRow, type JobStatus, q } from '../tables.ts';
import { entriesOf, perform } from './entries.ts';
import type { JobError } from './schema.ts';
import { actionsOf, errorsOf } from './store.ts';

export const jobKind = 'accessControl.job';

export interface Payload {
  readonly accessJobId: string;
  readonly caller: Caller;
  /** Absent in jobs of an earlier version. */
  readonly by?: Actor;
}

/** Carries out the actions of a job; what an attempt has done, the next one does not do again. */
export function membersJob(kit: Kit): JobKind<Payload> {
  return {
    kind: jobKind,
    maxAttempts: 3,
    cancellable: true,
    retryable: false,
    permission: 'administration_invite_member',
    run: (job) => runEntries(job, kit),
    ended: (tx, { payload }, end) => endJob(tx, payload.accessJobId, end, kit.now()),
  };
}

async function runEntries(job: RunningJob<Payload>, { db, ports, now }: Kit): Promise<void> {
  const { accessJobId: id, caller, by = actorOf(caller) } = job.payload;
  const row = await rowOf(db, id);
  if (row === undefined) return;
  const entries = entriesOf(actionsOf(row));
  for (const [place, entry] of entries.entries()) {
    if (place < row.done) continue;
    job.signal.throwIfAborted();
    const refusal = await job.write(async (tx) => {
      const outcome = await perform(tx, row.twin_id, entry, { caller, by, ports, now: now() });
      if (outcome === undefined) await change(tx, id, { done: place + 1 });
      return outcome;
    });
    if (isFailed(refusal)) await job.write((tx) => recordFailure(tx, id, place + 1, refusal));
    job.progress({ done: place + 1, total: entries.length, unit: 'entries' });
  }
}

const rowOf = (db: Reader, id: string): Promise<JobRow | undefined> =>
  db.first(q.selectFrom('access_jobs').selectAll().where('id', '=', id));

const change = (tx: Transaction, id: string, columns: Partial<JobRow>): Promise<number> =>
  tx.run(q.updateTable('access_jobs').set(columns).where('id', '=', id));

async function recordFailure(tx: Transaction, id: string, done: number, refusal: Failed): Promise<void> {
  const row = await rowOf(tx, id);
  if (row === undefined) return;
  const { code, message } = refusal.problem;
  const error = { code, message, ...(refusal.target === undefined ? {} : { target: refusal.target }) };
  await change(tx, id, { done, failed: row.failed + 1, errors: withError(row, error) });
}

const withError = (row: JobRow, error: JobError): JobRow['errors'] => jsonOf([...errorsOf(row), error]);

async function endJob(tx: Transaction, id: string, end: JobEnd, now: number): Promise<void> {
  const row = await rowOf(tx, id);
  if (row === undefined) return;
  const stopped = errorOf(end);
  const errors = stopped ? withError(row, stopped) : row.errors;
  await change(tx, id, { status: statusOf(row, stopped === undefined), errors, ended: now });
}

function errorOf(end: JobEnd): JobError | undefined {
  if (end.state === 'Succeeded') return undefined;
  if (end.state === 'Cancelled') return { code: 'Cancelled', message: 'Cancelled.' };
  return { code: end.code, message: end.message };
}

/** What a job has come to when it ends, with all its entries behind it or (`complete` false) stopped before. */
export function statusOf({ done, failed }: Pick<JobRow, 'done' | 'failed'>, complete: boolean): JobStatus {
  if (failed === 0 && complete) return 'Completed';
  return failed === done ? 'Failed' : 'PartialCompleted';
}
