import { Readable } from 'node:stream';
import type { Context } from '../../api/http/context.ts';
import type { StreamBody } from '../../api/http/endpoint.ts';
import type { JobQueue } from '../../kernel/jobs/jobs.ts';
import { wakeUps } from '../../std/wake-ups.ts';
import { viewOf } from './change.ts';
import { accessOfJob, seesJob } from './job/access.ts';
import { job as jobSchema } from './job/schema.ts';

/** Streams end by themselves after this time: clients of this kind connect again, with a fresh token. */
const longestMs = 3_600_000;
const commentMs = 15_000;
/** Changes by other processes are seen within this time; those of our own at once. */
const pollMs = 1000;

export interface JobStreams {
  /** The job as text/event-stream: on every change until it ends, a comment every 15 s. */
  open(jobId: string, context: Context): StreamBody;
  /** Ends all streams, because the server stops. */
  end(): void;
}

export function jobStreams(jobs: JobQueue): JobStreams {
  const stopping = new AbortController();
  return {
    open: (jobId, context) => ({
      stream: Readable.from(eventsOf(jobId, context, jobs, stopping.signal)),
      type: 'text/event-stream; charset=utf-8',
    }),
    end: () => stopping.abort(),
  };
}

async function* eventsOf(
  jobId: string,
  context: Context,
  jobs: JobQueue,
  stopping: AbortSignal,
): AsyncGenerator<string, void> {
  const changes = wakeUps(
    (ring) =>
      jobs.onChange((id) => {
        if (id === jobId) ring();
      }),
    pollMs,
    stopping,
  );
  const end = Date.now() + longestMs;
  let nextComment = Date.now() + commentMs;
  let told = '';
  try {
    while (Date.now() < end && !stopping.aborted) {
      const text = await stateOf(jobId, context, jobs);
      if (text === undefined) return;
      if (text.json !== told) yield `id: ${text.version}\ndata: ${text.json}\n\n`;
      told = text.json;
      if (text.ended) return;
      if (Date.now() >= nextComment) {
        nextComment += commentMs;
        yield ': still here\n\n';
      }
      await changes.next();
    }
  } finally {
    changes.stop();
  }
}

/** The job as it is now; undefined when it is gone or no longer the caller's to see. */
async function stateOf(
  jobId: string,
  context: Context,
  jobs: JobQueue,
): Promise<{ json: string; version: number; ended: boolean } | undefined> {
  const { db, caller } = context;
  const row = await jobs.find(db, jobId);
  if (row === undefined || !seesJob(row, await accessOfJob(row, context, db), caller)) return undefined;
  const place = (await jobs.queuePositions(db, [row])).get(jobId);
  const ended = row.state !== 'Queued' && row.state !== 'Running';
  const view = viewOf(row, place, context, jobs);
  const told = context.words === undefined ? view : context.words.shaped(jobSchema, view);
  return { json: JSON.stringify(told), version: row.version, ended };
}
