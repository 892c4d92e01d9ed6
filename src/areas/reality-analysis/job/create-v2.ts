import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { type RawInput, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { createData } from '../../../reality-jobs/access.ts';
import { inputRows, useInputs } from '../../../reality-jobs/inputs.ts';
import { insertRealityJob, newJobRow, type RealityJob, wholeOf } from '../../../reality-jobs/job.store.ts';
import { submitRealityJob } from '../../../reality-jobs/submit.ts';
import { newId } from '../../../std/ids.ts';
import { isRecord, membersOf } from '../../../std/records.ts';
import { analysis2, unnamed } from '../api.ts';
import { detail, jobProblems2, twinNotFound } from '../errors.ts';
import { lacking, lookUp, type Named, replaced } from './asked.ts';
import { factsOfOutput, type JobType, report, withBases } from './catalog.ts';
import { readOptions, thresholdFault } from './options.ts';
import type { JobCreate } from './schema.ts';
import { type JobSettings, settingsText } from './settings.ts';
import { typesOfV2 } from './types-v2.ts';
import { jobView2 } from './view.ts';

const places = 'specifications';
const missing = (target: string): Detail => detail('InvalidProperty', 'Required property is missing.', target);
const invalidValue = (target: string, value: unknown): Detail => {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return detail('InvalidProperty', `Invalid value '${String(shown).slice(0, 100)}' for property '${target}'.`, target);
};

interface Read {
  readonly type: JobType;
  readonly named: readonly Named[];
  /** Inputs as they were given, those that are known. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: readonly string[];
  readonly options: ReturnType<typeof readOptions>;
  readonly given: boolean;
}

interface ReadInputs {
  readonly named: readonly Named[];
  readonly known: readonly (readonly [string, unknown])[];
  readonly faults: readonly Detail[];
}

function readInputs(type: JobType, given: Readonly<Record<string, unknown>>): ReadInputs {
  const faults: Detail[] = [];
  const named: Named[] = [];
  const known: [string, unknown][] = [];
  const wanted = type.roles.flatMap(({ role, spellings, names }) =>
    spellings.map((spelling) => ({ role, spelling, names })),
  );
  for (const { role, spelling, names } of wanted) {
    const value = given[spelling];
    if (value === undefined || value === null) continue;
    const target = `${places}.inputs.${spelling}`;
    known.push([spelling, value]);
    const isText = typeof value === 'string' && value !== '' && value.length <= 200;
    if (isText && (names !== 'file' || /^bkt:.+/.test(value))) named.push({ role, names, id: value, target });
    else faults.push(invalidValue(target, value));
  }
  return { named, known, faults };
}

/** What the body asks for, and what is wrong with it. */
function read(type: JobType, inputs: unknown, outputs: unknown, options: unknown): { asked: Read; faults: Detail[] } {
  const { named, known, faults: ofInputs } = readInputs(type, membersOf(inputs));
  const faults = [...ofInputs];
  const roles = new Set([...named.map(({ role }) => role), ...rolesOf(type, known)]);
  for (const name of lacking(type, roles)) faults.push(missing(`${places}.inputs.${name}`));
  const asked: string[] = [];
  for (const [at, name] of (Array.isArray(outputs) ? outputs : []).entries()) {
    const found = Object.entries(type.outputs).find(([key]) => key.toLowerCase() === String(name).toLowerCase());
    if (found === undefined) faults.push(invalidValue(`${places}.outputs[${at}]`, name));
    else asked.push(found[1]);
  }
  const chosen = readOptions(type.options, membersOf(options), false);
  for (const name of chosen.faults) {
    faults.push(invalidValue(`${places}.options.${name}`, membersOf(options)[name]));
  }
  if (type.work === 'ChangeDetection' && chosen.faults.length === 0) {
    faults.push(...thresholdFault(chosen.work, `${places}.options`));
  }
  return {
    asked: {
      type,
      named,
      inputs: Object.fromEntries(known),
      outputs: withBases(asked),
      options: chosen,
      given: isRecord(options),
    },
    faults,
  };
}

const rolesOf = ({ roles }: JobType, given: readonly (readonly [string, unknown])[]): string[] =>
  roles.filter(({ spellings }) => given.some(([name]) => spellings.includes(name))).map(({ role }) => role);

/** For `check`: what the type of the job says of the rest. */
export function checkJob({ body }: RawInput): readonly Detail[] {
  const { type, specifications } = membersOf(body);
  if (typeof type !== 'string' || type === '') return [];
  const found = typesOfV2.find(({ name }) => name === type);
  if (found === undefined) return [invalidValue('type', type)];
  const { inputs, outputs, options } = membersOf(specifications);
  if (!isRecord(specifications) || (inputs !== undefined && !isRecord(inputs))) return [];
  return read(found, inputs, outputs, options).faults;
}

/** A job, queued at once, with the ids of its outputs. */
export async function createJob2(body: JobCreate, context: Context) {
  const access = await twinAccess(context, body.twinId, twinNotFound, createData);
  if (isFailed(access)) return access;
  const { inputs, outputs, options } = body.specifications;
  const type = typesOfV2.find(({ name }) => name === body.type);
  if (type === undefined) return fail(jobProblems2.create, { details: [invalidValue('type', body.type)] });
  const { asked } = read(type, inputs, outputs, options);
  const { found, detector, faults } = await lookUp(asked.named, type, context);
  if (faults.length > 0) return fail(jobProblems2.create, { details: faults });
  const id = newId();
  const settings: JobSettings = {
    work: type.work,
    inputs: asked.inputs,
    workOptions: asked.options.work,
    ...(detector && { detector }),
    ...(asked.given && { options: asked.options.given }),
    ignored: [...asked.options.ignored, ...replaced(type, new Set(asked.named.map(({ role }) => role)))],
    files: Object.fromEntries(
      asked.named
        .filter(({ names }) => names === 'file')
        .map(({ role, id: path }) => [role, path.slice('bkt:'.length)]),
    ),
    outputs: asked.outputs.flatMap((output) =>
      Object.entries(type.outputs)
        .filter(([, of]) => of === output)
        .map(([key]) => ({ key, output })),
    ),
  };
  const twin = access.twin.id;
  const row = newJobRow(
    {
      id,
      api: analysis2.name,
      twin_id: twin,
      home_twin: twin,
      workspace_id: null,
      type: type.name,
      name: body.name ?? unnamed(type.name),
      settings: settingsText(settings),
      cost: null,
    },
    context,
  );
  const kinds = asked.outputs.filter((output) => output !== report);
  const job: RealityJob = {
    row,
    inputs: inputRows(id, found, (_, place) => found[place]?.role ?? ''),
    outputs: kinds.map((kind, place) => ({ job_id: id, place, kind, data_id: null })),
  };
  const outcome = await context.write(async (tx) => {
    await useInputs(tx, found, context);
    await insertRealityJob(tx, job);
    await submitRealityJob(tx, analysis2, job, (kind) => factsOfOutput(kind).type, context);
    return present(tx, job);
  });
  return isFailed(outcome) ? outcome : reply(201, { job: jobView2(outcome) });
}

/** With the ids of its outputs. */
async function present(tx: Transaction, { row }: RealityJob): Promise<RealityJob> {
  const { outputs, inputs } = await wholeOf(tx, row);
  return { row: { ...row, state: 'active' }, inputs, outputs };
}
