import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { AreaArchive } from '../../../api/archive/kind.ts';
import { byOrder } from '../../../api/archive/selection.ts';
import type { Kit } from '../../../api/area.ts';
import { openIndex } from '../../../engines/archive/entry-index.ts';
import { type ArchiveFault, ArchiveRefused, faults } from '../../../engines/archive/faults.ts';
import { openZip } from '../../../engines/archive/zip-directory.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { JobEnd, JobKind, RunningJob } from '../../../kernel/jobs/job.ts';
import { timeFor } from '../../../kernel/jobs/work-time.ts';
import { jsonOf } from '../../../std/json.ts';
import { checkRecords, type OpenArchive } from '../check/archive.ts';
import type { GivenReport } from '../check/report.ts';
import { rowKept } from '../store.ts';
import type { ImportedArchive, ImportRow } from '../tables.ts';
import { findImport, removeUpload, updateImport } from './store.ts';

export const checkKind = 'archives.check';

interface Payload {
  readonly importId: string;
}

type Job = RunningJob<Payload>;

/** What the engine may take: it reads every byte once. */
const checkTime = { base: 120_000, perMegabyte: 500, most: 24 * 3_600_000 };
const engineMemory = 300 * 2 ** 20;

/** Checks the archive of an import; two at once over all processes. */
export const checkJob = (kit: Kit, archives: readonly AreaArchive[]): JobKind<Payload> => ({
  kind: checkKind,
  maxAttempts: 3,
  concurrency: 2,
  cancellable: true,
  retryable: false,
  run: (job) => runCheck(job, kit, archives),
  ended: (tx, { payload }, end) => endCheck(tx, payload.importId, end, kit),
});

async function runCheck(job: Job, kit: Kit, archives: readonly AreaArchive[]): Promise<void> {
  const row = await findImport(kit.db, job.payload.importId);
  if (row?.state !== 'Checking' || row.blob_id === null) return; // it is done, or was deleted
  const { engines, settings } = kit.ports;
  const { id, blob_id: blobId, size } = row;
  const outcome =
    Number(size) > settings.archives.bytes
      ? new ArchiveRefused(faults.tooLarge(settings.archives.bytes))
      : await engines.keptFolder(job, (folder) =>
          checkedIn(folder, { blobId, size: Number(size) }, job, kit, archives),
        );
  await job.write(async (tx) => {
    if (outcome instanceof ArchiveRefused) await refuse(tx, id, outcome.fault, kit);
    else if ((await findImport(tx, id))?.state === 'Checking')
      await updateImport(tx, id, { state: 'Ready', archive: jsonOf(archiveOf(outcome)) });
  });
}

interface Upload {
  readonly blobId: string;
  readonly size: number;
}

/** All checks, in their order. `folder`: what an attempt that was stopped has left there is gone on with. */
async function checkedIn(
  folder: string,
  upload: Upload,
  job: Job,
  kit: Kit,
  archives: readonly AreaArchive[],
): Promise<GivenReport | ArchiveRefused> {
  const { engines, settings } = kit.ports;
  const [input, index] = [join(folder, 'archive'), join(folder, 'entries.sqlite')];
  if (!existsSync(input)) await fetchArchive(upload, input, job, kit);
  const kinds = archives.flatMap((one) => one.kinds).sort(byOrder);
  const { bytes, entries } = settings.archives;
  const found = await engines.run(
    job,
    'archiveCheck',
    { input, index, kinds: kinds.map(({ kind }) => kind), limits: { bytes, entries } },
    { time: timeFor(upload.size, checkTime), memory: engineMemory },
  );
  if (found.fault !== null) return new ArchiveRefused(found.fault);
  const archive: OpenArchive = { file: await openZip(input), index: openIndex(index), base: found.base };
  job.progress({ step: 'Checking the records', unit: 'records' });
  try {
    return await engines.workFolder((work) =>
      checkRecords(archive, {
        kinds,
        folder: work,
        refusedExtensions: settings.refusedExtensions,
        now: kit.now(),
        findDangling: async (seen) => (await engines.run(job, 'archiveReferences', { seen })).dangling,
        signal: job.signal,
        progress: (done, total) => job.progress({ done, total }),
        log: job.log,
      }),
    );
  } catch (error) {
    if (error instanceof ArchiveRefused) return error;
    throw error;
  } finally {
    archive.index.close();
    await archive.file.close();
  }
}

async function fetchArchive({ blobId }: Upload, input: string, job: Job, { ports }: Kit): Promise<void> {
  job.progress({ step: 'Fetching the archive', unit: 'bytes' });
  const progress = (done: number, total: number) => job.progress({ done, total });
  await copyBlob(ports.blobs, blobId, `${input}.part`, { signal: job.signal, progress });
  await rename(`${input}.part`, input);
}

const archiveOf = ({ choices: _, twin, leftOut, ...report }: GivenReport): ImportedArchive => {
  const { id, displayName, number, class: of, subClass } = twin;
  return { ...report, twin: { id, displayName, number, class: of, subClass }, leftOut: leftOut.length };
};

/** Its bytes go at once; what was wrong stays to be read. */
async function refuse(tx: Transaction, id: string, fault: ArchiveFault, { ports, now }: Kit): Promise<void> {
  const row = await findImport(tx, id);
  if (row?.state !== 'Checking') return;
  await removeUpload(tx, row, ports.blobs);
  await updateImport(tx, id, { state: 'Refused', fault: jsonOf(fault), expires: now() + rowKept });
}

/** A check that ended without a word of its own: what people are told is why. */
async function endCheck(tx: Transaction, id: string, end: JobEnd, kit: Kit): Promise<void> {
  if (end.state === 'Succeeded') return;
  const fault =
    end.state === 'Failed'
      ? { code: end.code, message: end.message }
      : { code: 'Cancelled', message: 'The check was cancelled.' };
  await refuse(tx, id, { ...fault, entry: null, line: null }, kit);
}

/** After its time a file goes, and what is known of it long after. */
export async function expireImport(tx: Transaction, row: ImportRow, { ports, now }: Kit): Promise<'kept' | 'gone'> {
  if (row.state === 'Refused' || row.state === 'Expired') return 'gone';
  await removeUpload(tx, row, ports.blobs);
  if (row.state === 'Checking' && row.job_id !== null) await ports.jobs.cancel(tx, row.job_id);
  await updateImport(tx, row.id, { state: 'Expired', expires: now() + rowKept });
  return 'kept';
}
