import type { Kit } from '../../../api/area.ts';
import { type JobEnd, JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import {
  findInference,
  findRun,
  isGoingOn,
  listInputs,
  removeResults,
  touchInference,
  updateRun,
} from '../store/runs.ts';
import { findSet, symbolSetOf } from '../store/symbols.ts';
import type { InferenceRow, RunRow } from '../tables.ts';
import { finish } from './finish.ts';
import { planSheets } from './plan.ts';
import { recogniseSheets } from './sheets.ts';
import { type RunPayload, runKind, type Work } from './work.ts';

const maxAttempts = 4;

/** Reads the sheets of an inference one after another; what is done is kept when its worker is lost. */
export const runJob = (kit: Kit): JobKind<RunPayload> => ({
  kind: runKind,
  maxAttempts,
  concurrency: kit.ports.settings.engineJobs,
  cancellable: true,
  retryable: false, // a new run is started where the old one was
  permission: 'MLRunInference',
  retryDelay: () => 0,
  run: (job) => kit.ports.engines.workFolder((folder) => run(job, folder, kit)),
  async ended(tx, { id, payload }, end) {
    const row = await findRun(tx, payload.inferenceId);
    if (end.state === 'Succeeded' || row?.job_id !== id || !isGoingOn(row)) return;
    await removeResults(tx, row.inference_id, kit.ports);
    await updateRun(tx, row.inference_id, { ...statusAfter(end), ended: kit.now() });
    await touchInference(tx, row.inference_id, kit.now());
  },
  async requeued(tx, { id, payload }) {
    const row = await findRun(tx, payload.inferenceId);
    if (row?.job_id === id && isGoingOn(row)) await updateRun(tx, row.inference_id, { status: 'queued' });
  },
});

const statusAfter = (end: JobEnd): Pick<RunRow, 'status' | 'message'> =>
  end.state === 'Failed' ? { status: 'failed', message: end.message } : { status: 'canceled', message: null };

async function run(job: RunningJob<RunPayload>, folder: string, kit: Kit): Promise<void> {
  const inference = await begin(job, kit);
  if (inference === undefined) return; // removed, or done by an attempt that was lost
  const set = inference.symbol_set_id === null ? undefined : await findSet(kit.db, inference.symbol_set_id);
  const inputs = await listInputs(kit.db, inference.id);
  const work: Work = { job, kit, inference, inputs, folder, ...(set ? { symbolSet: symbolSetOf(set) } : {}) };
  await planSheets(work);
  await recogniseSheets(work);
  const read = await finish(work);
  if (!read) throw new JobFailure('NoSheetRead', 'No sheet could be read; metadata.json has the reasons.');
}

/** Marks the run as under way; its time counts from its first beginning. */
const begin = ({ id, payload, write }: RunningJob<RunPayload>, { now }: Kit): Promise<InferenceRow | undefined> =>
  write(async (tx) => {
    const row = await findRun(tx, payload.inferenceId);
    if (row?.job_id !== id || !isGoingOn(row)) return undefined;
    await updateRun(tx, row.inference_id, { status: 'inProgress', started: row.started ?? now() });
    await touchInference(tx, row.inference_id, now());
    return findInference(tx, row.inference_id);
  });
