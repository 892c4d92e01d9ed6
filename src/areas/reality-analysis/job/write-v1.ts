import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { createData } from '../../../reality-jobs/access.ts';
import { changeRealityJob, wantedState } from '../../../reality-jobs/change.ts';
import { inputRows, useInputs } from '../../../reality-jobs/inputs.ts';
import {
  costText,
  insertRealityJob,
  newJobRow,
  type RealityJob,
  replaceInputs,
  replaceOutputs,
  updateJobRow,
} from '../../../reality-jobs/job.store.ts';
import type { RealityJobRow } from '../../../reality-jobs/tables.ts';
import { newId } from '../../../std/ids.ts';
import { analysis1 } from '../api.ts';
import { detail, jobProblems1, twinNotFound } from '../errors.ts';
import { type Looked, lacking, lookUp, type Named, replaced } from './asked.ts';
import { factsOfOutput, type JobType, withBases } from './catalog.ts';
import { readOptions, thresholdFault } from './options.ts';
import type { JobCreateV1, JobUpdateV1 } from './schema.ts';
import { type JobSettings, settingsOf, settingsText } from './settings.ts';
import { typesOfV1 } from './types-v1.ts';
import { jobView1 } from './view.ts';

const invalidValue = (property: string, value: unknown): Detail =>
  detail('InvalidProperty', `Invalid value '${String(value).slice(0, 100)}' for property '${property}'.`, property);

const aliases: Readonly<Record<string, string>> = { objects3d: 'objects2D', lines3d: 'segmentation2D' };

/** Types have no case; two older ones are kept for clients of their time. */
export function typeNamed(text: string): JobType | undefined {
  const wanted = (aliases[text.toLowerCase()] ?? text).toLowerCase();
  return typesOfV1.find(({ name }) => name.toLowerCase() === wanted);
}

interface Asked {
  readonly type: string;
  readonly inputs: readonly { readonly type: string; readonly id: string }[];
  readonly outputs: readonly string[];
  readonly options: Readonly<Record<string, unknown>> | undefined;
}

interface Checked {
  readonly looked: Looked;
  readonly settings: JobSettings;
  /** As version 1 calls them. */
  readonly kinds: readonly string[];
}

/** What a job is asked to do, looked up; or what is wrong with it. */
async function check(asked: Asked, context: Context): Promise<Checked | readonly Detail[]> {
  const type = typeNamed(asked.type);
  if (type === undefined) return [invalidValue('type', asked.type)];
  const faults: Detail[] = [];
  const named: Named[] = [];
  for (const [at, { type: given, id }] of asked.inputs.entries()) {
    const role = type.roles.find(({ spellings }) => spellings.some((one) => one.toLowerCase() === given.toLowerCase()));
    if (role === undefined) faults.push(invalidValue(`inputs[${at}].type`, given));
    else named.push({ role: role.role, names: role.names, id, target: `inputs[${at}].id` });
  }
  const roles = new Set(named.map(({ role }) => role));
  for (const name of lacking(type, roles)) {
    faults.push(detail('InvalidProperty', `Required input '${name}' is missing.`, 'inputs'));
  }
  const keyOf = (name: string) => Object.keys(type.outputs).find((key) => key.toLowerCase() === name.toLowerCase());
  for (const [at, name] of asked.outputs.entries()) {
    if (keyOf(name) === undefined) faults.push(invalidValue(`outputs[${at}]`, name));
  }
  const options = readOptions(type.options, asked.options ?? {}, true);
  for (const name of options.faults) faults.push(invalidValue(`options.${name}`, asked.options?.[name]));
  if (type.work === 'ChangeDetection' && options.faults.length === 0)
    faults.push(...thresholdFault(options.work, 'options'));
  if (faults.length > 0) return faults;
  const looked = await lookUp(named, type, context);
  if (looked.faults.length > 0) return looked.faults;
  const works = withBases(asked.outputs.flatMap((name) => type.outputs[keyOf(name) ?? ''] ?? []));
  const outputs = works.map((output) => ({
    key: Object.entries(type.outputs).find(([, of]) => of === output)?.[0] ?? output,
    output,
  }));
  const settings: JobSettings = {
    work: type.work,
    inputs: asked.inputs,
    workOptions: options.work,
    files: {},
    outputs,
    ...(looked.detector && { detector: looked.detector }),
    ...(asked.options && { options: options.given }),
    ignored: [...options.ignored, ...replaced(type, roles)],
  };
  return { looked, settings, kinds: outputs.map(({ key }) => key) };
}

const isFaulty = (checked: Checked | readonly Detail[]): checked is readonly Detail[] => Array.isArray(checked);

const outputRows = (id: string, kinds: readonly string[]) =>
  kinds.map((kind, place) => ({ job_id: id, place, kind, data_id: null }));

/** A job that is not submitted yet. */
export async function createJob1(body: JobCreateV1, context: Context) {
  const access = await twinAccess(context, body.twinId, twinNotFound, createData);
  if (isFailed(access)) return access;
  const checked = await check({ ...body, options: body.options ?? undefined }, context);
  if (isFaulty(checked)) return fail(jobProblems1.create, { details: checked });
  const id = newId();
  const twin = access.twin.id;
  const row = newJobRow(
    {
      id,
      api: analysis1.name,
      twin_id: twin,
      home_twin: twin,
      workspace_id: null,
      type: typeNamed(body.type)?.name ?? body.type,
      name: body.name,
      settings: settingsText(checked.settings),
      cost: body.costEstimationParameters ? costText(body.costEstimationParameters) : null,
    },
    context,
  );
  const { found } = checked.looked;
  const inputs = inputRows(id, found, (_, place) => found[place]?.role ?? '');
  const job: RealityJob = { row, inputs, outputs: outputRows(id, checked.kinds) };
  const outcome = await context.write(async (tx) => {
    await useInputs(tx, found, context);
    await insertRealityJob(tx, job);
  });
  return isFailed(outcome) ? outcome : reply(201, { job: jobView1(job, context) }, { version: row.version });
}

/** The type of reality data of an output as version 1 calls it. */
function dataTypeIn(type: string): (kind: string) => string {
  const outputs = typeNamed(type)?.outputs ?? {};
  return (kind) => factsOfOutput(outputs[kind] ?? kind).type;
}

/** Changes a job, submits it, or cancels it. */
export async function updateJob1(target: RealityJob, body: JobUpdateV1, context: Context) {
  const wanted = wantedState(body.state);
  const { state: _, ...members } = body;
  const more = Object.values(members).some((value) => value !== undefined && value !== null);
  const change = {
    api: analysis1,
    invalid: jobProblems1.update,
    wanted,
    more,
    dataTypeOf: dataTypeIn(body.type ?? target.row.type),
    prepare: (job: RealityJob) => prepare(job, body, more || wanted === 'active', context),
  };
  const job = await changeRealityJob(target, change, context);
  return isFailed(job) ? job : reply(200, { job: jobView1(job, context) }, { version: job.row.version });
}

async function prepare({ row, outputs }: RealityJob, body: JobUpdateV1, looks: boolean, context: Context) {
  if (!looks) return async () => {};
  const settings = settingsOf(row);
  const asked: Asked = {
    type: body.type ?? row.type,
    inputs: body.inputs ?? inputsIn(settings),
    outputs: body.outputs ?? outputs.map(({ kind }) => kind),
    options: body.options ?? settings.options,
  };
  const checked = await check(asked, context);
  if (isFaulty(checked)) return fail(jobProblems1.update, { details: checked });
  const { looked, kinds } = checked;
  const cost = body.costEstimationParameters;
  const change: Partial<RealityJobRow> = {
    type: typeNamed(asked.type)?.name ?? row.type,
    name: body.name ?? row.name,
    modified: context.now,
    settings: settingsText(checked.settings),
    ...(cost ? { cost: costText(cost) } : {}),
  };
  return async (tx: Transaction): Promise<void> => {
    await useInputs(tx, looked.found, context);
    const rows = inputRows(row.id, looked.found, (_, place) => looked.found[place]?.role ?? '');
    await replaceInputs(tx, row.id, rows);
    await replaceOutputs(tx, row.id, outputRows(row.id, kinds));
    await updateJobRow(tx, row.id, change);
  };
}

const inputsIn = ({ inputs }: JobSettings): Asked['inputs'] =>
  Array.isArray(inputs) ? inputs.map((one: { type: string; id: string }) => ({ type: one.type, id: one.id })) : [];
