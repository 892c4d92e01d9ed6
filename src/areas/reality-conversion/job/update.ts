import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { changeRealityJob, wantedState } from '../../../reality-jobs/change.ts';
import { inputRows, useInputs } from '../../../reality-jobs/inputs.ts';
import {
  costText,
  type RealityJob,
  replaceInputs,
  replaceOutputs,
  updateJobRow,
} from '../../../reality-jobs/job.store.ts';
import { conversion } from '../api.ts';
import { invalidUpdate } from '../errors.ts';
import { dataTypeOf } from '../formats.ts';
import { outputRows, textOf } from './create.ts';
import { checkAsked } from './inputs.ts';
import type { JobUpdate } from './schema.ts';
import { systemFaults } from './systems.ts';
import { jobView, optionsOf } from './view.ts';

/** Changes a job, submits it, or cancels it; several kinds together are done in this order, all or nothing. */
export async function updateJob(target: RealityJob, body: JobUpdate, context: Context) {
  const wanted = wantedState(body.state);
  const more = hasMore(body);
  const change = {
    api: conversion,
    invalid: invalidUpdate,
    wanted,
    more,
    dataTypeOf,
    prepare: (job: RealityJob) => prepare(job, body, wanted === 'active', context),
  };
  const job = await changeRealityJob(target, change, context);
  if (isFailed(job)) return job;
  const view = jobView(job, context);
  const cost = view.costEstimation?.estimatedCost;
  const answer = { job: view, ...(cost === undefined ? {} : { estimatedCost: cost }) };
  return reply(200, answer, { version: job.row.version });
}

/** Inputs are looked up where they, or what is made of them, change; and once more when the job is submitted. */
async function prepare({ row, inputs, outputs }: RealityJob, body: JobUpdate, submits: boolean, context: Context) {
  const kinds = body.outputs ? [...new Set(body.outputs)] : outputs.map(({ kind }) => kind);
  const asked = {
    type: body.type ?? row.type,
    inputs: body.inputs?.map(({ id }) => id) ?? inputs.map(({ given_id }) => given_id),
    outputs: kinds,
  };
  const looks = submits || body.type || body.inputs || body.outputs;
  const { found, faults: faultsOfInputs } = looks ? await checkAsked(asked, context) : { found: undefined, faults: [] };
  const faults = [...faultsOfInputs, ...systemFaults(body.options)];
  if (faults.length > 0) return fail(invalidUpdate, { details: faults });
  return async (tx: Parameters<typeof replaceInputs>[0]): Promise<void> => {
    if (found !== undefined) {
      await useInputs(tx, found, context);
      const rows = inputRows(row.id, found, ({ data }) => data.type);
      await replaceInputs(tx, row.id, rows);
    }
    if (body.outputs) await replaceOutputs(tx, row.id, outputRows(row.id, kinds));
    if (!hasMore(body)) return;
    await updateJobRow(tx, row.id, {
      type: asked.type,
      name: body.name ?? row.name,
      modified: context.now,
      ...(body.options ? { settings: textOf({ ...optionsOf(row), ...body.options }) } : {}),
      ...(body.costEstimationParameters ? { cost: costText(body.costEstimationParameters) } : {}),
    });
  };
}

/** Whether more than the state is to change. */
const hasMore = ({ state: _, ...members }: JobUpdate): boolean =>
  Object.values(members).some((value) => value !== undefined && value !== null);
