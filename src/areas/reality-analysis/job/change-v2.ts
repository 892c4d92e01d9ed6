import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { cancelRealityJob } from '../../../reality-jobs/end.ts';
import { findJobRow, type RealityJob } from '../../../reality-jobs/job.store.ts';
import { analysis2 } from '../api.ts';
import { detail, jobProblems2 } from '../errors.ts';
import { jobView2 } from './view.ts';

/** Its outputs are gone in the same write; the process of its engine ends soon after. */
export async function cancelJob2(job: RealityJob, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findJobRow(tx, analysis2.name, job.row.id);
    if (row === undefined) throw new NoLongerThere(`Job ${job.row.id} was deleted.`);
    if (row.state !== 'active') {
      return fail(jobProblems2.cancel, { details: [detail('InvalidChange', 'The job is already completed.', '')] });
    }
    await cancelRealityJob(tx, analysis2, row, context);
    return row;
  });
  if (isFailed(outcome)) return outcome;
  return reply(200, { job: jobView2({ ...job, row: outcome }, 'TerminatingOnCancel') });
}
