import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { type FoundInput, findInputs, inputRows, useInputs } from '../../../reality-jobs/inputs.ts';
import { costText, findJobRow, insertRealityJob, newJobRow } from '../../../reality-jobs/job.store.ts';
import type { RealityInputRow } from '../../../reality-jobs/tables.ts';
import { newId } from '../../../std/ids.ts';
import { capture } from '../api.ts';
import { invalidCreate, invalidParameter } from '../errors.ts';
import { fitsType } from '../formats.ts';
import { workspaceRights } from '../workspace/access.ts';
import { findWorkspace } from '../workspace/store.ts';
import type { JobCreate } from './schema.ts';
import { type CacheSettings, type JobSettings, mergedCache, settingsOf } from './settings.ts';
import { jobView } from './view.ts';

/** A job that is not submitted yet. Items of Storage among its inputs become reality data in the same write. */
export async function createJob(body: JobCreate, context: Context) {
  const { caller, db, ports } = context;
  const workspace = await findWorkspace(db, body.workspaceId);
  const rights = workspace && (await workspaceRights(workspace, context));
  if (rights?.seen && !rights.creates) return fail(problems.insufficientPermissions);
  const outputs = [...new Set(body.settings.outputs)];
  const cache = mergedCache(undefined, body.settings.cacheSettings);
  const given = body.inputs.map(({ id }, place) => ({ id, target: `inputs[${place}].id` }));
  const { found, faults } = await findInputs(given, context);
  const details: Detail[] = [
    ...(rights?.seen ? [] : [invalidParameter('workspaceId')]),
    ...(fitsType(body.type, outputs) ? [] : [invalidParameter('outputs')]),
    ...faults,
    ...(workspace && rights?.seen ? await cacheFaults(db, workspace.id, cache) : []),
  ];
  const home = workspace?.twin_id ?? found[0]?.data.twinId;
  if (details.length > 0 || workspace === undefined || home === undefined) return fail(invalidCreate, { details });
  // a workspace without a twin says nothing of the twin in which outputs will be made
  const access = workspace.twin_id === null ? await ports.access.of(db, caller, home) : undefined;
  if (access !== undefined && !access.may('realitydata_create')) return fail(problems.insufficientPermissions);
  const id = newId();
  const row = newJobRow(
    {
      id,
      api: capture.name,
      twin_id: workspace.twin_id,
      home_twin: home,
      workspace_id: workspace.id,
      type: body.type,
      name: body.name,
      settings: JSON.stringify(settingsIn(body, cache)),
      cost: body.costEstimationParameters ? costText(body.costEstimationParameters) : null,
    },
    context,
  );
  const job = { row, inputs: describedRows(id, found, body.inputs), outputs: outputRows(id, outputs) };
  const outcome = await context.write(async (tx) => {
    await useInputs(tx, found, context);
    await insertRealityJob(tx, job);
  });
  return isFailed(outcome) ? outcome : reply(201, { job: jobView(job, context) }, { version: row.version });
}

const settingsIn = ({ settings }: JobCreate, cache: CacheSettings): JobSettings => ({
  quality: settings.quality,
  processingEngines: settings.processingEngines ?? 0,
  ...(settings.cacheSettings ? { cacheSettings: cache } : {}),
});

export const outputRows = (jobId: string, kinds: readonly string[]) =>
  kinds.map((kind, place) => ({ job_id: jobId, place, kind, data_id: null }));

const describedRows = (
  id: string,
  found: readonly FoundInput[],
  given: JobCreate['inputs'],
): readonly RealityInputRow[] =>
  inputRows(id, found, ({ data }) => data.type).map((row, place) => ({
    ...row,
    description: given[place]?.description || null,
  }));

/** A cache is that of a job of the same workspace, which has kept it and succeeded. */
export async function cacheFaults(db: Reader, workspace: string, { useCache }: CacheSettings): Promise<Detail[]> {
  if (useCache === undefined) return [];
  const row = await findJobRow(db, capture.name, useCache);
  const kept = row?.workspace_id === workspace && row.state === 'success' && settingsOf(row).cacheSettings?.createCache;
  return kept ? [] : [invalidParameter('cacheSettings.useCache')];
}
