import type { Context } from '../../../kernel/http/context.ts';
import { noContent, reply } from '../../../kernel/http/endpoint.ts';
import { Gone, isFailed } from '../../../kernel/http/problem.ts';
import { findComparison, removeComparisons } from '../comparison.store.ts';
import { comparisonView } from '../comparison.view.ts';
import { type ResultForm, resultUrl } from '../result.link.ts';
import type { ComparisonRow } from '../tables.ts';

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
  if (now === undefined) throw new Gone(`Comparison ${row.id} was deleted.`);
  return { row: now, job: undefined };
}

/** Stops it, and removes it with its results. */
export async function deleteComparison({ id }: ComparisonRow, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findComparison(tx, id);
    if (row === undefined) throw new Gone(`Comparison ${id} was deleted.`);
    await removeComparisons(tx, [row], context.ports);
  });
  return isFailed(outcome) ? outcome : noContent;
}
