import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import type { CatalogArchiveResult } from '../../../engines/catalog-archive/params.ts';
import { copyBlob, saveFile } from '../../../kernel/blobs/local.ts';
import type { SavedBlob } from '../../../kernel/blobs/port.ts';
import { JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import { timeForFile } from '../../../kernel/jobs/work-time.ts';
import { type Archive, readArchive } from '../schema/archive.ts';
import { archiveOfJob, updateArchive } from '../store/archive.ts';
import type { ArchiveRow } from '../tables.ts';
import { documentPlace } from '../view/document.ts';
import { archiveFault } from './check.ts';
import { endArchive } from './end.ts';
import { importKind } from './import.ts';
import { insertArchived } from './insert.ts';

const unpackingTime = { base: 120_000, perMegabyte: 3000, most: 60 * 60_000 };

type Payload = Readonly<Record<never, never>>;

/** Makes a catalog of an archive: all of it is looked at before anything is made, and all is made at once. */
export const importJob = (kit: Kit): JobKind<Payload> => ({
  kind: importKind,
  maxAttempts: 3,
  concurrency: 1,
  cancellable: true,
  retryable: false,
  permission: 'library_write',
  run: (job) => kit.ports.engines.workFolder((folder) => runImport(job, folder, kit)),
  ended: (tx, { id }, end) => endArchive(tx, id, end, kit),
});

async function runImport(job: RunningJob<Payload>, folder: string, kit: Kit): Promise<void> {
  const row = await takeOver(job, kit);
  if (row?.blob_id == null || row.catalog_id !== null) return; // it is done
  const { ports } = kit;
  const input = join(folder, 'archive.zip');
  job.progress({ step: 'Fetching the archive' });
  await copyBlob(ports.blobs, row.blob_id, input, { signal: job.signal });
  const unpacked = await ports.engines.run(
    job,
    'catalogArchive',
    { input, output: folder },
    {
      time: await timeForFile(input, unpackingTime),
    },
  );
  const archive = await checked(unpacked, kit);
  const files = await store(job, unpacked, kit);
  job.progress({ step: 'Making the components' });
  await job.write(async (tx) => {
    const present = await archiveOfJob(tx, job.id);
    if (present?.blob_id == null || present.catalog_id !== null) return;
    const catalog_id = await insertArchived(tx, { archive, files, row: present }, kit);
    await updateArchive(tx, row.id, { catalog_id, blob_id: null });
    await ports.blobs.remove(tx, [present.blob_id]);
  });
}

/** The archive belongs to the job from here on: its address ends. */
function takeOver(job: RunningJob<Payload>, { ports }: Kit): Promise<ArchiveRow | undefined> {
  return job.write(async (tx) => {
    const row = await archiveOfJob(tx, job.id);
    if (row?.blob_id == null || (await ports.blobs.find(tx, row.blob_id)) !== undefined) return row;
    const file = await ports.blobs.finishUpload(tx, row.blob_id);
    if (file === undefined) {
      const reason = 'The file is not there any more, or who sent it may not change the library any more.';
      throw new JobFailure('FileNotFound', reason);
    }
    await updateArchive(tx, row.id, { size: file.size });
    return { ...row, size: file.size };
  });
}

async function checked({ catalog, files }: CatalogArchiveResult, { ports }: Kit): Promise<Archive> {
  const archive = readArchive(JSON.parse(await readFile(catalog, 'utf8')));
  if (typeof archive === 'string') throw new JobFailure('InvalidArchive', archive);
  const { library, refusedExtensions } = ports.settings;
  const fault = archiveFault(archive, files, { fileBytes: library.fileBytes, refusedExtensions });
  if (fault !== undefined) throw new JobFailure('InvalidArchive', fault);
  return archive;
}

/** Files first: what no row takes in the end is collected. */
async function store(job: RunningJob<Payload>, { files }: CatalogArchiveResult, { ports }: Kit) {
  const saved = new Map<string, SavedBlob>();
  job.progress({ step: 'Storing files', done: 0, total: files.length, unit: 'files' });
  for (const { id, path } of files) {
    job.signal.throwIfAborted();
    saved.set(id, await saveFile(ports.blobs, documentPlace, path, 'application/octet-stream'));
    job.progress({ done: saved.size });
  }
  return saved;
}
