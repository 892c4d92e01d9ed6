import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { onRealityJob } from '../../../reality-jobs/access.ts';
import { deleteRealityJob } from '../../../reality-jobs/change.ts';
import { checkFilter, listRealityJobs } from '../../../reality-jobs/list.ts';
import { progressOf } from '../../../reality-jobs/progress.ts';
import { jobListQuery } from '../../../reality-jobs/shapes.ts';
import { conversion } from '../api.ts';
import {
  invalidCreate,
  invalidDelete,
  invalidList,
  invalidUpdate,
  jobNotFound,
  progressNotFound,
  twinNotFound,
} from '../errors.ts';
import { describeIssue } from '../rules.ts';
import { createJob } from './create.ts';
import { changedJob, jobCreate, jobList, jobUpdate, oneJob, progressAnswer } from './schema.ts';
import { updateJob } from './update.ts';
import { jobView } from './view.ts';

const { path } = conversion;
const id = '58e0c0ca-f730-4e5b-808d-1c8cacacb4d4';

export const jobEndpoints = [
  endpoint({
    id: 'realityConversion.createJob',
    method: 'POST',
    path,
    title: 'Create a job',
    description:
      'Nothing is done until the job is submitted: change its state to `active`. Inputs are reality data, or folders and files of Storage, which become reality data; all have the same format.',
    access: anyCaller,
    changes: 'inTwin',
    body: jobCreate,
    bodyExample: {
      type: 'Conversion',
      name: 'Scan to tiles',
      twinId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      inputs: [{ id }],
      outputs: ['GLBC'],
      options: { merge: true },
    },
    invalid: invalidCreate,
    describe: describeIssue,
    answers: { 201: json(oneJob, 'The job, which is unsubmitted.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => createJob(body, context),
  }),

  endpoint({
    id: 'realityConversion.listJobs',
    method: 'GET',
    path,
    title: 'Get jobs',
    description:
      'One’s own jobs, and those of every twin that the filter names by `twinId eq` or `twinId in`; the newest first.',
    access: anyCaller,
    query: jobListQuery,
    invalid: invalidList,
    describe: describeIssue,
    check: checkFilter(conversion),
    answers: { 200: json(jobList, 'A page; without `_links` it is the last.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    async run({ query }, context) {
      const listing = { api: conversion, invalid: invalidList, twinNotFound };
      const page = await listRealityJobs(query, { ...listing, view: (job) => jobView(job, context) }, context);
      return isFailed(page) ? page : reply(200, page);
    },
  }),

  endpoint({
    id: 'realityConversion.getJob',
    method: 'GET',
    path: `${path}/{id}`,
    title: 'Get a Job',
    access: onRealityJob(conversion, 'id', 'read', jobNotFound),
    answers: { 200: json(oneJob, 'The job.') },
    version: ({ row }) => row.version,
    run: async ({ target }, context) => reply(200, { job: jobView(target, context) }, { version: target.row.version }),
  }),

  endpoint({
    id: 'realityConversion.getProgress',
    method: 'GET',
    path: `${path}/{id}/progress`,
    title: 'Get job progress',
    description: 'Kept for 30 days after the end of the job.',
    access: onRealityJob(conversion, 'id', 'read', progressNotFound),
    answers: { 200: json(progressAnswer, 'The progress.') },
    errors: [progressNotFound],
    async run({ target: { row } }, context) {
      const progress = await progressOf(context.db, row, context);
      if (progress === undefined) return fail(progressNotFound);
      const step = row.ended === null ? progress.step : 'Completed';
      return reply(200, { progress: { percentage: progress.percentage, state: row.state, step } });
    },
  }),

  endpoint({
    id: 'realityConversion.updateJob',
    method: 'PATCH',
    path: `${path}/{id}`,
    title: 'Modify a job',
    description:
      'Only its state, once it is submitted: `active` submits it, `cancelled` cancels it. Its outputs are reality data from submission on, which is filled when the job succeeds, and gone when it does not.',
    access: onRealityJob(conversion, 'id', 'change', jobNotFound),
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
    id: 'realityConversion.deleteJob',
    method: 'DELETE',
    path: `${path}/{id}`,
    title: 'Delete Job',
    description: 'Only a job that was not submitted.',
    access: onRealityJob(conversion, 'id', 'change', jobNotFound),
    invalid: invalidDelete,
    answers: { 204: empty('The job is gone.') },
    version: ({ row }) => row.version,
    run: async ({ target }, context) =>
      (await deleteRealityJob(target, conversion, invalidDelete, context)) ?? noContent,
  }),
];
