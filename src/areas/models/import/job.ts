import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFile } from '../../../engines/random-access.ts';
import { openSnapshot } from '../../../engines/snapshot/reader.ts';
import type { Kit } from '../../../kernel/area.ts';
import { copyBlob, saveFile } from '../../../kernel/blobs/local.ts';
import type { JobKind, RunningJob } from '../../../kernel/jobs/job.ts';
import { changesetOf, findChangeset, updateChangeset } from '../changeset.store.ts';
import { findRow, setIdsBlob } from '../model.store.ts';
import type { ChangesetRow } from '../tables.ts';
import { unimported } from '../upload.ts';
import { faultOfEnd } from './fault.ts';
import { type ImportPayload, importKind } from './payload.ts';
import { summaryOf } from './summary.ts';

const place = { area: 'models', container: 'artefacts' };

/** Reads one version of an IFC file into the artefacts that everything else works with. */
export const importJob = (kit: Kit): JobKind<ImportPayload> => ({
  kind: importKind,
  maxAttempts: 3,
  concurrency: kit.ports.settings.engineJobs,
  cancellable: true,
  retryable: true,
  permission: 'models_manage',
  run: (job) => kit.ports.workFolder((folder) => runImport(job, folder, kit)),
  async ended(tx, { payload }, end) {
    if (end.state === 'Succeeded') return;
    const row = await findChangeset(tx, payload.modelId, payload.changesetId);
    if (row?.state !== 'Importing') return;
    const { line = null, reason } = faultOfEnd(end);
    const change = { state: 'Failed', error_line: line, error_reason: reason } as const;
    await updateChangeset(tx, row, change);
    await kit.ports.modelWatch.imported(tx, changesetOf({ ...row, ...change }));
  },
  async retried(tx, { payload }) {
    const row = await findChangeset(tx, payload.modelId, payload.changesetId);
    if (row !== undefined) await updateChangeset(tx, row, { ...unimported, state: 'Importing' });
  },
});

async function runImport(job: RunningJob<ImportPayload>, folder: string, { db, ports }: Kit): Promise<void> {
  const { modelId, changesetId } = job.payload;
  const model = await findRow(db, modelId);
  const changeset = await findChangeset(db, modelId, changesetId);
  if (model === undefined || changeset?.state !== 'Importing') return; // purged, or done by an attempt that was lost
  const input = join(folder, 'content');
  await copyBlob(ports.blobs, changeset.content_blob, input, {
    signal: job.signal,
    progress: (done, total) => job.progress({ step: 'Fetching the file', done, total, unit: 'bytes' }),
  });
  const ids = join(folder, 'ids');
  if (model.ids_blob === null) await writeFile(ids, '');
  else await copyBlob(ports.blobs, model.ids_blob, ids, { signal: job.signal });
  const result = await ports.runEngine(job, 'ifc', {
    input,
    output: folder,
    knownIds: ids,
    limits: ports.settings.ifc,
  });

  job.progress({ step: 'Storing', message: null });
  const save = async (path: string) => (await saveFile(ports.blobs, place, path)).id;
  const snapshot = await save(result.snapshot);
  const geometry: string[] = [];
  for (const path of result.geometry) geometry.push(await save(path));
  let newIds: string | undefined;
  if (result.newIdCount > 0) {
    await appendFile(ids, await readFile(result.newIds));
    newIds = await save(ids);
  }
  const { header } = await readHeader(result.snapshot);
  const change = {
    ...{ state: 'Ready', error_line: null, error_reason: null, snapshot_blob: snapshot },
    ...{ geometry_blobs: JSON.stringify(geometry), geometry_refused: result.geometryRefused ?? null },
    ...{ summary: JSON.stringify(summaryOf(header)), element_count: result.elementCount, format: header.format },
  } as const satisfies Partial<ChangesetRow>;
  await job.write(async (tx) => {
    const before = await findRow(tx, modelId);
    const row = await findChangeset(tx, modelId, changesetId);
    if (before === undefined || row?.state !== 'Importing') return; // what was saved is collected
    for (const blob of [snapshot, ...geometry, ...(newIds === undefined ? [] : [newIds])]) {
      await ports.blobs.finishUpload(tx, blob);
    }
    if (newIds !== undefined) {
      await setIdsBlob(tx, modelId, newIds);
      if (before.ids_blob !== null) await ports.blobs.remove(tx, [before.ids_blob]);
    }
    await updateChangeset(tx, row, change);
    await ports.modelWatch.imported(tx, changesetOf({ ...row, ...change }));
  });
}

async function readHeader(path: string) {
  const snapshot = await openSnapshot(await openFile(path));
  await snapshot.close();
  return snapshot;
}
