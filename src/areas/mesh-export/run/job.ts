import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import { faultText } from '../../../api/ports/models.ts';
import { type ExportType, exportTypes } from '../../../engines/tiles/params.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import { type JobEnd, JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import { type ExportPayload, enqueueWaiting, exportKind } from '../export/queue.ts';
import { insertFiles, openExports, updateExports } from '../export/store.ts';
import { elementFilterOf, meshOptionsOf } from '../options.ts';
import type { ExportRow, MeshFileRow } from '../tables.ts';
import { isMade } from '../types.ts';
import { tellOfExports } from './events.ts';
import { storeFiles } from './store-files.ts';

/** The first attempt, and three more when its worker is lost; one more where its engine is killed. A server that stops does not count. */
const maxAttempts = 4;

/** Makes the meshes of exports of one changeset that ask for the same. */
export const exportJob = (kit: Kit): JobKind<ExportPayload> => ({
  kind: exportKind,
  maxAttempts,
  concurrency: kit.ports.settings.engineJobs,
  cancellable: true,
  retryable: false, // Complete and Invalid are final; a new request makes a new export
  permission: 'models_manage', // as for deletion, which comes to the same
  run: (job) => kit.ports.engines.workFolder((folder) => runExports(job, folder, kit)),
  async ended(tx, job, end) {
    const rows = await openExports(tx, job.id);
    const ids = rows.map((row) => row.id);
    if (ids.length === 0 || end.state === 'Succeeded') return;
    await updateExports(tx, ids, { status: 'Invalid', error: reasonOf(end), changed: kit.now() });
    await tellOfExports(tx, rows, false, kit.ports);
  },
  async requeued(tx, job) {
    const ids = (await openExports(tx, job.id)).map((row) => row.id);
    if (ids.length > 0) await updateExports(tx, ids, { status: 'NotStarted', changed: kit.now() });
  },
});

function reasonOf(end: Exclude<JobEnd, { state: 'Succeeded' }>): string {
  if (end.state === 'Cancelled') return 'Cancelled.';
  if (end.code !== 'InternalServerError') return end.message;
  return `The export was lost ${maxAttempts} times because of an unexpected error. Start it again, or ask the administrator of this server to look into its log.`;
}

async function runExports(job: RunningJob<ExportPayload>, folder: string, kit: Kit): Promise<void> {
  const { db, ports } = kit;
  const rows = await begin(job, kit);
  const [first] = rows;
  if (first === undefined) return; // removed meanwhile, or waiting for another import
  const types = exportTypes.filter((type) => rows.some((row) => row.type === type));
  const artefacts = await ports.models.artefacts(db, first.model_id, first.changeset_id);
  if (artefacts === undefined) return; // the model was purged
  const copy = async (blob: string, name: string) => {
    const path = join(folder, name);
    const megabytes = (bytes: number) => Math.round(bytes / 1e6);
    await copyBlob(ports.blobs, blob, path, {
      signal: job.signal,
      progress: (done, total) => job.progress({ message: `${name}: ${megabytes(done)} of ${megabytes(total)} MB` }),
    });
    return path;
  };
  job.progress({ step: 'Fetching the geometry' });
  const snapshot = await copy(artefacts.snapshot, 'snapshot');
  const geometry: string[] = [];
  for (const [at, blob] of artefacts.geometry.entries()) geometry.push(await copy(blob, `geometry-${at + 1}`));
  job.progress({ message: null });
  const options = meshOptionsOf(first);
  const filter = elementFilterOf(first);
  const made = await ports.engines.run(job, 'tiles', { geometry, snapshot, output: folder, types, options, filter });
  job.log(`${made.elementCount} elements, ${made.triangleCount} triangles, ${made.tileCount} tiles.`);
  const files = await storeFiles(job, ports.blobs, made.exports);
  await publish(job, files, kit);
}

/** Marks the job's exports as under way; none when there is nothing to make now. Throws when they cannot be made. */
async function begin(job: RunningJob<ExportPayload>, { ports, now }: Kit): Promise<readonly ExportRow[]> {
  const { modelId, changesetId } = job.payload;
  const { rows, changeset } = await job.write(async (tx) => {
    const rows = await openExports(tx, job.id);
    const changeset = await ports.models.changeset(tx, modelId, changesetId);
    const ids = rows.map((row) => row.id);
    if (ids.length === 0 || changeset === undefined) return { rows: [], changeset };
    if (changeset.state !== 'Importing') {
      await updateExports(tx, ids, { status: 'InProgress', changed: now() });
      return { rows, changeset };
    }
    // a failed import was tried again since
    const facts = { changeset, name: changeset.displayName, createdBy: job.createdBy };
    await updateExports(tx, ids, { job_id: await enqueueWaiting(tx, rows, facts, ports) });
    return { rows: [], changeset };
  });
  const closed = rows.find((row) => !isMade(row.type));
  if (closed) throw new JobFailure('UnsupportedType', `Export type ${closed.type} is not supported by this server.`);
  if (changeset?.state === 'Failed') {
    throw new JobFailure('ImportFailed', changeset.error ? faultText(changeset.error) : 'The import failed.');
  }
  return rows;
}

type Stored = ReadonlyMap<ExportType, readonly Omit<MeshFileRow, 'export_id'>[]>;

/** Gives every export that is still wanted its files, all at once. What nobody takes is collected. */
async function publish(job: RunningJob<ExportPayload>, files: Stored, { ports, now }: Kit): Promise<void> {
  await job.write(async (tx) => {
    const rows = await openExports(tx, job.id);
    const taken = new Set<string>();
    for (const { id, type } of rows) {
      const own = (isMade(type) ? files.get(type) : undefined) ?? [];
      await insertFiles(
        tx,
        own.map((file) => ({ ...file, export_id: id })),
      );
      for (const { blob_id } of own) taken.add(blob_id);
      await updateExports(tx, [id], { status: 'Complete', changed: now() });
    }
    await ports.blobs.take(tx, [...taken]);
    await tellOfExports(tx, rows, true, ports);
  });
}
