import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { cancelRealityJob } from '../../../reality-jobs/end.ts';
import { deleteJob, openJobsIn } from '../../../reality-jobs/job.store.ts';
import { capture } from '../api.ts';
import { cachesIn, removeCaches } from '../cache/store.ts';
import type { WorkspaceRow } from '../tables.ts';
import { deleteWorkspaceRow } from './store.ts';

/** Jobs at work are cancelled, unsubmitted ones are deleted, ended ones stay; what they kept for others goes, its folder into the recycle bin. */
export async function deleteWorkspace({ id, twin_id }: WorkspaceRow, context: Context) {
  const { ports, caller } = context;
  const outcome = await context.write(async (tx) => {
    if ((await deleteWorkspaceRow(tx, id)) === 0) throw new NoLongerThere(`Workspace ${id} was deleted.`);
    for (const job of await openJobsIn(tx, id)) {
      if (job.state === 'active') await cancelRealityJob(tx, capture, job, context);
      else await deleteJob(tx, job.id);
    }
    await removeCaches(tx, await cachesIn(tx, id), ports.blobs);
    if (twin_id !== null) await ports.realityData.recycle(tx, id, caller.userId);
  });
  return isFailed(outcome) ? outcome : noContent;
}
