import type { Transaction } from '../../kernel/db/database.ts';
import type { Outcome } from './endpoint.ts';
import type { Noted } from './exchange.ts';
import { isFailed } from './problem.ts';

type Work<R> = (tx: Transaction) => Promise<R>;

/** The same work; the jobs and events that it makes are noted once they are durable. */
export const noting =
  <R>(noted: Noted, work: Work<R>): Work<R> =>
  (tx) => {
    const jobs: string[] = [];
    const events: { eventType: string; twinId: string }[] = [];
    tx.afterCommit(() => {
      if (jobs.length > 0) noted.jobs = [...(noted.jobs ?? []), ...jobs];
      if (events.length > 0) noted.events = [...(noted.events ?? []), ...events];
    });
    return work({
      ...tx,
      notes: {
        job: (id) => void jobs.push(id),
        event: (eventType, twinId) => void events.push({ eventType, twinId }),
      },
    });
  };

/** The header in which an answer names the jobs that its request has put into the queue. */
export const jobHeader = 'TwinPlatform-Job';

/** The same answer, with the jobs that were noted; a refusal has begun none. */
export function namingJobs(outcome: Outcome, { jobs = [] }: Noted): Outcome {
  if (isFailed(outcome) || outcome.status >= 300 || jobs.length === 0) return outcome;
  return { ...outcome, headers: { ...outcome.headers, [jobHeader]: jobs.join(', ') } };
}
