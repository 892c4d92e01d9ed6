import type { Static } from 'typebox';
import type { JobRow } from '../../../kernel/jobs/tables.ts';
import type { ComparisonRow } from '../tables.ts';
import type { oneComparisonJob } from './schema.ts';
import { jobIdOf } from './store.ts';

type View = Static<typeof oneComparisonJob>['comparisonJob'];

/** `job`: of a comparison that has not ended; `href`: where the result of a Completed one is. */
export function comparisonView(row: ComparisonRow, job: JobRow | undefined, href: string | undefined): View {
  const counted = row.status === 'Queued' && job?.state === 'Running' && job.total !== null;
  return {
    status: counted ? 'Started' : row.status,
    jobId: jobIdOf(row),
    twinId: row.twin_id,
    modelId: row.model_id,
    startChangesetId: row.start_id,
    endChangesetId: row.end_id,
    ...(counted ? { currentProgress: Math.min(job.done, job.total ?? 0), maxProgress: job.total ?? 0 } : {}),
    ...(href === undefined ? {} : { comparison: { href } }),
    ...(row.status === 'Failed' ? { errorDetails: row.error ?? '' } : {}),
  };
}
