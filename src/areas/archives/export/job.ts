import type { AreaArchive } from '../../../api/archive/kind.ts';
import type { Kit } from '../../../api/area.ts';
import { saveFile } from '../../../kernel/blobs/local.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { JobEnd, JobKind, RunningJob } from '../../../kernel/jobs/job.ts';
import { jsonOf, readJson } from '../../../std/json.ts';
import { takeSnapshot } from '../snapshot/take.ts';
import { endWork, exportPlace, findExport, mediaType, removeFile, updateExport, workPlace } from '../store.ts';
import type { ExportRow } from '../tables.ts';
import { type WriteOptions, writeFile } from '../write/write.ts';

export const exportKind = 'archives.export';
const day = 86_400_000;
const rowKeptDays = 90;

interface Payload {
  readonly exportId: string;
}

type Job = RunningJob<Payload>;

/** Writes the archive of a twin; two at once over all processes. */
export const exportJob = (kit: Kit, archives: readonly AreaArchive[], pieceBytes?: number): JobKind<Payload> => ({
  kind: exportKind,
  maxAttempts: 3,
  concurrency: 2,
  cancellable: true,
  retryable: true,
  run: (job) => runExport(job, kit, archives, pieceBytes),
  ended: (tx, { payload }, end) => endExport(tx, payload.exportId, end, kit),
  requeued: (tx, { payload }) => updateExport(tx, payload.exportId, { state: 'Queued' }),
  retried: (tx, { payload }) =>
    updateExport(tx, payload.exportId, {
      state: 'Queued',
      step: null,
      error: null,
      started: null,
      ended: null,
      expires: null,
      snapshot: null,
      counts: null,
      manifest_sha256: null,
      report: null,
      size: null,
    }),
});

async function runExport(job: Job, kit: Kit, archives: readonly AreaArchive[], pieceBytes?: number): Promise<void> {
  const { exportId } = job.payload;
  const row = await begin(job, kit);
  if (row === undefined || row.state === 'Completed') return;
  if (row.plan_blob === null) await snapshotOf(job, row, kit, archives);
  const planned = await findExport(kit.db, exportId);
  if (!isPlanned(planned)) return;
  await step(job, exportId, 'Writing');
  const { size } = planned;
  job.progress({ step: 'Writing', done: 0, total: size, unit: 'bytes' });
  const options: WriteOptions = { row: planned, job, ...(pieceBytes === undefined ? {} : { pieceBytes }) };
  const pieces = await writeFile(kit, options);
  await step(job, exportId, 'Publishing');
  job.progress({ step: 'Publishing' });
  const content = await kit.ports.blobs.joinPieces(planned.file_blob, pieces, mediaType);
  await job.write(async (tx) => {
    await kit.ports.blobs.take(tx, [planned.file_blob]);
    await endWork(tx, planned, kit.ports.blobs);
    await updateExport(tx, exportId, { state: 'Completed', step: null, size: content.size });
  });
}

type Planned = WriteOptions['row'];

const isPlanned = (row: ExportRow | undefined): row is Planned =>
  row !== undefined && row.plan_blob !== null && row.parts_blob !== null && row.file_blob !== null;

const step = (job: Job, id: string, name: ExportRow['step']) => job.write((tx) => updateExport(tx, id, { step: name }));

const begin = (job: Job, { now }: Kit): Promise<ExportRow | undefined> =>
  job.write(async (tx) => {
    const row = await findExport(tx, job.payload.exportId);
    if (row === undefined || row.state === 'Completed') return row;
    const first = row.plan_blob === null ? { step: 'Snapshot' as const } : {};
    await updateExport(tx, row.id, { state: 'Running', started: row.started ?? now(), ...first });
    return row;
  });

/** Reads the records once, and keeps what is to be written: no later attempt reads them again. */
async function snapshotOf(job: Job, row: ExportRow, kit: Kit, archives: readonly AreaArchive[]): Promise<void> {
  const { blobs, engines } = kit.ports;
  job.progress({ step: 'Snapshot', unit: 'records' });
  await engines.workFolder(async (folder) => {
    const taken = await takeSnapshot(kit, archives, {
      exportId: row.id,
      twinId: row.twin_id,
      choices: readJson(row.choices),
      folder,
      signal: job.signal,
      progress: (done) => job.progress({ done }),
    });
    try {
      for (const ids of taken.blobIds()) await job.write((tx) => blobs.pin(tx, row.id, ids));
      const plan = await saveFile(blobs, workPlace, taken.planPath);
      const parts = await saveFile(blobs, workPlace, taken.partsPath);
      const { report } = taken;
      const { records, ...contents } = report.counts;
      const total = Object.values(records).reduce((sum, one) => sum + one, 0);
      await job.write(async (tx) => {
        await blobs.take(tx, [plan.id, parts.id]);
        const file = await blobs.openUpload(tx, exportPlace);
        await updateExport(tx, row.id, {
          plan_blob: plan.id,
          parts_blob: parts.id,
          file_blob: file.id,
          snapshot: Date.parse(report.snapshot),
          counts: jsonOf({ records: total, blobs: contents.blobs, bytes: contents.bytes }),
          manifest_sha256: taken.manifestSha256,
          report: jsonOf(report),
        });
      });
    } finally {
      taken.close();
    }
  });
}

/** Brings the row along with the end of its job, and tells of it. */
async function endExport(tx: Transaction, id: string, end: JobEnd, { ports, now }: Kit): Promise<void> {
  const row = await findExport(tx, id);
  if (row === undefined) return;
  const at = now();
  const succeeded = end.state === 'Succeeded' && row.state === 'Completed';
  const expires = at + (succeeded ? ports.settings.archives.days : rowKeptDays) * day;
  if (!succeeded) {
    await endWork(tx, row, ports.blobs);
    await removeFile(tx, row, ports.blobs);
    const error = end.state === 'Failed' ? jsonOf({ code: end.code, message: end.message }) : null;
    await updateExport(tx, id, { state: end.state === 'Cancelled' ? 'Cancelled' : 'Failed', step: null, error });
  }
  await updateExport(tx, id, { ended: at, expires });
  const twin = await ports.twins.find(tx, row.twin_id);
  if (twin === undefined) return;
  const content = { exportId: id, format: 'twin', exportSucceeded: succeeded };
  await ports.events.raise(tx, { type: 'archives.exportCompleted.v1', twin, content });
}
