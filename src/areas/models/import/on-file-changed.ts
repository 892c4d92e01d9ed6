import { createHash } from 'node:crypto';
import type { FileContent, FileListener } from '../../../api/ports/files.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { isModelName, modelIdOf } from '../model-id.ts';
import { blobsOf, changesetsOf, deleteChangesets, insertChangeset, isContent, newestOf } from '../store/changesets.ts';
import { deleteModel, findRow, insertModel } from '../store/models.ts';
import type { ChangesetRow, ModelRow } from '../tables.ts';
import { importKind, laneOf } from './payload.ts';

type Needs = Pick<Ports, 'blobs' | 'jobs' | 'listeners'>;

/** What models make of the files of a twin: design of models, "a file becomes a model". */
export function importOnFileChange(ports: Needs): FileListener {
  return {
    async changed(tx, file) {
      const id = modelIdOf(file.fileId);
      const known = await findRow(tx, id);
      if (known === undefined && !isModelName(file.name)) return;
      if (known === undefined)
        await insertModel(tx, { id, twin_id: file.twinId, file_id: file.fileId, ids_blob: null, renewal_job: null });
      // what somebody waits for goes first; the renewal is made later
      if (known?.renewal_job) await ports.jobs.cancel(tx, known.renewal_job);
      await addContent(tx, id, file, ports);
    },
    keeps: isContent,
    async purged(tx, itemIds) {
      for (const itemId of itemIds) {
        const id = modelIdOf(itemId);
        const model = await findRow(tx, id);
        if (model !== undefined) await purgeModel(tx, model, ports);
      }
    },
  };
}

/** A changeset for a content that is not the newest one's; that one's import runs again if it failed. */
async function addContent(tx: Transaction, modelId: string, file: FileContent, ports: Needs): Promise<void> {
  const before = await newestOf(tx, modelId);
  if (before?.sha256 === file.sha256) {
    if (before.state === 'Failed') await ports.jobs.retry(tx, before.job_id);
    return;
  }
  const idx = (before?.idx ?? 0) + 1;
  const parent = before?.id ?? '';
  const id = changesetIdOf(parent, file.sha256);
  const row: ChangesetRow = {
    model_id: modelId,
    idx,
    id,
    parent_id: parent,
    twin_id: file.twinId,
    state: 'Importing',
    pushed: file.time,
    creator_id: file.userId,
    display_name: file.name,
    description: file.description,
    size: file.size,
    content_blob: file.blobId,
    sha256: file.sha256,
    ...emptyImport,
    job_id: await ports.jobs.enqueue(tx, {
      kind: importKind,
      twinId: file.twinId,
      title: `Import ${file.name}, version ${idx}`,
      createdBy: file.userId,
      payload: { modelId, changesetId: id },
      resource: `/models/${modelId}/changesets/${id}`,
      lane: laneOf(modelId),
    }),
  };
  await insertChangeset(tx, row);
}

const changesetIdOf = (parent: string, sha256: string): string =>
  createHash('sha1').update(`${parent}\n${sha256}`).digest('hex');

/** What a changeset lacks until its import is done. */
export const emptyImport = {
  error_line: null,
  error_reason: null,
  snapshot_blob: null,
  geometry_blobs: null,
  geometry_refused: null,
  summary: null,
  element_count: null,
  format: null,
  renewal_failed: null,
} as const;

async function purgeModel(tx: Transaction, { id, ids_blob, renewal_job }: ModelRow, ports: Needs) {
  if (renewal_job !== null) await ports.jobs.cancel(tx, renewal_job);
  const changesets = await changesetsOf(tx, id);
  for (const { state, job_id } of changesets) if (state === 'Importing') await ports.jobs.cancel(tx, job_id);
  await ports.listeners.models.purged(tx, id);
  await ports.blobs.remove(tx, [...changesets.flatMap(blobsOf), ...(ids_blob === null ? [] : [ids_blob])]);
  await deleteChangesets(tx, id);
  await deleteModel(tx, id);
}
