import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { changeRealityJob, wantedState } from '../../../reality-jobs/change.ts';
import { findInputs, inputRows, useInputs } from '../../../reality-jobs/inputs.ts';
import {
  costText,
  type RealityJob,
  replaceInputs,
  replaceOutputs,
  updateJobRow,
} from '../../../reality-jobs/job.store.ts';
import { capture } from '../api.ts';
import { invalidParameter, invalidUpdate } from '../errors.ts';
import { dataTypeOf, fitsType } from '../formats.ts';
import { cacheFaults, outputRows } from './create.ts';
import { readProduction } from './production.ts';
import type { JobUpdate } from './schema.ts';
import { type JobSettings, mergedCache, settingsOf } from './settings.ts';
import { jobView } from './view.ts';

/** Changes a job, submits it, or cancels it; changes together with a submission come first, all or nothing. */
export async function updateJob(target: RealityJob, body: JobUpdate, context: Context) {
  const wanted = wantedState(body.state);
  const more = [body.type, body.settings, body.costEstimationParameters].some(Boolean);
  const change = {
    api: capture,
    invalid: invalidUpdate,
    wanted,
    more,
    dataTypeOf,
    prepare: (job: RealityJob) => prepare(job, body, { submits: wanted === 'active', more }, context),
  };
  const job = await changeRealityJob(target, change, context);
  if (isFailed(job)) return job;
  const view = jobView(job, context);
  const { estimatedCost } = view;
  const answer = { job: view, ...(estimatedCost === undefined ? {} : { estimatedCost }) };
  return reply(200, answer, { version: job.row.version });
}

interface Kinds {
  readonly submits: boolean;
  readonly more: boolean;
}

async function prepare(job: RealityJob, body: JobUpdate, { submits, more }: Kinds, context: Context) {
  const { row, inputs, outputs } = job;
  const kinds = body.settings?.outputs ? [...new Set(body.settings.outputs)] : outputs.map(({ kind }) => kind);
  const type = body.type ?? row.type;
  const settings = changedSettings(settingsOf(row), body);
  const given = inputs.map(({ given_id }, place) => ({ id: given_id, target: `inputs[${place}].id` }));
  const { found, faults } = submits ? await findInputs(given, context) : { found: [], faults: [] };
  const workspaceId = row.workspace_id ?? '';
  const details = [
    ...(fitsType(type, kinds) ? [] : [invalidParameter('outputs')]),
    ...faults,
    ...((more || submits) && settings.cacheSettings
      ? await cacheFaults(context.db, workspaceId, settings.cacheSettings)
      : []),
  ];
  if (details.length > 0) return fail(invalidUpdate, { details });
  const production = submits ? await readProduction({ workspaceId, jobId: row.id }, context) : undefined;
  return async (tx: Transaction): Promise<void> => {
    if (submits) {
      await useInputs(tx, found, context);
      const described = inputRows(row.id, found, ({ data }) => data.type);
      const rows = described.map((one, place) => ({ ...one, description: inputs[place]?.description ?? null }));
      await replaceInputs(tx, row.id, rows);
    }
    if (body.settings?.outputs) await replaceOutputs(tx, row.id, outputRows(row.id, kinds));
    if (!more && production === undefined) return;
    await updateJobRow(tx, row.id, {
      type,
      modified: context.now,
      settings: JSON.stringify(production === undefined ? settings : { ...settings, production }),
      ...(body.costEstimationParameters ? { cost: costText(body.costEstimationParameters) } : {}),
    });
  };
}

/** Property by property. */
function changedSettings(before: JobSettings, { settings }: JobUpdate): JobSettings {
  if (!settings) return before;
  const { quality, processingEngines, cacheSettings } = settings;
  return {
    ...before,
    quality: quality ?? before.quality,
    processingEngines: processingEngines ?? before.processingEngines,
    ...(cacheSettings ? { cacheSettings: mergedCache(before.cacheSettings, cacheSettings) } : {}),
  };
}
