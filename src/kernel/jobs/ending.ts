import { readJson } from '../../std/json.ts';
import type { Transaction } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import type { JobEnd, JobFacts } from './job.ts';
import type { Kinds } from './kinds.ts';
import { type Lines, withLine } from './log-lines.ts';
import { type JobRow, q } from './tables.ts';

/** Losses in a row after which a job waits before it runs again: it may be what brings the server down. */
const patience = 5;
const longestDamping = 60_000;

const jobsOfWorker = prepared((p: { worker: string }) =>
  q.selectFrom('jobs').selectAll().where('worker', '=', p.worker).orderBy('position'),
);

const endRow = prepared((p: Pick<JobRow, 'id' | 'state' | 'ended' | 'error_code' | 'error_message'>) =>
  q
    .updateTable('jobs')
    .set((eb) => ({
      state: p.state,
      ended: p.ended,
      error_code: p.error_code,
      error_message: p.error_message,
      due: null,
      worker: null,
      cancelling: 0,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', p.id),
);

const queueRow = prepared((p: Pick<JobRow, 'id' | 'due' | 'attempt' | 'losses' | 'killed' | 'log' | 'step'>) =>
  q
    .updateTable('jobs')
    .set((eb) => ({
      state: 'Queued' as const,
      due: p.due,
      attempt: p.attempt,
      losses: p.losses,
      killed: p.killed,
      log: p.log,
      step: p.step,
      worker: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', p.id),
);

export const factsOf = (row: JobRow): JobFacts<unknown> => ({
  id: row.id,
  twinId: row.twin_id,
  createdBy: row.created_by,
  payload: readJson(row.payload),
});

/** Ends a job for good; its API's own resource ends in the same transaction. */
export async function endJob(tx: Transaction, kinds: Kinds, row: JobRow, end: JobEnd): Promise<void> {
  const failed = end.state === 'Failed';
  await tx.run(endRow, {
    id: row.id,
    state: end.state,
    ended: Date.now(),
    error_code: failed ? end.code : null,
    error_message: failed ? end.message : null,
  });
  await kinds.get(row.kind)?.ended?.(tx, factsOf(row), end);
}

/** Puts a job whose attempt failed back into the queue. */
export async function tryAgain(tx: Transaction, kinds: Kinds, row: JobRow, log: Lines, waitMs: number): Promise<void> {
  const line = `Attempt ${row.attempt} of ${row.max_attempts} failed. The next one starts in ${Math.ceil(waitMs / 1000)} s.`;
  const { attempt } = row;
  await requeue(tx, kinds, row, { attempt, due: Date.now() + waitMs, losses: 0, log: withLine(log, line) });
}

/** Puts a job back that cannot go on now, without using up an attempt; the pauses grow. `why`: a sentence for people. */
export async function postpone(tx: Transaction, kinds: Kinds, row: JobRow, log: Lines, why: string): Promise<void> {
  const losses = row.losses + 1;
  const waitMs = Math.min(longestDamping, 1000 * 2 ** losses);
  const line = `${why} The job starts again in ${waitMs / 1000} s.`;
  const due = Date.now() + waitMs;
  await requeue(tx, kinds, row, { attempt: row.attempt - 1, due, losses, log: withLine(log, line), step: why });
}

async function requeue(
  tx: Transaction,
  kinds: Kinds,
  row: JobRow,
  change: Pick<JobRow, 'due' | 'attempt' | 'losses' | 'log'> & Partial<Pick<JobRow, 'step'>>,
): Promise<void> {
  await tx.run(queueRow, { id: row.id, killed: row.killed, step: null, ...change });
  await kinds.get(row.kind)?.requeued?.(tx, factsOf(row));
}

/**
 * Puts everything a worker holds back into the queue without using up an attempt; what was to be cancelled ends so.
 * Returns the ids. `lost`: the worker died, instead of having been stopped in order.
 */
export async function giveBack(tx: Transaction, kinds: Kinds, worker: string, lost: boolean): Promise<string[]> {
  const rows = await tx.all(jobsOfWorker, { worker });
  for (const row of rows) {
    if (row.cancelling === 1) {
      await endJob(tx, kinds, row, { state: 'Cancelled' });
      continue;
    }
    const losses = lost ? row.losses + 1 : row.losses;
    const damping = losses > patience ? Math.min(longestDamping, 1000 * 2 ** (losses - patience)) : 0;
    await requeue(tx, kinds, row, {
      attempt: row.attempt - 1,
      losses,
      due: Date.now() + damping,
      log: withLine(row.log, 'The server stopped. The job starts again.'),
    });
  }
  return rows.map((row) => row.id);
}
