import { newId } from '../../std/ids.ts';
import { jsonOf } from '../../std/json.ts';
import { nextSequence } from '../../std/sequence.ts';
import { condition } from '../db/condition.ts';
import type { Reader, Transaction } from '../db/database.ts';
import { pick, prepared } from '../db/query.ts';
import { endJob, factsOf } from './ending.ts';
import type { NewJob } from './job.ts';
import type { Kinds } from './kinds.ts';
import { cleanLine } from './log-lines.ts';
import { noteOrigin } from './origins.ts';
import { type JobRow, type JobState, jobColumns, q } from './tables.ts';
import { type Accounts, accountOf } from './turns.ts';

const insertJob = prepared((p: JobRow) => q.insertInto('jobs').values(pick(p, ...jobColumns)));
const jobById = prepared((p: { id: string }) => q.selectFrom('jobs').selectAll().where('id', '=', p.id));
const askToStop = prepared((p: { id: string }) =>
  q
    .updateTable('jobs')
    .set((eb) => ({ cancelling: 1, version: eb('version', '+', 1) }))
    .where('id', '=', p.id),
);
const putBack = prepared((p: Pick<JobRow, 'id' | 'due' | 'max_attempts'>) =>
  q
    .updateTable('jobs')
    .set((eb) => ({
      state: 'Queued' as const,
      due: p.due,
      max_attempts: p.max_attempts,
      losses: 0,
      killed: 0,
      started: null,
      ended: null,
      error_code: null,
      error_message: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', p.id),
);

const setDue = prepared((p: Pick<JobRow, 'id' | 'due' | 'step'>) =>
  q
    .updateTable('jobs')
    .set((eb) => ({ due: p.due, step: p.step, version: eb('version', '+', 1) }))
    .where('id', '=', p.id)
    .where('state', '=', 'Queued'),
);

export const findJob = (db: Reader, id: string): Promise<JobRow | undefined> => db.first(jobById, { id });

const untouched = {
  state: 'Queued' as const,
  worker: null,
  fence: 0,
  attempt: 0,
  losses: 0,
  killed: 0,
  cancelling: 0,
  step: null,
  done: 0,
  total: null,
  unit: null,
  message: null,
  log: jsonOf<string>([]),
  error_code: null,
  error_message: null,
  started: null,
  claimed: null,
  ended: null,
  version: 1,
};

/** Adds a job to the queue and returns its id. */
export async function addJob(tx: Transaction, kinds: Kinds, accounts: Accounts, job: NewJob): Promise<string> {
  const kind = kinds.get(job.kind);
  if (kind === undefined) throw new Error(`No area has declared jobs of kind '${job.kind}'.`);
  const id = newId();
  const now = Date.now();
  await tx.run(insertJob, {
    ...untouched,
    id,
    kind: job.kind,
    internal: kind.internal ? 1 : 0,
    twin_id: job.twinId,
    account: job.twinId === null ? null : ((await accounts.of(tx, job.twinId)) ?? null),
    title: cleanLine(job.title),
    created_by: job.createdBy,
    payload: jsonOf(job.payload ?? null),
    resource: job.resource ?? null,
    lane: job.lane ?? null,
    position: nextSequence(now),
    due: job.runAt ?? now,
    max_attempts: kind.maxAttempts,
    created: now,
  });
  await noteOrigin(tx, id);
  if (!kind.internal) tx.notes?.job(id);
  return id;
}

/** `cancelled`: it has ended; `cancelling`: it will as soon as its work heeds the signal. */
export type CancelOutcome = 'cancelled' | 'cancelling' | 'ended' | 'unknown';

/** Ends a waiting job, asks a running one to stop. Whether its kind allows that is for the caller to look at. */
export async function cancelJob(tx: Transaction, kinds: Kinds, id: string): Promise<CancelOutcome> {
  const row = await tx.first(jobById, { id });
  if (row === undefined) return 'unknown';
  if (row.state === 'Queued') {
    await endJob(tx, kinds, row, { state: 'Cancelled' });
    return 'cancelled';
  }
  if (row.state !== 'Running') return 'ended';
  if (row.cancelling === 0) await tx.run(askToStop, { id });
  return 'cancelling';
}

/** Ids of the jobs of a twin that have not ended. */
export async function openJobsOfTwin(db: Reader, twinId: string): Promise<string[]> {
  const open: JobState[] = ['Queued', 'Running'];
  const rows = await db.all(q.selectFrom('jobs').select('id').where('twin_id', '=', twinId).where('state', 'in', open));
  return rows.map((row) => row.id);
}

/** Puts a Failed or Cancelled job back into the queue, with at least one attempt left; false when it is in no such state. */
export async function retryJob(tx: Transaction, kinds: Kinds, id: string): Promise<boolean> {
  const row = await tx.first(jobById, { id });
  if (row?.state !== 'Failed' && row?.state !== 'Cancelled') return false;
  await tx.run(putBack, { id, due: Date.now(), max_attempts: Math.max(row.max_attempts, row.attempt + 1) });
  await kinds.get(row.kind)?.retried?.(tx, factsOf(row));
  if (row.internal === 0) tx.notes?.job(id);
  return true;
}

/** Keeps a waiting job from starting until it is released; `step` tells people what it waits for. */
export const holdJob = (tx: Transaction, id: string, step: string): Promise<number> =>
  tx.run(setDue, { id, due: null, step: cleanLine(step) });

/** Lets a job start that was held. */
export const releaseJob = (tx: Transaction, id: string): Promise<number> =>
  tx.run(setDue, { id, due: Date.now(), step: null });

export interface JobFilter {
  readonly twinId?: string;
  readonly createdBy?: string;
  readonly states?: readonly JobState[];
  readonly kinds?: readonly string[];
  /** The last job of the page before. */
  readonly after?: { readonly position: number; readonly id: string };
  readonly limit: number;
}

/** Jobs that are not internal, newest first. */
export function listJobs(db: Reader, filter: JobFilter): Promise<JobRow[]> {
  const { twinId, createdBy, states, kinds, after } = filter;
  let query = q.selectFrom('jobs').selectAll().where('internal', '=', 0);
  if (twinId !== undefined) query = query.where('twin_id', '=', twinId);
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy);
  if (states !== undefined) query = query.where('state', 'in', states);
  if (kinds !== undefined) query = query.where('kind', 'in', kinds);
  if (after !== undefined) {
    query = query.where(condition`(position, id) < (${after.position}, ${after.id})`);
  }
  return db.all(query.orderBy('position', 'desc').orderBy('id', 'desc').limit(filter.limit));
}

/**
 * Places in the queue of their kind, from 1, of those jobs that are waiting: the first of each account, then the second of
 * each, and so on. Who was served last, and what is at work, may change the order of a round.
 */
export async function queuePositions(db: Reader, rows: readonly JobRow[]): Promise<Map<string, number>> {
  const waiting = rows.filter((row) => row.state === 'Queued');
  if (waiting.length === 0) return new Map();
  const queued = q
    .selectFrom('jobs')
    .select((eb) => ['id', 'kind', 'due', 'position', accountOf(eb).as('account')])
    .where('due', 'is not', null)
    .where('kind', 'in', [...new Set(waiting.map((row) => row.kind))]);
  const inRounds = q
    .selectFrom(queued.as('queued'))
    .selectAll()
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy(['kind', 'account']).orderBy('due').orderBy('position'))
        .as('round'),
    );
  const ranked = q.selectFrom(inRounds.as('rounds')).select((eb) => [
    'id',
    eb.fn
      .agg<number>('row_number')
      .over((over) => over.partitionBy('kind').orderBy('round').orderBy('due').orderBy('position'))
      .as('place'),
  ]);
  const places = await db.all(
    q
      .selectFrom(ranked.as('ranked'))
      .selectAll()
      .where(
        'id',
        'in',
        waiting.map((row) => row.id),
      ),
  );
  return new Map(places.map((row) => [row.id, row.place]));
}
