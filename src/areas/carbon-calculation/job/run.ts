import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import type { CarbonResult, Counts } from '../../../engines/carbon/params.ts';
import { saveFile } from '../../../kernel/blobs/local.ts';
import { type JobEnd, JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import type { ExternalTools } from '../settings.ts';
import { findJob, insertFiles, updateJob } from '../store/jobs.ts';
import type { FileRow, JobRow } from '../tables.ts';
import { factorsOf, mappingsOf } from './factors.ts';
import { sendTakeoff } from './send.ts';
import { fetchSource, labelsFor } from './source.ts';
import { type CarbonPayload, carbonKind, workOf } from './work.ts';

const place = { area: 'carbon-calculation', container: 'results' };
/** After failed attempts: an external tool may be away for a while. */
const pauses = [10_000, 60_000, 300_000];

/** Calculates, or has it calculated by an external tool, and keeps the result. */
export const carbonJob = (kit: Kit, tools: ExternalTools): JobKind<CarbonPayload> => ({
  kind: carbonKind,
  maxAttempts: pauses.length + 1,
  concurrency: kit.ports.settings.engineJobs,
  cancellable: true,
  retryable: false, // final states never change: a new job is a new calculation
  permission: 'carbon_calculate',
  retryDelay: (attempt) => pauses[attempt - 1] ?? 0,
  run: (job) => kit.ports.engines.workFolder((folder) => runJob(job, folder, kit, tools)),
  async ended(tx, { payload }, end) {
    if (end.state === 'Succeeded') return;
    const row = await findJob(tx, payload.carbonJobId);
    if (row?.status !== 'Queued') return;
    await updateJob(tx, row.id, { ...ended(kit), status: 'Failed', message: reasonOf(end) });
  },
});

const ended = ({ now }: Pick<Kit, 'now'>) => ({ waiting: 0, token: null, ended: now() }) as const;
const reasonOf = (end: JobEnd): string => (end.state === 'Failed' ? end.message : 'Cancelled.');

async function runJob(job: RunningJob<CarbonPayload>, folder: string, kit: Kit, tools: ExternalTools): Promise<void> {
  const row = await findJob(kit.db, job.payload.carbonJobId);
  if (row === undefined) throw new JobFailure('JobNotFound', 'The calculation was removed.');
  if (row.status !== 'Queued') return; // done by an attempt that was lost
  const url = tools.urls[row.tool];
  if (url !== undefined && row.token !== null) return runOutside(job, { row, folder, url }, kit, tools);
  const { files: made, document, changesetId, embodied, ...counts } = await calculate(job, row, folder, kit, true);
  const files = [...made, ...(document === undefined ? [] : [await printed(job, document, folder, kit)])];
  job.progress({ step: 'Storing', message: null });
  const saved: FileRow[] = [];
  for (const { name, path, contentType } of files) {
    const { id: blob_id, size } = await saveFile(kit.ports.blobs, place, path, contentType);
    saved.push({ job_id: row.id, name, blob_id, size, content_type: contentType });
  }
  const facts = { message: messageOf(counts), changeset_id: changesetId, embodied };
  await succeed(job, row, kit, facts, async (tx) => {
    await kit.ports.blobs.take(
      tx,
      saved.map((file) => file.blob_id),
    );
    await insertFiles(tx, saved);
  });
}

const mostPdf = 50 * 2 ** 20;

/** The report as PDF. */
async function printed(job: RunningJob<CarbonPayload>, input: string, folder: string, { ports }: Kit) {
  const output = join(folder, 'report.pdf');
  await ports.engines.run(job, 'pdf', { input, output, bytes: mostPdf });
  return { name: 'report.pdf', path: output, contentType: 'application/pdf' };
}

interface Outside {
  readonly row: JobRow;
  readonly folder: string;
  readonly url: string;
}

async function runOutside(
  job: RunningJob<CarbonPayload>,
  { row, folder, url }: Outside,
  kit: Kit,
  { allowed }: ExternalTools,
): Promise<void> {
  const { files } = await calculate(job, row, folder, kit, false);
  job.progress({ step: 'Sending the quantities', message: null });
  const sending = {
    url,
    allowed,
    token: kit.ports.secrets.open(row.token ?? ''),
    key: row.id,
    file: files[0]?.path ?? '',
    signal: job.signal,
  };
  const project_url = await sendTakeoff(sending).catch((error: unknown) => {
    const last = job.attempt > pauses.length;
    if (error instanceof JobFailure || job.signal.aborted || !last) throw error;
    throw new JobFailure('ToolUnavailable', 'The tool could not be reached, or could not answer.');
  });
  await succeed(job, row, kit, { project_url, message: null }, async () => {});
}

/** Ends a job well, unless it has ended in between. */
const succeed = (
  job: RunningJob<CarbonPayload>,
  { id }: JobRow,
  kit: Kit,
  change: Partial<JobRow>,
  also: (tx: Parameters<Parameters<typeof job.write>[0]>[0]) => Promise<void>,
): Promise<void> =>
  job.write(async (tx) => {
    const row = await findJob(tx, id);
    if (row?.status !== 'Queued') return; // removed: what was saved is collected
    await also(tx);
    await updateJob(tx, id, { ...ended(kit), status: 'Succeeded', ...change });
  });

/** Runs the engine: the whole calculation, or only the quantities. */
async function calculate(
  job: RunningJob<CarbonPayload>,
  row: JobRow,
  folder: string,
  kit: Kit,
  whole: boolean,
): Promise<CarbonResult & { readonly changesetId: string | null }> {
  const { db, ports, now } = kit;
  const work = workOf(row);
  const twin = await ports.twins.find(db, row.twin_id);
  if (twin === undefined) throw new JobFailure('TwinNotAvailable', 'The twin is not available.');
  job.progress({ step: 'Fetching what is calculated' });
  const mappings = whole || work.modelId !== null ? await mappingsOf(work, twin, kit).catch(unlessOptional(whole)) : [];
  const source = await fetchSource(work, { twinId: twin.id, folder, job }, kit);
  const factors = join(folder, 'factors.json');
  await writeFile(factors, JSON.stringify(await factorsOf(mappings, twin, kit)));
  const facts = {
    job: row.public_id,
    tool: row.tool,
    projectName: row.project_name,
    twinId: twin.id,
    date: new Date(now()).toISOString().slice(0, 10),
  };
  const labels = labelsFor(work, source, mappings[0]?.id);
  const params = { source, labels, facts, output: folder, factors, takeoffOnly: !whole };
  const changesetId = source.kind === 'model' ? source.changesetId : null;
  return { ...(await ports.engines.run(job, 'carbon', params)), changesetId };
}

/** An external tool needs no mapping but for its groups: the engine tells of one that it does not find. */
const unlessOptional = (whole: boolean) => (error: unknown) => {
  if (whole || !(error instanceof JobFailure)) throw error;
  return [];
};

/** For people: null where something could be calculated. */
const messageOf = ({ rows, calculated, firstReason }: Counts): string | null => {
  if (calculated > 0) return null;
  const why = firstReason === null ? '' : `, first reason: ${firstReason}`;
  return `Nothing could be calculated: ${rows} rows${why}.`;
};
