import type { RunningJob } from '../../kernel/jobs/job.ts';

const patienceMs = 120_000;

/** What an engine needs of a job, where a request waits for it instead. */
export const aside = (): Pick<RunningJob<unknown>, 'signal' | 'progress' | 'log'> => ({
  signal: AbortSignal.timeout(patienceMs),
  progress() {},
  log() {},
});
