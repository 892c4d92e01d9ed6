import type { Log } from '../../std/log.ts';
import type { Database, Transaction } from '../db/database.ts';
import { giveBack } from './ending.ts';
import type { Identity } from './identity.ts';
import type { Kinds } from './kinds.ts';
import { deadWorkers, endLease } from './lease.ts';
import type { WorkerRow } from './tables.ts';

/** Puts the jobs of dead workers back into the queue; costs one small read when there are none. */
export async function takeBackFromDead(
  db: Database,
  kinds: Kinds,
  self: Identity,
  log: Log,
  changed: (jobId: string) => void,
): Promise<void> {
  for (const dead of await deadWorkers(db, self)) {
    const ids = await db.write((tx) => takeBack(tx, kinds, dead, changed));
    if (ids.length > 0) log.warn({ jobs: ids.length, pid: dead.pid }, 'Took back the jobs of a dead process.');
  }
}

async function takeBack(
  tx: Transaction,
  kinds: Kinds,
  dead: WorkerRow,
  changed: (jobId: string) => void,
): Promise<string[]> {
  if (!(await endLease(tx, dead))) return [];
  const ids = await giveBack(tx, kinds, dead.id, true);
  tx.afterCommit(() => {
    for (const id of ids) changed(id);
  });
  return ids;
}
