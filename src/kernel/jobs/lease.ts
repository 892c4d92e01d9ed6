import type { Database, Reader, Transaction } from '../db/database.ts';
import { pick, prepared } from '../db/query.ts';
import { type Identity, isGone } from './identity.ts';
import { q, type WorkerRow } from './tables.ts';

/** The lease of one worker over all jobs it has in hand. */
export interface Lease {
  readonly self: Identity;
  /** Takes or prolongs the lease in the transaction that claims jobs. */
  hold(tx: Transaction): Promise<void>;
  /** Prolongs it; false when another process has declared this worker dead. */
  renew(): Promise<boolean>;
  /** True when it may have run out without our knowing (the database could not be reached). */
  expired(): boolean;
}

const upsertWorker = prepared((p: WorkerRow) =>
  q
    .insertInto('job_workers')
    .values(pick(p, 'id', 'place', 'pid', 'process', 'expires'))
    .onConflict((on) => on.column('id').doUpdateSet({ expires: p.expires })),
);
const renewWorker = prepared((p: { id: string; expires: number }) =>
  q.updateTable('job_workers').set({ expires: p.expires }).where('id', '=', p.id),
);
const workers = prepared(() => q.selectFrom('job_workers').selectAll());
const removeWorker = prepared((p: { id: string; expires: number }) =>
  q.deleteFrom('job_workers').where('id', '=', p.id).where('expires', '=', p.expires),
);

export function openLease(db: Database, self: Identity, leaseMs: number): Lease {
  let expires = 0;
  return {
    self,
    async hold(tx) {
      if (expires > Date.now() + leaseMs / 2) return;
      const until = Date.now() + leaseMs;
      await tx.run(upsertWorker, { ...self, expires: until });
      tx.afterCommit(() => {
        expires = until;
      });
    },
    async renew() {
      const until = Date.now() + leaseMs;
      const renewed = await db.write((tx) => tx.run(renewWorker, { id: self.id, expires: until }));
      expires = renewed > 0 ? until : 0;
      return renewed > 0;
    },
    expired: () => Date.now() > expires,
  };
}

/** Workers whose jobs are to be taken back: their lease is over, or their process can be seen to be gone. */
export async function deadWorkers(db: Reader, self: Identity): Promise<WorkerRow[]> {
  const now = Date.now();
  const found = await db.all(workers, {});
  return found.filter((worker) => worker.id !== self.id && (worker.expires < now || isGone(worker, self)));
}

/** Ends a dead worker's lease; false when it came back to life, or somebody else did it. */
export const endLease = async (tx: Transaction, worker: WorkerRow): Promise<boolean> =>
  (await tx.run(removeWorker, { id: worker.id, expires: worker.expires })) > 0;
