import type { Context } from '../../../api/http/context.ts';
import { conversionCost, type Processed } from '../../../reality-jobs/cost.ts';
import type { RealityJob } from '../../../reality-jobs/job.store.ts';
import type { RealityJobRow } from '../../../reality-jobs/tables.ts';
import { executionOf } from '../../../reality-jobs/view.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { GivenOptions, JobView } from './schema.ts';

/** As they were given; undefined where none were. */
export function optionsOf({ settings }: RealityJobRow): GivenOptions {
  return JSON.parse(settings);
}

/** What the cost is estimated from, and the estimate; undefined while nothing is known. */
function costOf({ cost }: RealityJobRow): JobView['costEstimation'] {
  if (cost === null) return undefined;
  const parameters: Processed = JSON.parse(cost);
  return { ...parameters, estimatedCost: conversionCost(parameters) };
}

export function jobView({ row, inputs, outputs }: RealityJob, { ports }: Pick<Context, 'ports'>): JobView {
  const execution = executionOf(row);
  const costEstimation = costOf(row);
  const options = optionsOf(row);
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    state: row.state,
    twinId: row.home_twin,
    ownerId: row.owner_id,
    email: row.email,
    dataCenter: ports.settings.dataCenter,
    createdDateTime: isoTime(row.created),
    lastModifiedDateTime: isoTime(row.modified),
    ...(execution === undefined ? {} : { executionInformation: submittedAt(execution) }),
    ...(costEstimation === undefined ? {} : { costEstimation }),
    inputs: inputs.map(({ given_id, kind }) => ({ id: given_id, type: kind })),
    outputs: outputs.map(({ kind, data_id }) => ({ type: kind, ...(data_id === null ? {} : { id: data_id }) })),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

const submittedAt = ({ submitted, ...more }: NonNullable<ReturnType<typeof executionOf>>) => ({
  submissionDateTime: submitted,
  ...more,
});
