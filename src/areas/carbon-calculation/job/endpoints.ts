import type { Located } from '../../../api/auth/access-rules.ts';
import { anyCaller } from '../../../api/auth/access-rules.ts';
import { type Endpoint, endpoint, json, type RawInput } from '../../../api/http/endpoint.ts';
import { type Detail, problems } from '../../../api/http/problem.ts';
import { membersOf } from '../../../std/records.ts';
import { onJob } from '../access.ts';
import { invalidProperty, missing } from '../errors.ts';
import type { ExternalTools } from '../settings.ts';
import type { JobRow } from '../tables.ts';
import { prefix, suffixOf, type Tool } from '../tools.ts';
import { createJobA, createJobB, invalidCreate } from './create.ts';
import { createdJob, jobCreateA, jobCreateB, jobStatus } from './schema.ts';
import { statusReply } from './view.ts';

const creating = (tool: Tool) =>
  ({
    id: `carbonCalculation.createJob${suffixOf(tool)}`,
    method: 'POST',
    path: `${prefix}/${tool}/jobs`,
    title: 'Create job',
    description:
      'Answers at once; ask for the job until it has Succeeded or Failed. While a version that it needs is being imported, it waits.',
    access: anyCaller,
    changes: 'inTwin',
    invalid: invalidCreate,
    secret: true,
    beginsJobs: true,
    answers: { 200: json(createdJob(tool), 'The queued job.') },
    errors: [problems.insufficientPermissions],
  }) as const;

/** Exactly one of a report and a configuration. */
function formFaults({ body }: RawInput): readonly Detail[] {
  if (typeof body !== 'object' || body === null) return [];
  const { reportId, configurationId } = membersOf(body);
  if (reportId && configurationId) {
    return [invalidProperty('configurationId', "'reportId' and 'configurationId' cannot be given together.")];
  }
  return reportId || configurationId ? [] : [missing('reportId')];
}

/** Calculations: begun, and asked for until they have ended. */
export const jobEndpoints = (tools: ExternalTools): readonly Endpoint[] => [
  endpoint({
    ...creating('carbontool-a'),
    body: jobCreateA,
    check: formFaults,
    run: ({ body }, context) => createJobA(body, tools, context),
  }),
  endpoint({
    ...creating('carbontool-b'),
    body: jobCreateB,
    run: ({ body }, context) => createJobB(body, tools, context),
  }),
  ...(['carbontool-a', 'carbontool-b'] as const).map((tool) =>
    endpoint({
      id: `carbonCalculation.getJob${suffixOf(tool)}`,
      method: 'GET',
      path: `${prefix}/${tool}/jobs/{jobId}`,
      title: 'Get job status',
      description:
        'Once it has Succeeded, its link opens the report for an hour, without a token; put `result.json` or `elements.csv` in the place of `report.html` for the others.',
      access: onJob(tool),
      secret: true,
      answers: { 200: json(jobStatus(tool), 'The job.') },
      run: ({ target }: { target: Located<JobRow> }, context) => statusReply(target.resource, context),
    }),
  ),
];
