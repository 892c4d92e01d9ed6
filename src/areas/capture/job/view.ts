import type { Context } from '../../../api/http/context.ts';
import { captureCost } from '../../../reality-jobs/cost.ts';
import type { RealityJob } from '../../../reality-jobs/job.store.ts';
import type { RealityJobRow } from '../../../reality-jobs/tables.ts';
import { executionOf } from '../../../reality-jobs/view.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { CostParameters, JobView } from './schema.ts';
import { settingsOf } from './settings.ts';

/** What the cost is estimated from, and the estimate; nothing while nothing is known. */
function costOf(row: RealityJobRow): Pick<JobView, 'costEstimationParameters' | 'estimatedCost'> {
  if (row.cost === null) return {};
  const parameters: CostParameters = JSON.parse(row.cost);
  const quality = parameters.meshQuality ?? settingsOf(row).quality;
  return { costEstimationParameters: parameters, estimatedCost: captureCost(parameters, quality) };
}

export function jobView({ row, inputs, outputs }: RealityJob, { ports }: Pick<Context, 'ports'>): JobView {
  const { quality, processingEngines, cacheSettings } = settingsOf(row);
  const { dataCenter } = ports.settings;
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    state: row.state,
    createdDateTime: isoTime(row.created),
    lastModifiedDateTime: isoTime(row.modified),
    location: dataCenter,
    dataCenter,
    workspaceId: row.workspace_id ?? '',
    email: row.email,
    ...(row.twin_id === null ? {} : { twinId: row.twin_id }),
    ...executionMember(row),
    inputs: inputs.map(({ given_id, description }) => ({
      id: given_id,
      ...(description === null ? {} : { description }),
    })),
    jobSettings: {
      quality,
      processingEngines,
      outputs: outputs.map(({ kind, data_id }) => ({ format: kind, id: data_id })),
      ...(cacheSettings === undefined ? {} : { cacheSettings: { ...cacheSettings } }),
    },
    ...costOf(row),
  };
}

function executionMember(row: RealityJobRow): Pick<JobView, 'executionInformation'> {
  const execution = executionOf(row);
  if (execution === undefined) return {};
  const { submitted, ...more } = execution;
  return { executionInformation: { submittedDateTime: submitted, ...more } };
}
