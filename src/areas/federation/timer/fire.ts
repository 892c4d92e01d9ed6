import type { Kit } from '../../../api/area.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { Maintenance } from '../../../kernel/jobs/job.ts';
import { newId } from '../../../std/ids.ts';
import { lastFiring, nextFiring } from '../../../std/schedule.ts';
import type { RunRow, TimerRow } from '../tables.ts';
import { runKind } from './job.ts';
import { runsPath } from './runs.ts';
import { dueTimers, findTimer, insertRun, openRuns, updateRun, updateTimer } from './store.ts';

const everyMs = 10_000;
/** What was missed longer ago is not caught up. */
const patienceMs = 24 * 3_600_000;

/** Looks for timers that are due. Looking and enqueuing are one write, so a firing starts one run. */
export const fireTimers = (kit: Kit): Maintenance => ({
  name: 'federation.fireTimers',
  everyMs,
  async run(signal) {
    for (const { id } of await dueTimers(kit.db, kit.now())) {
      signal.throwIfAborted();
      await kit.db.write((tx) => fire(tx, id, kit));
    }
  },
});

async function fire(tx: Transaction, id: string, kit: Kit): Promise<void> {
  const now = kit.now();
  const timer = await findTimer(tx, id);
  if (timer?.enabled !== 1 || timer.next_due === null || Number(timer.next_due) > now) return;
  if ((await kit.ports.twins.find(tx, timer.twin_id)) === undefined) return; // it may come back
  const from = Math.max(Number(timer.next_due), now - patienceMs);
  const scheduled = lastFiring(timer.cron, from, now);
  await updateTimer(tx, { ...timer, next_due: nextFiring(timer.cron, now) });
  if (scheduled !== null) await begin(tx, timer, scheduled, kit);
}

async function begin(tx: Transaction, timer: TimerRow, scheduled: number, { ports, now }: Kit): Promise<void> {
  const row: RunRow = {
    id: newId(),
    timer_id: timer.id,
    twin_id: timer.twin_id,
    scheduled,
    started: null,
    ended: null,
    state: 'Queued',
    rows: null,
    message: null,
    job_id: null,
    blob_id: null,
  };
  if ((await openRuns(tx, timer.id)).length > 0) {
    await insertRun(tx, { ...row, state: 'Skipped', ended: now(), message: 'The previous run had not ended.' });
    return;
  }
  if ((await insertRun(tx, row)) === 0) return; // fired before the clock was set back
  const job_id = await ports.jobs.enqueue(tx, {
    kind: runKind,
    twinId: timer.twin_id,
    title: `Timer ${timer.name}`,
    createdBy: timer.created_by,
    payload: { runId: row.id },
    resource: runsPath(timer),
    lane: timer.id,
  });
  await updateRun(tx, row.id, { job_id });
}
