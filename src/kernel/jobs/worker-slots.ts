import { within } from '../../std/within.ts';
import type { Attempt } from './attempt.ts';
import type { JobAborted } from './job.ts';

/** The attempts at work in this process. */
export interface WorkerSlots {
  /** How many; those given up are not counted. */
  readonly size: number;
  /** Holds an attempt until it is done. */
  take(attempt: Attempt): void;
  abort(jobId: string, why: JobAborted['why']): void;
  abortAll(why: JobAborted['why']): void;
  /** Resolves when all attempts now in hand are done, or after the time. */
  settled(limitMs: number): Promise<void>;
  /** Forgets attempts that do not heed their signal; they can no longer change anything. */
  dropAll(): void;
}

export function newSlots(freed: () => void): WorkerSlots {
  const held = new Map<string, Attempt>();
  return {
    get size() {
      return held.size;
    },
    take(attempt) {
      held.set(attempt.row.id, attempt);
      attempt.done.then(() => {
        if (held.get(attempt.row.id) === attempt) held.delete(attempt.row.id);
        freed();
      });
    },
    abort: (jobId, why) => held.get(jobId)?.abort(why),
    abortAll(why) {
      for (const attempt of held.values()) attempt.abort(why);
    },
    settled: (limitMs) => within(limitMs, Promise.all([...held.values()].map((attempt) => attempt.done))),
    dropAll: () => held.clear(),
  };
}
