import type { Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { type JobEnd, JobFailure, type JobKind, type RunningJob } from '../../kernel/jobs/job.ts';
import type { RealityApi } from '../api.ts';
import { endRealityJob } from '../end.ts';
import { findJobRow, findRealityJob, type RealityJob, updateJobRow } from '../job.store.ts';
import { type Message, messageOf } from '../messages.ts';
import { firstStep, percentageOf } from '../progress.ts';
import type { RealityPayload } from '../submit.ts';
import { type FetchedInput, fetchInputs } from './fetch.ts';
import { type AtWork, inStage, type Stage } from './stage.ts';
import { type MadeOutput, storeOutputs } from './store.ts';

/** The first attempt, and three more when its worker is lost. A server that stops does not count. */
const maxAttempts = 4;

/** What an engine is given. */
export interface RealityOrder {
  readonly job: RealityJob;
  readonly inputs: readonly FetchedInput[];
  /** Stays until the job has ended: what a step leaves there, the next attempt finds. */
  readonly folder: string;
  /** Tells progress within the share of the engine's work. */
  readonly at: AtWork;
}

/** What it has made. */
export interface RealityResult {
  /** Every output that was asked for, by its kind. */
  readonly outputs: ReadonlyMap<string, MadeOutput>;
  readonly warnings: readonly Message[];
  /** The cost of what was really processed. */
  readonly units: number;
  /** What else belongs to the job's success, in the write of its end. */
  also?(tx: Transaction): Promise<void>;
}

/** How the jobs of one API do their work. */
export interface RealityWork {
  readonly api: RealityApi;
  /** Asked outputs, as people name them, that no engine of this server makes. */
  missing(job: RealityJob): readonly string[] | Promise<readonly string[]>;
  readonly fetching: Stage;
  readonly working: Stage;
  /** Steps that the engine tells by their names. */
  readonly steps?: readonly string[];
  readonly storing: Stage;
  run(order: RealityOrder): Promise<RealityResult>;
}

/** The jobs of one API in the queue: inputs are fetched, an engine works, the outputs are published in one write. */
export const realityJobKind = (work: RealityWork, kit: Kit): JobKind<RealityPayload> => ({
  kind: work.api.kind,
  maxAttempts,
  concurrency: kit.ports.settings.engineJobs,
  cancellable: true,
  retryable: false, // final states never change
  permission: 'realitydata_create',
  run: (job) => runRealityJob(job, work, kit),
  async ended(tx, { payload }, end) {
    const row = await findJobRow(tx, work.api.name, payload.realityJobId);
    if (row === undefined || end.state === 'Succeeded') return;
    const ending = end.state === 'Cancelled' ? cancelled : failedBy(end);
    await endRealityJob(tx, work.api, row, ending, { ports: kit.ports, now: kit.now() });
  },
  async requeued(tx, { payload }) {
    const row = await findJobRow(tx, work.api.name, payload.realityJobId);
    if (row?.state !== 'active') return;
    await updateJobRow(tx, row.id, { percentage: await percentageOf(tx, row, kit.ports) });
  },
});

const cancelled = { state: 'cancelled' } as const;
const failedBy = (end: Extract<JobEnd, { state: 'Failed' }>) =>
  ({ state: 'failed', errors: [messageOf(end)] }) as const;

/** All in the folder that stays, so that an attempt which finds the job ended (its worker was killed after that) removes it. */
const runRealityJob = (job: RunningJob<RealityPayload>, work: RealityWork, kit: Kit): Promise<void> =>
  kit.ports.engines.keptFolder(job, async (folder) => {
    const found = await begin(job, work, kit);
    if (found === undefined) return; // ended, or its twin is gone
    refuseMissing(await work.missing(found));
    const inputs = await fetchInputs(inStage(job, work.fetching), found.inputs, folder, kit);
    const result = await work.run({ job: found, inputs, folder, at: inStage(job, work.working, work.steps) });
    const stored = await storeOutputs(inStage(job, work.storing), result.outputs, kit.ports.blobs);
    await job.write((tx) => publish(tx, found, result, stored, work.api, kit));
  });

/** The job, once its start is noted. */
const begin = (
  job: RunningJob<RealityPayload>,
  { api }: RealityWork,
  { now }: Kit,
): Promise<RealityJob | undefined> => {
  job.progress({ step: firstStep, total: 100, unit: 'percent' });
  return job.write(async (tx) => {
    const found = await findRealityJob(tx, api.name, job.payload.realityJobId);
    if (found?.row.state !== 'active') return undefined;
    if (found.row.started === null) await updateJobRow(tx, found.row.id, { started: now() });
    return found;
  });
};

/** Before any work, and all of them at once. */
function refuseMissing(names: readonly string[]): void {
  if (names.length === 0) return;
  const list = names.join(', ');
  throw new JobFailure('EngineNotAvailable', `No engine is available for "${list}".`, [list]);
}

async function publish(
  tx: Transaction,
  { row, outputs }: RealityJob,
  { warnings, units, also }: RealityResult,
  stored: Awaited<ReturnType<typeof storeOutputs>>,
  api: RealityApi,
  { ports, now }: Kit,
): Promise<void> {
  const current = await findJobRow(tx, api.name, row.id);
  if (current?.state !== 'active') return; // what nobody takes is collected
  for (const { kind, data_id } of outputs) {
    const made = stored.get(kind);
    if (made === undefined || made.files.length === 0) throw new Error(`The engine has not made ${kind}.`);
    const published = data_id !== null && (await ports.realityData.publish(tx, data_id, made));
    if (!published) {
      throw new JobFailure('OutputData_Missing', `The output "${kind}" was deleted while it was made.`, [kind]);
    }
  }
  await also?.(tx);
  await endRealityJob(tx, api, current, { state: 'success', warnings, units }, { ports, now: now() });
}
