import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import type {
  AnalysisResult,
  AnalysisWarning,
  AnalysisWork,
  NetworkFacts,
} from '../../../engines/reality-analysis/params.ts';
import { saveFile } from '../../../kernel/blobs/local.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { JobKind } from '../../../kernel/jobs/job.ts';
import type { RealityApi } from '../../../reality-jobs/api.ts';
import { analysisCost } from '../../../reality-jobs/cost.ts';
import { findJobRow, type RealityJob } from '../../../reality-jobs/job.store.ts';
import { type Message, messageOf, messageWith } from '../../../reality-jobs/messages.ts';
import {
  type RealityOrder,
  type RealityResult,
  type RealityWork,
  realityJobKind,
} from '../../../reality-jobs/run/job.ts';
import type { MadeOutput } from '../../../reality-jobs/run/store.ts';
import type { RealityPayload } from '../../../reality-jobs/submit.ts';
import { analysis1, analysis2 } from '../api.ts';
import { ensureBucket } from '../bucket.ts';
import { updateVersion } from '../detector/store.ts';
import { isNotBuilt, report, type WorkType } from './catalog.ts';
import { fetchDetector, fetchFiles, fetchReferred } from './data.ts';
import { withThresholds } from './options.ts';
import { type JobSettings, settingsOf } from './settings.ts';
import { reportPath } from './view.ts';

const reportsPlace = { area: 'reality-analysis', container: 'reports' };

/** Outputs that no engine makes, as requests call them. */
function missingOf({ row }: RealityJob): string[] {
  const { work, outputs } = settingsOf(row);
  return outputs.filter(({ output }) => isNotBuilt(work, output)).map(({ key }) => key);
}

const isEngineWork = (work: WorkType): work is AnalysisWork => work !== 'ClearanceCalculation';

/** The jobs of both versions in the queue: one kind, each job by the rules of its version. */
export function analysisJob(kit: Kit): JobKind<RealityPayload> {
  const first = realityJobKind(workOf(analysis1, kit), kit);
  const second = realityJobKind(workOf(analysis2, kit), kit);
  const isSecond = async ({ realityJobId }: RealityPayload) =>
    (await findJobRow(kit.db, analysis2.name, realityJobId)) !== undefined;
  return {
    ...first,
    run: async (job) => ((await isSecond(job.payload)) ? second : first).run(job),
    // each knows its own jobs only
    async ended(...told) {
      await first.ended?.(...told);
      await second.ended?.(...told);
    },
    async requeued(...told) {
      await first.requeued?.(...told);
      await second.requeued?.(...told);
    },
  };
}

const workOf = (api: RealityApi, kit: Kit): RealityWork => ({
  api,
  missing: missingOf,
  fetching: { step: 'Download', from: 0, to: 10 },
  working: { step: 'Analysis', from: 10, to: 90 },
  steps: ['Export'],
  storing: { step: 'Upload', from: 90, to: 100 },
  run: (order) => runJob(order, kit),
});

async function runJob(order: RealityOrder, kit: Kit): Promise<RealityResult> {
  const { job, inputs, folder, at } = order;
  const settings = settingsOf(job.row);
  if (!isEngineWork(settings.work)) throw new Error(`No engine does ${settings.work}.`);
  const files = await fetchFiles(settings, order, kit);
  const detector = await detectorOf(settings, order, kit);
  const data = await fetchReferred(order, kit);
  const output = join(folder, 'output');
  await rm(output, { recursive: true, force: true }); // of an attempt that was lost
  const known = inputs.map(({ row, displayName, folder: from, files: names }) => ({
    role: row.kind,
    id: row.data_id,
    name: displayName,
    folder: from,
    files: names,
  }));
  const result = await kit.ports.engines.run(at, 'analysis', {
    work: settings.work,
    inputs: [...known, ...files],
    data,
    outputs: settings.outputs.map((one) => one.output),
    output,
    ...(detector === undefined ? {} : { detector: detector.path, isTried: detector.isTried }),
    options: settings.work === 'ChangeDetection' ? withThresholds(settings.workOptions) : settings.workOptions,
  });
  return resultOf(order, settings, result, kit);
}

/** What another input stands in for is not opened. */
async function detectorOf(settings: JobSettings, order: RealityOrder, kit: Kit) {
  const isReplaced = settings.ignored.some((name) => /detector/i.test(name));
  if (isReplaced) return undefined;
  const given = order.inputs.find(({ row }) => /detector/i.test(row.kind));
  return given === undefined ? fetchDetector(settings, order, kit) : { path: given.folder, isTried: false };
}

async function resultOf(
  { job }: RealityOrder,
  settings: JobSettings,
  { outputs, report: path, warnings, tried, photos, gigaPixels, megaPoints }: AnalysisResult,
  kit: Kit,
): Promise<RealityResult> {
  const made = new Map<string, MadeOutput>();
  for (const { key, output } of settings.outputs) {
    const one = outputs.find((other) => other.output === output);
    if (one === undefined) continue;
    const facts: MadeOutput = {
      files: one.files.map((name) => ({ name, path: join(one.folder, name) })),
      rootDocument: one.rootDocument,
      ...(one.crs === null ? {} : { crs: one.crs }),
    };
    // rows name outputs as their version does
    for (const { kind } of job.outputs) if (kind === key || kind === output) made.set(kind, facts);
  }
  const ignored = settings.ignored.map((name) =>
    messageWith('SettingIgnored', 'The setting "%1" was ignored.', [name]),
  );
  const units = analysisCost({ gigaPixels: gigaPixels + megaPoints / 1000, numberOfPhotos: photos });
  const result = {
    outputs: made,
    warnings: [...ignored, ...warnings.map(shown)],
    units,
    also: (tx: Transaction) => noteTried(tx, settings, tried),
  };
  if (path === null || !settings.outputs.some(({ output }) => output === report)) return result;
  const { id: blobId } = await saveFile(kit.ports.blobs, reportsPlace, path, 'application/json');
  return {
    ...result,
    async also(tx) {
      await result.also(tx);
      const { item_id } = await ensureBucket(tx, job.row.home_twin, job.row.owner_id, kit);
      await kit.ports.files.trees.put(tx, item_id, [{ path: reportPath(job.row.id), blobId }], job.row.owner_id);
    },
  };
}

/** A version of the library that was Ready before networks were run at their upload is so from its first job on. */
async function noteTried(tx: Transaction, { detector }: JobSettings, tried: NetworkFacts | null): Promise<void> {
  if (detector === undefined || tried === null) return;
  await updateVersion(tx, detector.versionId, { facts: JSON.stringify(tried) });
}

const shown = ({ code, message, params }: AnalysisWarning): Message => messageOf({ code, message, params });
