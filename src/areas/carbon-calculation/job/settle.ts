import type { Changeset, ModelListener } from '../../../api/ports/models.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { updateJob, waitingJobs } from '../store/jobs.ts';
import type { JobRow } from '../tables.ts';
import { workOf } from './work.ts';

type Needs = Pick<Ports, 'jobs' | 'models'>;

export const isChangesetId = (text: string): boolean => /^[0-9a-f]{40}$/i.test(text);

/**
 * The version of a model that a job wants; without a name the newest, which is the one that is being imported, and
 * where that fails the newest that could be.
 */
export async function versionOf(
  db: Reader,
  modelId: string,
  extractionId: string | null,
  { models }: Pick<Ports, 'models'>,
): Promise<Changeset | undefined> {
  if (extractionId !== null) {
    return isChangesetId(extractionId) ? models.changeset(db, modelId, extractionId.toLowerCase()) : undefined;
  }
  const changesets = await models.changesets(db, modelId);
  const last = changesets.at(-1);
  return last?.state === 'Importing' ? last : (changesets.findLast(({ state }) => state === 'Ready') ?? last);
}

/** Holds a job whose version is being imported, or lets it start. */
export async function settle(tx: Transaction, row: JobRow, ports: Needs): Promise<JobRow> {
  const version = row.model_id && (await versionOf(tx, row.model_id, workOf(row).extractionId, ports));
  const waiting = version && version.state === 'Importing' ? 1 : 0;
  if (version && waiting === 1) {
    await ports.jobs.hold(tx, row.job_id, `Waiting for the import of version ${version.index}`);
  } else if (row.waiting === 1) await ports.jobs.release(tx, row.job_id);
  if (waiting !== row.waiting) await updateJob(tx, row.id, { waiting });
  return { ...row, waiting };
}

/** Jobs start when the import that they wait for has ended, or there is no model any more. */
export const carbonWatch = (ports: Needs): ModelListener => ({
  async imported(tx, { modelId }) {
    for (const row of await waitingJobs(tx, modelId)) await settle(tx, row, ports);
  },
  async purged(tx, modelId) {
    for (const { id, job_id } of await waitingJobs(tx, modelId)) {
      await updateJob(tx, id, { waiting: 0 });
      await ports.jobs.release(tx, job_id);
    }
  },
});
