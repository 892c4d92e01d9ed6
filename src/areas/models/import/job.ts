import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IfcResult } from '../../../engines/ifc/params.ts';
import { openFile } from '../../../engines/random-access.ts';
import { openSnapshot } from '../../../engines/snapshot/reader.ts';
import type { SnapshotHeader } from '../../../engines/snapshot/types.ts';
import type { Kit } from '../../../kernel/area.ts';
import { copyBlob, saveFile } from '../../../kernel/blobs/local.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { JobKind, RunningJob } from '../../../kernel/jobs/job.ts';
import type { Ports } from '../../../kernel/ports/ports.ts';
import { jsonOf } from '../../../kernel/std/json.ts';
import { changesetOf, findChangeset, updateChangeset } from '../changeset.store.ts';
import { findRow, setIdsBlob } from '../model.store.ts';
import type { ChangesetRow, ModelRow } from '../tables.ts';
import { unimported } from '../upload.ts';
import { tellOfImport } from './events.ts';
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
  run: (job) => kit.ports.engines.workFolder((folder) => runImport(job, folder, kit)),
  async ended(tx, { payload }, end) {
    if (end.state === 'Succeeded') return;
    const row = await findChangeset(tx, payload.modelId, payload.changesetId);
    if (row?.state !== 'Importing') return;
    const { line = null, reason } = faultOfEnd(end);
    const change = { state: 'Failed', error_line: line, error_reason: reason } as const;
    await updateChangeset(tx, row, change);
    await kit.ports.watches.models.imported(tx, changesetOf({ ...row, ...change }));
    await tellOfImport(tx, { ...row, ...change }, kit.ports);
  },
  async retried(tx, { payload }) {
    const row = await findChangeset(tx, payload.modelId, payload.changesetId);
    if (row !== undefined) await updateChangeset(tx, row, { ...unimported, state: 'Importing' });
  },
});

async function runImport(job: RunningJob<ImportPayload>, folder: string, kit: Kit): Promise<void> {
  const { db, ports } = kit;
  const { modelId, changesetId } = job.payload;
  const model = await findRow(db, modelId);
  const changeset = await findChangeset(db, modelId, changesetId);
  if (model === undefined || changeset?.state !== 'Importing') return; // purged, or done by an attempt that was lost
  const fetched = await fetchInput(job, changeset, model, folder, kit);
  const limits = ports.settings.ifc;
  const result = await ports.engines.run(job, 'ifc', { ...fetched, output: folder, limits });
  job.progress({ step: 'Storing', message: null });
  const stored = await storeResult(result, fetched.knownIds, kit);
  await job.write((tx) => publish(tx, job.payload, stored, ports));
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** The version's own bytes, whatever the file holds by now, and the keys of all elements the model ever had. */
async function fetchInput(
  job: RunningJob<ImportPayload>,
  changeset: ChangesetRow,
  model: ModelRow,
  folder: string,
  { ports }: Kit,
) {
  const input = join(folder, 'content');
  const knownIds = join(folder, 'ids');
  const { signal } = job;
  await copyBlob(ports.blobs, changeset.content_blob, input, {
    signal,
    // what counts are elements: bytes would stay behind as `done`, which never falls
    progress: (done, total) =>
      job.progress({ step: 'Fetching the file', message: `${megabytes(done)} of ${megabytes(total)} MB` }),
  });
  if (model.ids_blob === null) await writeFile(knownIds, '');
  else await copyBlob(ports.blobs, model.ids_blob, knownIds, { signal });
  return { input, knownIds };
}

interface Stored {
  readonly change: Partial<ChangesetRow> & { readonly state: 'Ready' };
  /** Saved, still to be taken over. */
  readonly blobs: readonly string[];
  /** Of the grown list of keys, where there are new ones. */
  readonly ids: string | undefined;
}

async function storeResult(result: IfcResult, knownIds: string, { ports }: Kit): Promise<Stored> {
  const save = async (path: string) => (await saveFile(ports.blobs, place, path)).id;
  const snapshot = await save(result.snapshot);
  const geometry: string[] = [];
  for (const path of result.geometry) geometry.push(await save(path));
  let ids: string | undefined;
  if (result.newIdCount > 0) {
    await appendFile(knownIds, await readFile(result.newIds));
    ids = await save(knownIds);
  }
  const header = await readHeader(result.snapshot);
  return {
    change: {
      ...{ state: 'Ready', error_line: null, error_reason: null, snapshot_blob: snapshot },
      ...{ geometry_blobs: jsonOf(geometry), geometry_refused: result.geometryRefused ?? null },
      ...{ summary: jsonOf(summaryOf(header)), element_count: result.elementCount, format: header.format },
    },
    blobs: [snapshot, ...geometry, ...(ids === undefined ? [] : [ids])],
    ids,
  };
}

/** Artefacts, ids and state become visible at once. What was saved for a model that is gone is collected. */
async function publish(tx: Transaction, { modelId, changesetId }: ImportPayload, stored: Stored, ports: Ports) {
  const model = await findRow(tx, modelId);
  const row = await findChangeset(tx, modelId, changesetId);
  if (model === undefined || row?.state !== 'Importing') return;
  await ports.blobs.take(tx, stored.blobs);
  if (stored.ids !== undefined) {
    await setIdsBlob(tx, modelId, stored.ids);
    if (model.ids_blob !== null) await ports.blobs.remove(tx, [model.ids_blob]);
  }
  await updateChangeset(tx, row, stored.change);
  await ports.watches.models.imported(tx, changesetOf({ ...row, ...stored.change }));
  await tellOfImport(tx, { ...row, ...stored.change }, ports);
}

async function readHeader(path: string): Promise<SnapshotHeader> {
  const snapshot = await openSnapshot(await openFile(path));
  await snapshot.close();
  return snapshot.header;
}
