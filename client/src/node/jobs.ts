import { setTimeout as sleepFor } from 'node:timers/promises';
import type { PlatformClient, Schemas } from '../client.ts';
import { answered } from './refused.ts';

export type Job = Schemas['jobs']['Job'];

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Hears of each change of a job. */
  readonly onProgress?: (job: Job) => void | Promise<void>;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** A job has failed or was cancelled. */
export class JobFailed extends Error {
  readonly job: Job;

  constructor(job: Job) {
    const { title, error, state } = job;
    super(error ? `${title} failed: ${error.message} (${error.code})` : `${title} was ${state.toLowerCase()}.`);
    this.name = 'JobFailed';
    this.job = job;
  }
}

/** The ids of the jobs that an answer has begun. */
export const jobsBegunBy = ({ headers }: Response): readonly string[] =>
  headers.get('TwinPlatform-Job')?.split(/,\s*/) ?? [];

const pollMs = 2000;
const ended = new Set<string>(['Succeeded', 'Failed', 'Cancelled']);

/** Whether nothing will change any more. */
export const hasEnded = ({ state }: { readonly state: string }): boolean => ended.has(state);

/**
 * Waits until jobs have ended, by their stream of events, and by asking again where that breaks. Answers them in the order of
 * their ids. Throws {@link JobFailed} for the first that did not succeed, once all have ended; `Refused` where one is not
 * there.
 */
export async function waitForJobs(
  client: PlatformClient,
  ids: readonly string[],
  options: WaitOptions = {},
): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const id of ids) jobs.push(await waitForJob(client, id, options));
  const wrong = jobs.find(({ state }) => state !== 'Succeeded');
  if (wrong) throw new JobFailed(wrong);
  return jobs;
}

async function waitForJob({ jobs }: PlatformClient, jobId: string, options: WaitOptions): Promise<Job> {
  const { signal, onProgress, sleep = (ms) => sleepFor(ms, undefined, signal ? { signal } : {}) } = options;
  const stop = signal ? { signal } : {};
  const params = { path: { jobId } };
  for (;;) {
    const headers = { Accept: 'text/event-stream' };
    const { response } = await jobs.GET('/jobs/{jobId}/events', { params, headers, parseAs: 'stream', ...stop });
    const isStream = response.ok && response.headers.get('Content-Type')?.startsWith('text/event-stream');
    if (isStream)
      for await (const event of eventsOf(response)) {
        const job = event as unknown as Job;
        await onProgress?.(job);
        if (hasEnded(job)) return job;
      }
    signal?.throwIfAborted();
    const { job } = (await answered(jobs.GET('/jobs/{jobId}', { params, ...stop }))).data;
    await onProgress?.(job);
    if (hasEnded(job)) return job;
    await sleep(pollMs);
  }
}

/** The data of server-sent events that are JSON objects; ends where the connection does. */
export async function* eventsOf({ body }: Response): AsyncGenerator<Record<string, unknown>, void> {
  if (body === null) return;
  let rest = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      rest += decoder.decode(chunk, { stream: true });
      const events = rest.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = event
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trimStart())
          .join('\n');
        if (data === '') continue;
        const value: unknown = JSON.parse(data);
        if (typeof value === 'object' && value !== null) yield value as Record<string, unknown>;
      }
    }
  } catch {
    // a stream that breaks is begun again
  }
}
