import { eventsOf } from './event-stream.ts';
import type { Job } from './jobs.ts';

/** Follows a job until it ends: every change as it is told by the server. Rejects when the stream breaks. */
export async function follow(jobId: string, onChange: (job: Job) => void, signal: AbortSignal): Promise<void> {
  for await (const { data } of eventsOf(`/jobs/${jobId}/events`, signal)) {
    const told: unknown = JSON.parse(data);
    if (isJob(told)) onChange(told);
  }
}

const isJob = (value: unknown): value is Job =>
  typeof value === 'object' && value !== null && 'id' in value && 'state' in value && 'done' in value;
