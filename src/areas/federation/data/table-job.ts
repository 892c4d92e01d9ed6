import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import type { FileForm, NamedTable } from '../../../engines/tables/params.ts';
import { copyBlob, saveFile } from '../../../kernel/blobs/local.ts';
import { JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import { timeFor } from '../../../kernel/jobs/work-time.ts';
import { jsonOf } from '../../../std/json.ts';
import { findTableFile, type SourceVersion, updateTableFile } from '../store/table-files.ts';

export const tablesKind = 'federation.tables';
const place = { area: 'federation', container: 'tables' };
const contentType = 'application/vnd.sqlite3';

/** Makes the table file of one version of a source, in a process of its own. */
export const tablesJob = (kit: Kit): JobKind<SourceVersion> => ({
  kind: tablesKind,
  maxAttempts: 3,
  concurrency: kit.ports.settings.engineJobs,
  cancellable: false,
  retryable: false,
  run: (job) => kit.ports.engines.workFolder((folder) => run(job, folder, kit)),
  async ended(tx, { payload }, end) {
    if (end.state === 'Succeeded') return;
    const fault = end.state === 'Failed' ? end.message : 'Cancelled.';
    await updateTableFile(tx, payload, { state: 'Failed', fault });
  },
});

async function run(job: RunningJob<SourceVersion>, folder: string, kit: Kit): Promise<void> {
  const { ports, db } = kit;
  const row = await findTableFile(db, job.payload);
  if (row?.state !== 'Making') return; // done by an attempt that was lost, or no longer wanted
  const output = join(folder, 'tables.sqlite');
  const made = await (job.payload.kind === 'model' ? makeModel : makeFile)(job, folder, output, kit);
  const catalog = 'tables' in made ? jsonOf<NamedTable>(made.tables) : null;
  job.progress({ step: 'Storing' });
  const { id, size } = await saveFile(ports.blobs, place, output, contentType);
  await job.write(async (tx) => {
    if ((await findTableFile(tx, job.payload))?.state !== 'Making') return;
    await ports.blobs.take(tx, [id]);
    await updateTableFile(tx, job.payload, { state: 'Ready', blob_id: id, size, catalog });
  });
}

async function makeModel(job: RunningJob<SourceVersion>, folder: string, output: string, { db, ports }: Kit) {
  const { id, version } = job.payload;
  const artefacts = await ports.models.artefacts(db, id, version);
  if (artefacts === undefined) throw new JobFailure('ModelNotAvailable', 'The version of the model is not available.');
  const snapshot = join(folder, 'snapshot');
  job.progress({ step: 'Reading' });
  await copyBlob(ports.blobs, artefacts.snapshot, snapshot, { signal: job.signal });
  return ports.engines.run(job, 'modelTables', { snapshot, output });
}

const most = { rows: 5_000_000, columns: 1000, tables: 200, inflated: 2 ** 30 };
const mostTimes = 100;

/** By the end of a file's name; undefined for what holds no tables. */
export const formOf = (name: string): FileForm | undefined => forms[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
const forms: Readonly<Record<string, FileForm>> = {
  csv: 'csv',
  tsv: 'csv',
  xlsx: 'xlsx',
  json: 'json',
  sqlite: 'sqlite',
  db: 'sqlite',
};

/** The version is the blob of the content: a file that is written again meanwhile is another one. */
async function makeFile(job: RunningJob<SourceVersion>, folder: string, output: string, { db, ports }: Kit) {
  const { kind, id, version } = job.payload;
  const file = await ports.files.find(db, id);
  const blob = await ports.blobs.find(db, version);
  const form = kind === 'database' ? 'sqlite' : file && formOf(file.name);
  if (file === undefined || blob === undefined || form === undefined) {
    throw new JobFailure('FileNotAvailable', 'The file is not available.');
  }
  const input = join(folder, 'input');
  job.progress({ step: 'Reading' });
  await copyBlob(ports.blobs, version, input, { signal: job.signal });
  const inflated = Math.min(most.inflated, Math.max(blob.size * mostTimes, 2 ** 20));
  return ports.engines.run(
    job,
    'fileTables',
    { input, form, output, most: { ...most, inflated } },
    {
      time: timeFor(blob.size, time),
    },
  );
}

const time = { base: 60_000, perMegabyte: 10_000, most: 5 * 60_000 };
