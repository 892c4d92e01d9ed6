import { problem } from '../../api/http/problem.ts';

/** Refusals of the Jobs API (jobs.md). */
export const jobNotFound = problem(404, 'JobNotFound', 'Requested job is not available.');
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const jobNotCancellable = problem(409, 'JobNotCancellable', 'The job has ended or cannot be cancelled.');
export const jobNotRetryable = problem(
  409,
  'JobNotRetryable',
  'Only failed and cancelled jobs whose API allows it can be tried again.',
);
export const invalidJobs = problem(422, 'InvalidJobsRequest', 'Cannot get jobs.');
