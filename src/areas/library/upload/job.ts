import { buffer } from 'node:stream/consumers';
import type { Kit } from '../../../api/area.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import { updateUpload, uploadOfJob } from '../store/upload.ts';
import type { UploadRow } from '../tables.ts';
import { uploadKind } from './create.ts';
import { addComponent } from './make.ts';
import { type CatalogType, mostBytes, readTypeCatalog, UnreadableTypeCatalog } from './type-catalog.ts';

/** How long a job can be asked for, in milliseconds. */
export const keptJobs = 30 * 24 * 3_600_000;

type Payload = Readonly<Record<never, never>>;

/** Makes a component of an uploaded file. */
export const uploadJob = (kit: Kit): JobKind<Payload> => ({
  kind: uploadKind,
  maxAttempts: 3,
  cancellable: true,
  retryable: false, // its end is final; who wants it again uploads again
  permission: 'library_upload',
  run: (job) => runUpload(job, kit),
  async ended(tx, { id }, end) {
    const row = await uploadOfJob(tx, id);
    if (row === undefined) return;
    if (end.state === 'Succeeded') {
      await updateUpload(tx, row.id, { ending: 'Success' });
      return;
    }
    const ending = end.state === 'Failed' ? 'Error' : 'Canceled';
    const error = end.state === 'Failed' ? sentenceOf(end) : null;
    await giveUp(tx, { ...row, ending: row.ending ?? ending, error: row.error ?? error }, kit);
  },
});

const sentenceOf = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  code === 'InternalServerError'
    ? 'The component could not be made because of an unexpected error. Upload it again, or ask the administrator of this server to look into its log.'
    : message;

/** Ends an upload without a component: its files go. */
export async function giveUp(tx: Transaction, row: UploadRow, { ports }: Pick<Kit, 'ports'>): Promise<void> {
  await updateUpload(tx, row.id, { ending: row.ending, error: row.error, due: null });
  await ports.blobs.remove(tx, row.catalog_blob === null ? [row.design_blob] : [row.design_blob, row.catalog_blob]);
}

async function runUpload(job: RunningJob<Payload>, kit: Kit): Promise<void> {
  const row = await takeOver(job, kit);
  if (row === undefined || row.component_id !== null) return;
  const types = row.catalog_blob === null ? [] : await typesIn(row.catalog_blob, job, kit);
  job.progress({ step: 'Making the component' });
  await job.write((tx) => addComponent(tx, row, types, kit));
}

/** The files belong to the job from here on: their addresses end. */
function takeOver(job: RunningJob<Payload>, { ports }: Kit): Promise<UploadRow | undefined> {
  const { fileBytes } = ports.settings.library;
  return job.write(async (tx) => {
    const row = await uploadOfJob(tx, job.id);
    if (row === undefined || row.taken === 1) return row;
    const design = await ports.blobs.finishUpload(tx, row.design_blob);
    if (design === undefined) {
      const reason = 'The file is not there any more, or who sent it may not add components any more.';
      throw new JobFailure('FileNotFound', reason);
    }
    if (design.size > fileBytes) throw new JobFailure('FileTooLarge', `File is over '${fileBytes}' bytes limit.`);
    if (row.catalog_blob !== null && (await ports.blobs.finishUpload(tx, row.catalog_blob)) === undefined) {
      throw new JobFailure('TypeCatalogNotFound', 'The type catalog file was not uploaded.');
    }
    const taken = { taken: 1, size: design.size };
    await updateUpload(tx, row.id, taken);
    return { ...row, ...taken };
  });
}

async function typesIn(blobId: string, job: RunningJob<Payload>, { ports }: Kit): Promise<CatalogType[]> {
  job.progress({ step: 'Reading the type catalog' });
  const file = await ports.blobs.read(blobId);
  if (file === undefined) throw new Error(`The type catalog ${blobId} is not there.`);
  if (file.size > mostBytes) {
    file.stream.destroy();
    throw new JobFailure('TypeCatalogTooLarge', `The type catalog is over '${mostBytes}' bytes limit.`);
  }
  try {
    return await readTypeCatalog(await buffer(file.stream), job.signal);
  } catch (error) {
    if (error instanceof UnreadableTypeCatalog) throw new JobFailure('InvalidTypeCatalog', error.message);
    throw error;
  }
}
