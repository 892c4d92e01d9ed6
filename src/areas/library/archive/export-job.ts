import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Kit } from '../../../api/area.ts';
import { saveFile } from '../../../kernel/blobs/local.ts';
import { JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import { archiveKept, archivePlace } from '../place.ts';
import { mostComponents } from '../schema/archive.ts';
import { archiveOfJob, updateArchive } from '../store/archive.ts';
import { findCatalog } from '../store/catalog.ts';
import { type Collected, collect, componentsIn } from './collect.ts';
import { endArchive } from './end.ts';
import { exportKind } from './export.ts';

type Payload = Readonly<Record<never, never>>;

/** Writes a catalog into an archive. */
export const exportJob = (kit: Kit): JobKind<Payload> => ({
  kind: exportKind,
  maxAttempts: 3,
  concurrency: 2,
  cancellable: true,
  retryable: false,
  permission: 'library_write',
  run: (job) => kit.ports.engines.workFolder((folder) => runExport(job, folder, kit)),
  ended: (tx, { id }, end) => endArchive(tx, id, end, kit),
});

async function runExport(job: RunningJob<Payload>, folder: string, { db, ports }: Kit): Promise<void> {
  const row = await archiveOfJob(db, job.id);
  if (row === undefined || row.blob_id !== null) return; // it is done
  const catalog = await findCatalog(db, row.account_id, row.catalog_id ?? '');
  if (catalog === undefined) throw new JobFailure('CatalogNotFound', 'The catalog was deleted.');
  job.progress({ step: 'Reading the catalog' });
  const components = await componentsIn(db, catalog.id, mostComponents + 1);
  if (components.length > mostComponents) {
    throw new JobFailure('CatalogTooLarge', `The catalog has more than ${mostComponents} components.`);
  }
  const collected = await collect(db, catalog, components);
  const path = join(folder, 'catalog.zip');
  await writeZip(job, collected, path, { ports });
  job.progress({ step: 'Storing' });
  const saved = await saveFile(ports.blobs, archivePlace, path, 'application/zip');
  await job.write(async (tx) => {
    if ((await archiveOfJob(tx, job.id)) === undefined) return;
    await ports.blobs.take(tx, [saved.id]);
    await ports.blobs.remove(tx, [saved.id], archiveKept);
    await updateArchive(tx, row.id, { blob_id: saved.id, size: saved.size });
  });
}

/** Files one after the other, as they are: most are packed already. */
async function writeZip(
  job: RunningJob<Payload>,
  { archive, files }: Collected,
  path: string,
  { ports }: Pick<Kit, 'ports'>,
): Promise<void> {
  const { default: yazl } = await import('yazl'); // for those who export
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(archive)), 'catalog.json');
  const out = pipeline(zip.outputStream, createWriteStream(path), { signal: job.signal });
  out.catch(() => {}); // told below
  let done = 0;
  job.progress({ step: 'Writing files', done, total: files.size, unit: 'files' });
  for (const [documentId, blobId] of files) {
    const file = await ports.blobs.read(blobId);
    if (file === undefined) throw new Error(`Blob ${blobId} is not there.`); // deleted meanwhile: the next attempt reads again
    zip.addReadStream(file.stream, `files/${documentId}`, { compress: false });
    await Promise.race([ended(file.stream), out]);
    job.progress({ done: ++done });
  }
  zip.end();
  await out;
}

const ended = (stream: Readable): Promise<void> => finished(stream, { writable: false });
