import type { Context } from '../../api/http/context.ts';
import { reply } from '../../api/http/endpoint.ts';
import { fail } from '../../api/http/problem.ts';
import type { JobQueue } from '../../kernel/jobs/jobs.ts';
import type { JobRow } from '../../kernel/jobs/tables.ts';
import { jobNotCancellable, jobNotFound, jobNotRetryable } from './errors.ts';
import { isCancellable, isRetryable, jobView } from './job/view.ts';

/** Asks a job to end: at once while it waits, as soon as its work heeds it while it runs. */
export const cancelJob = (id: string, context: Context, jobs: JobQueue) =>
  context.write(async (tx) => {
    const row = await jobs.find(tx, id);
    if (row === undefined || !isCancellable(row, jobs.kind(row.kind))) return fail(jobNotCancellable);
    await jobs.cancel(tx, id);
    const after = await jobs.find(tx, id);
    return after === undefined ? fail(jobNotFound) : reply(202, { job: viewOf(after, undefined, context, jobs) });
  });

/** Puts a Failed or Cancelled job back into the queue. */
export const retryJob = (id: string, context: Context, jobs: JobQueue) =>
  context.write(async (tx) => {
    const row = await jobs.find(tx, id);
    if (row === undefined || !isRetryable(row, jobs.kind(row.kind))) return fail(jobNotRetryable);
    await jobs.retry(tx, id);
    const after = await jobs.find(tx, id);
    if (after === undefined) return fail(jobNotFound);
    const places = await jobs.queuePositions(tx, [after]);
    return reply(202, { job: viewOf(after, places.get(id), context, jobs) });
  });

export const viewOf = (row: JobRow, place: number | undefined, { baseUrl }: Context, jobs: JobQueue) =>
  jobView(row, jobs.kind(row.kind), place, baseUrl);
