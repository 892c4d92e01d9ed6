import { anyCaller, onTwin } from '../../../api/auth/access-rules.ts';
import { type Endpoint, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { onRealityJob, useData } from '../../../reality-jobs/access.ts';
import { checkFilter, listRealityJobs } from '../../../reality-jobs/list.ts';
import { progressOf } from '../../../reality-jobs/progress.ts';
import { jobListQuery } from '../../../reality-jobs/shapes.ts';
import { readJson } from '../../../std/json.ts';
import { analysis2 } from '../api.ts';
import { linkToBucket } from '../bucket.ts';
import { jobNotFound, jobProblems2, progressNotFound, twinNotFound } from '../errors.ts';
import { otherPrefix, prefixes } from '../version.ts';
import { cancelJob2 } from './change-v2.ts';
import { checkJob, createJob2 } from './create-v2.ts';
import { describeJob } from './rules.ts';
import { bucketAnswer, filesAnswer, jobCreate, jobList, messagesAnswer, oneJob, progressAnswer } from './schema.ts';
import { jobView2, stateOf2 } from './view.ts';

const { path } = analysis2;
const one = `${prefixes[2]}/jobs/{id}` as const;
const { insufficientPermissions } = problems;

/** Jobs of version 2: queued as soon as they are made. */
const jobs: readonly Endpoint[] = [
  endpoint({
    id: 'realityAnalysis.createJob',
    method: 'POST',
    path,
    title: 'Create job',
    description:
      'It is queued at once, and the ids of its outputs are in the answer. Inputs are reality data, or folders and files of Storage, which become reality data; detectors are named as `name/version`, too.',
    access: anyCaller,
    changes: 'inTwin',
    body: jobCreate,
    bodyExample: {
      type: 'Objects2D',
      twinId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      name: 'Signs along the road',
      specifications: {
        inputs: { photos: '401975b7-0c0a-4498-5896-84987921f4bb', photoObjectDetector: 'traffic-signs/1.0' },
        outputs: ['objects2D'],
        options: { minPhotos: 2 },
      },
    },
    invalid: jobProblems2.create,
    describe: describeJob,
    check: checkJob,
    beginsJobs: true,
    answers: { 201: json(oneJob, 'The queued job.') },
    errors: [twinNotFound, insufficientPermissions],
    run: ({ body }, context) => createJob2(body, context),
  }),

  endpoint({
    id: 'realityAnalysis.listJobs',
    method: 'GET',
    path,
    title: 'Get jobs',
    description: 'One’s own jobs, and those of every twin that the filter names; the newest first.',
    access: anyCaller,
    query: jobListQuery,
    invalid: jobProblems2.list,
    describe: describeJob,
    check: checkFilter(analysis2),
    answers: { 200: json(jobList, 'A page; without `_links` it is the last.') },
    errors: [twinNotFound, insufficientPermissions],
    async run({ query }, context) {
      const listing = { api: analysis2, invalid: jobProblems2.list, twinNotFound };
      const page = await listRealityJobs(query, { ...listing, view: (job) => jobView2(job) }, context);
      return isFailed(page) ? page : reply(200, page);
    },
  }),

  endpoint({
    id: 'realityAnalysis.getJob',
    method: 'GET',
    path: one,
    title: 'Get job',
    access: onRealityJob(analysis2, 'id', 'read', jobNotFound),
    answers: { 200: json(oneJob, 'The job.') },
    run: async ({ target }) => reply(200, { job: jobView2(target) }),
  }),

  endpoint({
    id: 'realityAnalysis.cancelJob',
    method: 'DELETE',
    path: one,
    title: 'Cancel job',
    description: 'The job stays, and is Cancelled.',
    access: onRealityJob(analysis2, 'id', 'change', jobNotFound),
    answers: { 200: json(oneJob, 'The job while it is cancelled.') },
    errors: [jobProblems2.cancel],
    run: ({ target }, context) => cancelJob2(target, context),
  }),

  endpoint({
    id: 'realityAnalysis.getProgress',
    method: 'GET',
    path: `${one}/progress`,
    title: 'Get job progress',
    description: 'Kept for 30 days after the end of the job.',
    access: onRealityJob(analysis2, 'id', 'read', progressNotFound),
    answers: { 200: json(progressAnswer, 'The progress.') },
    errors: [progressNotFound],
    async run({ target: { row } }, context) {
      const progress = await progressOf(context.db, row, context);
      if (progress === undefined) return fail(progressNotFound);
      return reply(200, { progress: { percentage: progress.percentage, state: stateOf2(row) } });
    },
  }),

  endpoint({
    id: 'realityAnalysis.getMessages',
    method: 'GET',
    path: `${one}/messages`,
    title: 'Get job messages',
    access: onRealityJob(analysis2, 'id', 'read', jobNotFound),
    answers: { 200: json(messagesAnswer, 'Errors and warnings.') },
    run: async ({ target: { row } }) => {
      const shown = (text: typeof row.errors) => readJson(text).map((one) => ({ ...one, params: [...one.params] }));
      return reply(200, { messages: { errors: shown(row.errors), warnings: shown(row.warnings) } });
    },
  }),
];

const gettingBucket = {
  method: 'GET',
  title: 'Get bucket',
  description:
    'A container of files that jobs read and write besides reality data; it is made when it is first asked for. Its address works for an hour; it writes for who holds realitydata_manage.',
  access: onTwin('twinId', twinNotFound, useData),
  head: false,
  secret: true,
  answers: { 200: json(bucketAnswer, 'The bucket of the twin.') },
} as const;

const gettingFiles = {
  method: 'GET',
  title: 'Get files',
  description: 'Presets of this installation, of which there are none.',
  access: anyCaller,
  answers: { 200: json(filesAnswer, 'The files.') },
} as const;

/** Each twice: current clients ask for them under another prefix. */
const buckets: readonly Endpoint[] = [
  endpoint({
    ...gettingBucket,
    id: 'realityAnalysis.getBucket',
    path: `${prefixes[2]}/twins/{twinId}/bucket`,
    run: ({ target }, context) => linkToBucket(target, context),
  }),
  endpoint({
    ...gettingBucket,
    id: 'realityAnalysis.getBucketAlias',
    path: `${otherPrefix}/twins/{twinId}/bucket`,
    run: ({ target }, context) => linkToBucket(target, context),
  }),
  endpoint({
    ...gettingFiles,
    id: 'realityAnalysis.getFiles',
    path: `${prefixes[2]}/files`,
    run: async () => reply(200, { files: [] }),
  }),
  endpoint({
    ...gettingFiles,
    id: 'realityAnalysis.getFilesAlias',
    path: `${otherPrefix}/files`,
    run: async () => reply(200, { files: [] }),
  }),
];

export const jobEndpoints: readonly Endpoint[] = [...jobs, ...buckets];
