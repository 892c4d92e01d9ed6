import { type Log, stackOf } from '../../std/log.ts';
import { startLoop } from '../../std/loop.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import type { Tracer } from '../tracing/span.ts';
import { startAttempt } from './attempt.ts';
import { claim, timeOfNext } from './claim.ts';
import { giveBack } from './ending.ts';
import { newIdentity } from './identity.ts';
import type { Kinds } from './kinds.ts';
import { type Lease, openLease } from './lease.ts';
import { takeBackFromDead } from './recover.ts';
import { q } from './tables.ts';
import type { Accounts } from './turns.ts';
import { newSlots, type WorkerSlots } from './worker-slots.ts';

export interface WorkerOptions {
  readonly db: Database;
  readonly kinds: Kinds;
  readonly accounts: Accounts;
  readonly log: Log;
  /** Machine or container, and data folder: processes of one place can see whether the others live. */
  readonly place: string;
  /** Jobs at work at once in this process. */
  readonly slots: number;
  /** How often an idle worker looks for jobs and cancellations of other processes, in milliseconds. */
  readonly pollMs: number;
  /** How long other places wait for this worker before they take its jobs; it is renewed four times as often. */
  readonly leaseMs: number;
  /** Least time between two writes of a job's progress. */
  readonly progressMs: number;
  readonly tracer?: Tracer | undefined;
  changed(jobId: string): void;
}

export interface Worker {
  /** Takes back what dead workers held, then begins to work. */
  start(): Promise<void>;
  /** Looks into the queue now. */
  wake(): void;
  cancel(jobId: string): void;
  /** Lets jobs finish for `limitMs`, then gives them back to the queue. */
  stop(limitMs: number): Promise<void>;
}

/** Time for aborted jobs to clean up at a stop. */
const cleanUpMs = 1000;

const toCancel = prepared((p: { worker: string }) =>
  q.selectFrom('jobs').select('id').where('worker', '=', p.worker).where('cancelling', '=', 1),
);
const forgetWorker = prepared((p: { id: string }) => q.deleteFrom('job_workers').where('id', '=', p.id));

/** The worker of one process: claims due jobs, runs up to `slots` of them, keeps its lease, looks after dead ones. */
export function openWorker(options: WorkerOptions): Worker {
  const { db, kinds, log, pollMs, leaseMs } = options;
  const self = newIdentity(options.place);
  const lease = openLease(db, self, leaseMs);
  const loop = startLoop(turn);
  const hands = newSlots(loop.wake);
  let stopping = false;

  const sweep = atMostEvery(leaseMs / 4, () => takeBackFromDead(db, kinds, self, log, options.changed));
  const beat = atMostEvery(leaseMs / 4, async () => {
    if (!(await lease.renew())) hands.abortAll('lost');
  });

  async function turn(): Promise<number> {
    try {
      await sweep();
      if (hands.size > 0) {
        await beat();
        for (const job of await db.all(toCancel, { worker: self.id })) hands.abort(job.id, 'cancelled');
      }
      return await fill(options, lease, hands, () => stopping);
    } catch (error) {
      log.error({ error: stackOf(error) }, 'The job queue could not be worked on; trying again.');
      if (lease.expired()) hands.abortAll('lost');
      return pollMs;
    }
  }

  return {
    wake: loop.wake,
    cancel: (jobId) => hands.abort(jobId, 'cancelled'),
    async start() {
      await sweep();
      loop.start();
    },
    async stop(limitMs) {
      stopping = true;
      await hands.settled(limitMs);
      hands.abortAll('stopping');
      await hands.settled(cleanUpMs);
      hands.dropAll();
      await loop.stop();
      await db.write(async (tx) => {
        await giveBack(tx, kinds, self.id, false);
        await tx.run(forgetWorker, { id: self.id });
      });
    },
  };
}

/** Claims and starts what there are free slots for; answers how long to wait before the next look. */
async function fill(
  options: WorkerOptions,
  lease: Lease,
  hands: WorkerSlots,
  stopping: () => boolean,
): Promise<number> {
  const { db, kinds, accounts, slots, pollMs } = options;
  while (!stopping() && hands.size < slots) {
    const next = await timeOfNext(db);
    const wait = next === undefined ? pollMs : next - Date.now();
    if (wait > 0) return Math.min(wait, pollMs);
    const rows = await claim(db, kinds, lease, accounts, slots - hands.size);
    if (rows === undefined || stopping()) break;
    for (const row of rows) {
      const kind = kinds.get(row.kind);
      if (kind !== undefined) hands.take(startAttempt(row, kind, options));
      options.changed(row.id);
    }
  }
  return pollMs;
}

/** Runs `action` when called, but not again before `ms` have passed since its last success. */
function atMostEvery(ms: number, action: () => Promise<void>): () => Promise<void> {
  let next = 0;
  return async () => {
    if (Date.now() < next) return;
    await action();
    next = Date.now() + ms;
  };
}
