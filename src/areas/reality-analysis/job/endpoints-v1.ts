import { anyCaller } from '../../../api/auth/access-rules.ts';
import { type Endpoint, empty, endpoint, json, noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { onRealityJob } from '../../../reality-jobs/access.ts';
import { deleteRealityJob } from '../../../reality-jobs/change.ts';
import { checkFilter, listRealityJobs } from '../../../reality-jobs/list.ts';
import { progressOf } from '../../../reality-jobs/progress.ts';
import { jobListQuery } from '../../../reality-jobs/shapes.ts';
import { analysis1 } from '../api.ts';
import { detail, jobNotFound, jobProblems1, twinNotFound } from '../errors.ts';
import { prefixes } from '../version.ts';
import { describeJobV1 } from './rules.ts';
import { jobCreateV1, jobListV1, jobUpdateV1, oneJobV1, progressAnswerV1 } from './schema.ts';
import { jobView1 } from './view.ts';
import { createJob1, updateJob1 } from './write-v1.ts';

const { path } = analysis1;
const one = `${prefixes[1]}/jobs/{jobId}` as const;
const { insufficientPermissions } = problems;
const photos = '401975b7-0c0a-4498-5896-84987921f4bb';

/** Jobs of version 1: made, changed, then submitted. */
export const jobEndpointsV1: readonly Endpoint[] = [
  endpoint({
    id: 'realityAnalysisV1.createJob',
    method: 'POST',
    path,
    title: 'Create job',
    description: 'Nothing is done until it is submitted: change its state to `active`.',
    access: anyCaller,
    changes: 'inTwin',
    body: jobCreateV1,
    bodyExample: {
      type: 'objects2D',
      name: 'Signs along the road',
      twinId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      inputs: [
        { type: 'photos', id: photos },
        { type: 'photoObjectDetector', id: 'traffic-signs/1.0' },
      ],
      outputs: ['objects2D'],
      options: { minPhotos: '2' },
    },
    invalid: jobProblems1.create,
    describe: describeJobV1,
    answers: { 201: json(oneJobV1, 'The job, which is unsubmitted.') },
    errors: [twinNotFound, insufficientPermissions],
    run: ({ body }, context) => createJob1(body, context),
  }),

  endpoint({
    id: 'realityAnalysisV1.listJobs',
    method: 'GET',
    path,
    title: 'Get jobs',
    description: 'One’s own jobs, and those of every twin that the filter names; the newest first.',
    access: anyCaller,
    query: jobListQuery,
    invalid: jobProblems1.list,
    describe: describeJobV1,
    check: checkFilter(analysis1),
    answers: { 200: json(jobListV1, 'A page; without `_links` it is the last.') },
    errors: [twinNotFound, insufficientPermissions],
    async run({ query }, context) {
      const listing = { api: analysis1, invalid: jobProblems1.list, twinNotFound };
      const page = await listRealityJobs(query, { ...listing, view: (job) => jobView1(job, context) }, context);
      return isFailed(page) ? page : reply(200, page);
    },
  }),

  endpoint({
    id: 'realityAnalysisV1.getJob',
    method: 'GET',
    path: one,
    title: 'Get job',
    access: onRealityJob(analysis1, 'jobId', 'read', jobNotFound),
    version: ({ row }) => row.version,
    answers: { 200: json(oneJobV1, 'The job.') },
    run: async ({ target }, context) => reply(200, { job: jobView1(target, context) }, { version: target.row.version }),
  }),

  endpoint({
    id: 'realityAnalysisV1.getProgress',
    method: 'GET',
    path: `${one}/progress`,
    title: 'Get job progress',
    description: 'Kept for 30 days after the end of the job.',
    access: onRealityJob(analysis1, 'jobId', 'read', jobNotFound),
    answers: { 200: json(progressAnswerV1, 'The progress.') },
    errors: [jobNotFound],
    async run({ target: { row } }, context) {
      const progress = await progressOf(context.db, row, context);
      if (progress === undefined) return fail(jobNotFound);
      const step = row.ended === null ? progress.step : 'Completed';
      return reply(200, { progress: { percentage: progress.percentage, state: row.state, step } });
    },
  }),

  endpoint({
    id: 'realityAnalysisV1.updateJob',
    method: 'PATCH',
    path: one,
    title: 'Modify a job',
    description: '`active` submits it, `cancelled` cancels it; the rest only until it is submitted.',
    access: onRealityJob(analysis1, 'jobId', 'change', jobNotFound),
    body: jobUpdateV1,
    bodyExample: { state: 'active' },
    invalid: jobProblems1.update,
    describe: describeJobV1,
    version: ({ row }) => row.version,
    beginsJobs: true,
    answers: { 200: json(oneJobV1, 'The job.') },
    run: ({ target, body }, context) => updateJob1(target, body, context),
  }),

  endpoint({
    id: 'realityAnalysisV1.deleteJob',
    method: 'DELETE',
    path: one,
    title: 'Delete job',
    description: 'Only a job that was not submitted.',
    access: onRealityJob(analysis1, 'jobId', 'change', jobNotFound),
    invalid: jobProblems1.remove,
    version: ({ row }) => row.version,
    answers: { 204: empty('It is gone.') },
    async run({ target }, context) {
      const refusal = await deleteRealityJob(target, analysis1, jobProblems1.remove, context);
      if (refusal === undefined) return noContent;
      const details = [detail('InvalidChange', 'Submitted job cannot be deleted.')];
      return refusal.details === undefined ? refusal : { ...refusal, details };
    },
  }),
];
