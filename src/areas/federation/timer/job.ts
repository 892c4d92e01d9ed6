import { isFailed } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { type JobEnd, JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import { readJson } from '../../../std/json.ts';
import { type FoundPackage, mayUse } from '../access.ts';
import { isDetails } from '../data/open.ts';
import { joined } from '../data/page-file.ts';
import type { Federation } from '../deps.ts';
import { executePackage } from '../execute/run.ts';
import { packageIn } from '../registry.ts';
import { systemNamed } from '../store/systems.ts';
import type { RunRow, TimerRow } from '../tables.ts';
import { resultPlace } from './runs.ts';
import { findRun, findTimer, removeRuns, runsOf, updateRun } from './store.ts';

export const runKind = 'federation.timer';
export interface RunPayload {
  readonly runId: string;
}

const pauses = [60_000, 300_000];
const bounds = { rows: 1_000_000, bytes: 500_000_000, form: 'json' } as const;
const mayNot = 'The creator of the timer may not execute the package any more.';
const keptResults = 10;
const keptRuns = 100;
const keptMs = 90 * 86_400_000;

/** A run of a timer: executes its package as who made it, and keeps the answer. */
export const runJob = (of: Federation): JobKind<RunPayload> => ({
  kind: runKind,
  maxAttempts: pauses.length + 1,
  cancellable: true,
  retryable: false,
  permission: 'federation_listmng',
  retryDelay: (attempt) => pauses[attempt - 1] ?? 0,
  run: (job) => run(job, of),
  async ended(tx, { payload }, end) {
    const row = await findRun(tx, payload.runId);
    if (row === undefined) return;
    if (end.state !== 'Succeeded') {
      await updateRun(tx, row.id, { state: end.state, ended: of.now(), message: messageOf(end) });
    }
    await removeOld(tx, row.timer_id, of);
  },
});

const messageOf = (end: JobEnd): string | null => (end.state === 'Failed' ? end.message : null);

async function run(job: RunningJob<RunPayload>, of: Federation): Promise<void> {
  const { db, ports, now } = of;
  const row = await findRun(db, job.payload.runId);
  const timer = row && (await findTimer(db, row.timer_id));
  if (row === undefined || timer === undefined) throw new JobFailure('TimerNotFound', 'The timer was removed.');
  if (row.state === 'Succeeded') return; // done by an attempt that was lost
  await job.write((tx) => updateRun(tx, row.id, { state: 'Running', started: row.started ?? now() }));
  const found = await packageFor(timer, of);
  await refuseEnded(found, of);
  const asking = { db, userId: timer.created_by, signal: job.signal };
  const outcome = await executePackage(found, readJson(timer.parameters) ?? [], bounds, asking, of);
  if (isDetails(outcome)) {
    throw new JobFailure('InvalidPackageDataRequest', outcome.map(({ message }) => message).join(' '));
  }
  if (isFailed(outcome)) {
    const message = outcome.message ?? outcome.problem.message;
    throw job.attempt > pauses.length ? new JobFailure(outcome.problem.code, message) : new Error(message);
  }
  job.progress({ step: 'Storing', done: outcome.rows, unit: 'rows' });
  const content = joined('{"data":[', outcome.content, ']}');
  const { id } = await ports.blobs.save(resultPlace, content, { contentType: 'application/json' });
  await job.write(async (tx) => {
    if ((await findRun(tx, row.id))?.state !== 'Running') return; // removed: what was saved is collected
    await ports.blobs.take(tx, [id]);
    await updateRun(tx, row.id, { state: 'Succeeded', ended: now(), rows: outcome.rows, message: null, blob_id: id });
  });
}

/** The package with the rights that the creator of the timer has now, through the application that they used. */
async function packageFor(timer: TimerRow, { db, ports, book }: Federation) {
  const caller = await ports.people.callerOf(db, timer.created_by, timer.client_id);
  const access = caller && (await ports.access.of(db, caller, timer.twin_id));
  if (!access?.visible) throw new JobFailure('InsufficientPermissions', mayNot);
  const resource = packageIn(book, access.twin, timer.unique_name);
  if (resource === undefined) {
    throw new JobFailure('PackageNotFound', `The package '${timer.unique_name}' is not available any more.`);
  }
  if (!(await mayUse({ resource, access }, { db }))) throw new JobFailure('InsufficientPermissions', mayNot);
  return { resource, access };
}

/** A system whose conversation had to be ended is not asked again before a person has tested it. */
async function refuseEnded({ resource, access }: FoundPackage, { db }: Federation): Promise<void> {
  for (const { systemId } of resource.systems) {
    const row = await systemNamed(db, access.twin.id, systemId);
    if (row === undefined || row.ended === null) continue;
    const message = `System '${systemId}' is not asked: the last conversation with it had to be ended. Test the system first.`;
    throw new JobFailure('SystemEnded', message);
  }
}

/** Results of the last successful runs, and the last runs, are kept. */
async function removeOld(tx: Transaction, timerId: string, { ports, now }: Federation): Promise<void> {
  const rows = await runsOf(tx, timerId, undefined, 1000);
  const isOld = (row: RunRow, place: number): boolean => place >= keptRuns || Number(row.scheduled) < now() - keptMs;
  const ended = rows.filter(isOld).filter(({ state }) => state !== 'Queued' && state !== 'Running');
  await removeRuns(tx, ended, (one, ids) => ports.blobs.remove(one, ids));
  const results = rows.filter((row) => row.blob_id !== null && !ended.includes(row)).slice(keptResults);
  for (const { id, blob_id } of results) {
    if (blob_id !== null) await ports.blobs.remove(tx, [blob_id]);
    await updateRun(tx, id, { blob_id: null });
  }
}
