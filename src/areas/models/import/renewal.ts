import type { Kit } from '../../../api/area.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import { snapshotFormat } from '../../../engines/snapshot/types.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { JobKind, Maintenance, RunningJob } from '../../../kernel/jobs/job.ts';
import { artefactBlobsOf, findChangeset, newestOlderThan, updateChangeset } from '../store/changesets.ts';
import { findRow, isRenewing, setRenewalJob } from '../store/models.ts';
import { makeArtefacts, takeArtefacts } from './artefacts.ts';
import { type ImportPayload, laneOf, renewalKind } from './payload.ts';

const minute = 60_000;
/** Exports and pages of lists may be reading the old artefacts. */
const oldStaysMs = 60 * minute;

/**
 * Imports versions anew whose artefacts an earlier version of this program made, one at a time, when nothing else is to
 * be done. Until then, and when it fails, the old ones serve.
 */
export const renewalJob = (kit: Kit): JobKind<ImportPayload> => ({
  kind: renewalKind,
  maxAttempts: 3,
  concurrency: 1,
  idle: true,
  internal: true,
  cancellable: false,
  retryable: false,
  run: (job) => renew(job, kit),
  async ended(tx, { payload, id }, end) {
    const model = await findRow(tx, payload.modelId);
    if (model?.renewal_job === id) await setRenewalJob(tx, model.id, null);
    const row = await findChangeset(tx, payload.modelId, payload.changesetId);
    if (end.state === 'Failed' && row !== undefined) {
      await updateChangeset(tx, row, { renewal_failed: snapshotFormat });
      kit.log.warn({ ...payload, error: end.message }, 'A version of a model could not be imported anew.');
    }
    if (end.state !== 'Cancelled') await renewNext(tx, kit.ports);
  },
});

/** Begins with the next version, if there is one and none is at work. */
export const renewModels = ({ db, ports }: Kit): Maintenance => ({
  name: 'models.renewal',
  everyMs: minute,
  run: () => db.write((tx) => renewNext(tx, ports)),
});

async function renewNext(tx: Transaction, { jobs }: Pick<Ports, 'jobs'>): Promise<void> {
  if (await isRenewing(tx)) return;
  const row = await newestOlderThan(tx, snapshotFormat);
  if (row === undefined) return;
  const payload: ImportPayload = { modelId: row.model_id, changesetId: row.id };
  const job = await jobs.enqueue(tx, {
    kind: renewalKind,
    twinId: row.twin_id,
    title: `Import ${row.display_name} anew, version ${row.idx}`,
    createdBy: row.creator_id,
    payload,
    resource: `/models/${row.model_id}/changesets/${row.id}`,
    lane: laneOf(row.model_id),
  });
  await setRenewalJob(tx, row.model_id, job);
}

async function renew(job: RunningJob<ImportPayload>, kit: Kit): Promise<void> {
  const { modelId, changesetId } = job.payload;
  const model = await findRow(kit.db, modelId);
  const changeset = await findChangeset(kit.db, modelId, changesetId);
  if (model === undefined || changeset?.state !== 'Ready') return; // purged meanwhile
  if ((changeset.format ?? 0) >= snapshotFormat) return; // done by an attempt that was lost
  const stored = await makeArtefacts(job, changeset, model, kit);
  await job.write(async (tx) => {
    const row = await findChangeset(tx, modelId, changesetId);
    const now = await findRow(tx, modelId);
    if (now === undefined || row?.state !== 'Ready') return;
    await takeArtefacts(tx, now, row, stored, kit.ports);
    await kit.ports.blobs.remove(tx, artefactBlobsOf(row), oldStaysMs);
  });
}
