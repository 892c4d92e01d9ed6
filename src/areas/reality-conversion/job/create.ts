import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { createData } from '../../../reality-jobs/access.ts';
import { inputRows, useInputs } from '../../../reality-jobs/inputs.ts';
import { costText, insertRealityJob, newJobRow } from '../../../reality-jobs/job.store.ts';
import { newId } from '../../../std/ids.ts';
import { conversion } from '../api.ts';
import { invalidCreate, twinNotFound } from '../errors.ts';
import { checkAsked } from './inputs.ts';
import type { JobCreate } from './schema.ts';
import { systemFaults } from './systems.ts';
import { jobView } from './view.ts';

/** A job that is not submitted yet. Items of Storage among its inputs become reality data in the same write. */
export async function createJob(body: JobCreate, context: Context) {
  const access = await twinAccess(context, body.twinId, twinNotFound, createData);
  if (isFailed(access)) return access;
  const asked = { type: body.type, inputs: body.inputs.map(({ id }) => id), outputs: [...new Set(body.outputs)] };
  const { found, faults: faultsOfInputs } = await checkAsked(asked, context);
  const faults = [...faultsOfInputs, ...systemFaults(body.options)];
  if (faults.length > 0) return fail(invalidCreate, { details: faults });
  const id = newId();
  const twin = access.twin.id;
  const row = newJobRow(
    {
      id,
      api: conversion.name,
      twin_id: twin,
      home_twin: twin,
      workspace_id: null,
      type: body.type,
      name: body.name,
      settings: textOf(body.options),
      cost: body.costEstimationParameters ? costText(body.costEstimationParameters) : null,
    },
    context,
  );
  const job = {
    row,
    inputs: inputRows(id, found, ({ data }) => data.type),
    outputs: outputRows(id, asked.outputs),
  };
  const outcome = await context.write(async (tx) => {
    await useInputs(tx, found, context);
    await insertRealityJob(tx, job);
  });
  return isFailed(outcome) ? outcome : reply(201, { job: jobView(job, context) }, { version: row.version });
}

/** JSON of the members that have a value. */
export const textOf = (given: object | null | undefined): string =>
  JSON.stringify(Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null)));

/** Without ids: those come with submission. */
export const outputRows = (jobId: string, kinds: readonly string[]) =>
  kinds.map((kind, place) => ({ job_id: jobId, place, kind, data_id: null }));
