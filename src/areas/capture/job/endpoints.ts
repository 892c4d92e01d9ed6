import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { onRealityJob } from '../../../reality-jobs/access.ts';
import { deleteRealityJob } from '../../../reality-jobs/change.ts';
import { checkFilter, listRealityJobs } from '../../../reality-jobs/list.ts';
import { progressOf } from '../../../reality-jobs/progress.ts';
import { jobListQuery } from '../../../reality-jobs/shapes.ts';
import { capture } from '../api.ts';
import { invalidCreate, invalidDelete, invalidList, invalidUpdate, jobNotFound, twinNotFound } from '../errors.ts';
import { describeIssue } from '../rules.ts';
import { createJob } from './create.ts';
import { changedJob, jobCreate, jobList, jobUpdate, oneJob, progressAnswer } from './schema.ts';
import { updateJob } from './update.ts';
import { jobView } from './view.ts';

const { path } = capture;

export const jobEndpoints = [
  endpoint({
    id: 'capture.createJob',
    method: 'POST',
    path,
    title: 'Create a job',
    description:
      'Nothing is done until the job is submitted: change its state to `active`. Inputs are reality data, or folders and files of Storage, which become reality data. A calibration makes oriented photos only; the other types make something of them.',
    access: anyCaller,
    changes: 'inTwin',
    body: jobCreate,
    bodyExample: {
      type: 'Full',
      name: 'Bridge survey',
      workspaceId: '6881117d-9fd2-4900-870b-9b721dc90f25',
      inputs: [{ id: '58e0c0ca-f730-4e5b-808d-1c8cacacb4d4', description: 'Drone photos' }],
      settings: { quality: 'Draft', outputs: ['LAS', 'Cesium 3D Tiles'] },
    },
    invalid: invalidCreate,
    describe: describeIssue,
    answers: { 201: json(oneJob, 'The job, which is unsubmitted.') },
    errors: [problems.insufficientPermissions],
    run: ({ body }, context) => createJob(body, context),
  }),

  endpoint({
    id: 'capture.listJobs',
    method: 'GET',
    path,
    title: 'Get jobs',
    description:
      'One’s own jobs, and those of every twin that the filter names by `twinId eq` or `twinId in`; the newest first.',
    access: anyCaller,
    query: jobListQuery,
    invalid: invalidList,
    describe: describeIssue,
    check: checkFilter(capture),
    answers: { 200: json(jobList, 'A page; without `_links` it is the last.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    async run({ query }, context) {
      const listing = { api: capture, invalid: invalidList, twinNotFound };
      const page = await listRealityJobs(query, { ...listing, view: (job) => jobView(job, context) }, context);
      return isFailed(page) ? page : reply(200, page);
    },
  }),

  endpoint({
    id: 'capture.getJob',
    method: 'GET',
    path: `${path}/{id}`,
    title: 'Get a job',
    access: onRealityJob(capture, 'id', 'read', jobNotFound),
    answers: { 200: json(oneJob, 'The job.') },
    version: ({ row }) => row.version,
    run: async ({ target }, context) => reply(200, { job: jobView(target, context) }, { version: target.row.version }),
  }),

  endpoint({
    id: 'capture.getJobProgress',
    method: 'GET',
    path: `${path}/{id}/progress`,
    title: 'Get job progress',
    description: 'Kept for 30 days after the end of the job.',
    access: onRealityJob(capture, 'id', 'read', jobNotFound),
    answers: { 200: json(progressAnswer, 'The progress.') },
    errors: [jobNotFound],
    async run({ target: { row } }, context) {
      const progress = await progressOf(context.db, row, context);
      if (progress === undefined) return fail(jobNotFound);
      const state = row.ended !== null ? 'Over' : row.state === 'active' ? 'Active' : 'Unsubmitted';
      return reply(200, { jobProgress: { ...progress, state } } as const);
    },
  }),

  endpoint({
    id: 'capture.updateJob',
    method: 'PATCH',
    path: `${path}/{id}`,
    title: 'Patch a job',
    description:
      'Only its state, once it is submitted: `active` submits it, `cancelled` cancels it. Its outputs are reality data from submission on, which is filled when the job succeeds, and gone when it does not. Before submission, clients may put `{job id}/data/prod_settings.json` into the workspace.',
    access: onRealityJob(capture, 'id', 'change', jobNotFound),
    body: jobUpdate,
    bodyExample: { state: 'active' },
    invalid: invalidUpdate,
    describe: describeIssue,
    beginsJobs: true,
    answers: { 200: json(changedJob, 'The job.') },
    version: ({ row }) => row.version,
    run: ({ target, body }, context) => updateJob(target, body, context),
  }),

  endpoint({
    id: 'capture.deleteJob',
    method: 'DELETE',
    path: `${path}/{id}`,
    title: 'Delete a job',
    description: 'Only a job that was not submitted.',
    access: onRealityJob(capture, 'id', 'change', jobNotFound),
    invalid: invalidDelete,
    answers: { 204: empty('The job is gone.') },
    version: ({ row }) => row.version,
    run: async ({ target }, context) => (await deleteRealityJob(target, capture, invalidDelete, context)) ?? noContent,
  }),
];
