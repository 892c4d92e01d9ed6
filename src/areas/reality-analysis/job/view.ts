import type { Context } from '../../../api/http/context.ts';
import { type Analysed, analysisCost } from '../../../reality-jobs/cost.ts';
import type { RealityJob } from '../../../reality-jobs/job.store.ts';
import type { RealityJobRow } from '../../../reality-jobs/tables.ts';
import { executionOf } from '../../../reality-jobs/view.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { readJson } from '../../../std/json.ts';
import { unnamed } from '../api.ts';
import { report } from './catalog.ts';
import type { JobView, JobViewV1 } from './schema.ts';
import { settingsOf } from './settings.ts';

/** A report in the bucket of the twin. */
export const reportPath = (jobId: string): string => `jobs/${jobId}/report.json`;

type States2 = JobView['state'];
const ended: Readonly<Record<string, States2>> = { success: 'Success', failed: 'Failed', cancelled: 'Cancelled' };

/** Of version 2. A job that is in the queue and has not begun to work is Queued. */
export const stateOf2 = ({ state, started }: RealityJobRow): States2 =>
  ended[state] ?? (started === null ? 'Queued' : 'Active');

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** `state`: of a job that is being cancelled. */
export function jobView2({ row, outputs }: RealityJob, state = stateOf2(row)): JobView {
  const settings = settingsOf(row);
  const idOf = (output: string) =>
    output === report ? `bkt:${reportPath(row.id)}` : (outputs.find(({ kind }) => kind === output)?.data_id ?? '');
  return {
    id: row.id,
    state,
    userId: row.owner_id,
    type: row.type,
    twinId: row.home_twin,
    ...(row.name === unnamed(row.type) ? {} : { name: row.name }),
    executionInfo: {
      createdDateTime: isoTime(row.created),
      ...(row.started === null ? {} : { startedDateTime: isoTime(row.started) }),
      ...(row.ended === null ? {} : { endedDateTime: isoTime(row.ended) }),
      ...(row.units === null ? {} : { processingUnits: row.units }),
    },
    specifications: {
      inputs: membersOf(settings.inputs),
      outputs: Object.fromEntries(settings.outputs.map(({ key, output }) => [key, idOf(output)])),
      ...(settings.options && { options: { ...settings.options } }),
    },
  };
}

const inputFaults = [
  'InputData_Missing',
  'InputData_Invalid',
  'InputFile_Invalid',
  'InputSrsUnknown',
  'DetectorNotRunnable',
  'LimitExceeded',
  'TooFewPhotos',
];

function exitCodeOf({ state, errors }: RealityJobRow): number | undefined {
  if (state === 'success') return 0;
  if (state !== 'failed') return undefined;
  return readJson(errors).every(({ code }) => inputFaults.includes(code)) ? 1 : 3;
}

function costOf({ cost }: RealityJobRow): Record<string, unknown> | undefined {
  if (cost === null) return undefined;
  const parameters: Analysed = JSON.parse(cost);
  return { ...parameters, estimatedCost: analysisCost(parameters) };
}

/** "East US" → "EastUs", as version 1 writes it. */
const inOneWord = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

export function jobView1({ row, outputs }: RealityJob, { ports }: Pick<Context, 'ports'>): JobViewV1 {
  const settings = settingsOf(row);
  const execution = executionOf(row);
  const exitCode = exitCodeOf(row);
  const costEstimation = costOf(row);
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    state: row.state,
    twinId: row.home_twin,
    email: row.email,
    dataCenter: inOneWord(ports.settings.dataCenter),
    createdDateTime: isoTime(row.created),
    lastModifiedDateTime: isoTime(row.modified),
    ...(execution && {
      executionInformation: {
        submissionDateTime: execution.submitted,
        ...(execution.startedDateTime !== null && { startedDateTime: execution.startedDateTime }),
        ...(execution.endedDateTime !== null && { endedDateTime: execution.endedDateTime }),
        ...(execution.estimatedUnits !== undefined && { estimatedUnits: execution.estimatedUnits }),
        ...(exitCode !== undefined && { exitCode }),
        errors: execution.errors,
        warnings: execution.warnings,
      },
    }),
    inputs: inputsOf1(settings.inputs),
    outputs: outputs.map(({ kind, data_id }) => ({ type: kind, ...(data_id !== null && { id: data_id }) })),
    ...(settings.options && { options: { ...settings.options } }),
    ...(costEstimation && { costEstimation }),
  };
}

function inputsOf1(inputs: unknown): { type: string; id: string }[] {
  if (!Array.isArray(inputs)) return [];
  return inputs.map((one) => {
    const { type, id } = membersOf(one);
    return { type: String(type), id: String(id) };
  });
}
