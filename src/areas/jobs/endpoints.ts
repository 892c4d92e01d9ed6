import { anyCaller } from '../../api/auth/access-rules.ts';
import { bytes, endpoint, json, reply } from '../../api/http/endpoint.ts';
import type { JobQueue } from '../../kernel/jobs/jobs.ts';
import { cancelJob, retryJob, viewOf } from './change.ts';
import { invalidJobs, jobNotCancellable, jobNotRetryable, twinNotFound } from './errors.ts';
import { jobForChanging, jobForReading } from './job/access.ts';
import { jobAnswer, jobsAnswer, jobsQuery } from './job/schema.ts';
import { listJobs } from './list.ts';
import type { JobStreams } from './stream.ts';

/** Reading jobs. */
export const jobEndpoints = (jobs: JobQueue, streams: JobStreams) => [
  endpoint({
    id: 'jobs.getJobs',
    method: 'GET',
    path: '/jobs/',
    title: 'Get jobs',
    description:
      "The background work of a twin, for its members; without `twinId` the caller's own. Newest first. `state` and `kind` take comma lists.",
    access: anyCaller,
    query: jobsQuery,
    invalid: invalidJobs,
    answers: { 200: json(jobsAnswer, 'One page of jobs.') },
    errors: [twinNotFound],
    run: ({ query }, context) => listJobs(query, context, jobs),
  }),

  endpoint({
    id: 'jobs.getJob',
    method: 'GET',
    path: '/jobs/{jobId}',
    title: 'Get job',
    access: jobForReading(jobs),
    answers: { 200: json(jobAnswer, 'The job.') },
    async run({ target: { row } }, context) {
      const places = await jobs.queuePositions(context.db, [row]);
      const place = places.get(row.id);
      return reply(200, { job: viewOf(row, place, context, jobs) }, { version: `${row.version}.${place ?? 0}` });
    },
  }),

  endpoint({
    id: 'jobs.getJobEvents',
    method: 'GET',
    path: '/jobs/{jobId}/events',
    title: 'Get job events',
    description:
      'Server-sent events: the Job as JSON on every change until it ends, and a comment line every 15 s. A stream lasts an hour at most.',
    access: jobForReading(jobs),
    answers: { 200: bytes(['text/event-stream'], 'The stream.') },
    run: async ({ target }, context) =>
      reply(200, streams.open(target.row.id, context), { headers: { 'X-Accel-Buffering': 'no' } }),
  }),
];

/** Cancelling jobs and trying them again. */
export const jobChangeEndpoints = (jobs: JobQueue) => [
  endpoint({
    id: 'jobs.cancelJob',
    method: 'POST',
    path: '/jobs/{jobId}/cancel',
    title: 'Cancel job',
    description: "Ends a waiting job; asks a running one to stop. The API's own resource tells it in its own words.",
    access: jobForChanging(jobs),
    answers: { 202: json(jobAnswer, 'The job, which ends soon.') },
    errors: [jobNotCancellable],
    run: ({ target }, context) => cancelJob(target.row.id, context, jobs),
  }),

  endpoint({
    id: 'jobs.retryJob',
    method: 'POST',
    path: '/jobs/{jobId}/retry',
    title: 'Retry job',
    description: 'A new attempt of the same job; for failed and cancelled ones whose API allows it.',
    access: jobForChanging(jobs),
    beginsJobs: true,
    answers: { 202: json(jobAnswer, 'The job, waiting again.') },
    errors: [jobNotRetryable],
    run: ({ target }, context) => retryJob(target.row.id, context, jobs),
  }),
];
