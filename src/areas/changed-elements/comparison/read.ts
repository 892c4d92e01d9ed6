import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { ComparisonRow } from '../tables.ts';
import { type ResultForm, resultUrl } from './result-link.ts';
import { findComparison, removeComparisons } from './store.ts';
import { comparisonView } from './view.ts';

export async function getComparison(found: ComparisonRow, form: ResultForm, context: Context) {
  const { row, job } = await withJob(found, context);
  const href = row.status === 'Completed' ? resultUrl(row.id, form, context) : undefined;
  return reply(200, { comparisonJob: comparisonView(row, job, href) });
}

/** A comparison that has not ended with its job; looked up again where that ended in between. */
async function withJob(row: ComparisonRow, { db, ports }: Context) {
  if (row.status !== 'Queued') return { row, job: undefined };
  const job = await ports.jobs.find(db, row.job_id);
  if (job?.state === 'Queued' || job?.state === 'Running') return { row, job };
  const now = await findComparison(db, row.id);
  if (now === undefined) throw new NoLongerThere(`Comparison ${row.id} was deleted.`);
  return { row: now, job: undefined };
}

/** Stops it, and removes it with its results. */
export async function deleteComparison({ id }: ComparisonRow, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findComparison(tx, id);
    if (row === undefined) throw new NoLongerThere(`Comparison ${id} was deleted.`);
    await removeComparisons(tx, [row], context.ports);
  });
  return isFailed(outcome) ? outcome : noContent;
}
