import type { Transaction } from '../../kernel/db/database.ts';
import type { Noted } from './exchange.ts';

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
