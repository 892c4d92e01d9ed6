import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { q, type RunRow, type TimerRow } from '../tables.ts';

const ofTwin = prepared((p: { twin: string }) =>
  q.selectFrom('federation_timers').selectAll().where('twin_id', '=', p.twin),
);
const byId = prepared((p: { id: string }) => q.selectFrom('federation_timers').selectAll().where('id', '=', p.id));
const runById = prepared((p: { id: string }) => q.selectFrom('federation_runs').selectAll().where('id', '=', p.id));

/** By name, then id. */
export async function timersOf(db: Reader, twin: string): Promise<TimerRow[]> {
  const rows = [...(await db.all(ofTwin, { twin }))];
  return rows.sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1));
}

export const findTimer = (db: Reader, id: string): Promise<TimerRow | undefined> =>
  db.first(byId, { id: id.toLowerCase() });

/** Those that fire now, or should have while nobody looked. */
export const dueTimers = (db: Reader, now: number): Promise<TimerRow[]> =>
  db.all(
    q
      .selectFrom('federation_timers')
      .selectAll()
      .where(condition`enabled = 1`) // as it stands in the index
      .where('next_due', '<=', now)
      .orderBy('next_due'),
  );

export const insertTimer = (tx: Transaction, row: TimerRow): Promise<number> =>
  tx.run(q.insertInto('federation_timers').values(row));

export const updateTimer = (tx: Transaction, { id, ...row }: TimerRow): Promise<number> =>
  tx.run(q.updateTable('federation_timers').set(row).where('id', '=', id));

export const deleteTimer = (tx: Transaction, id: string): Promise<number> =>
  tx.run(q.deleteFrom('federation_timers').where('id', '=', id));

export const findRun = (db: Reader, id: string): Promise<RunRow | undefined> => db.first(runById, { id });

/** Newest first, after a place in the list. */
export function runsOf(db: Reader, timer: string, after: number | undefined, limit: number): Promise<RunRow[]> {
  let query = q.selectFrom('federation_runs').selectAll().where('timer_id', '=', timer);
  if (after !== undefined) query = query.where(condition`scheduled < ${after}`);
  return db.all(query.orderBy('scheduled', 'desc').limit(limit));
}

/** The newest run of each timer of a twin. */
export const lastRunsIn = (db: Reader, twin: string): Promise<RunRow[]> =>
  db.all(
    q
      .selectFrom('federation_runs as run')
      .innerJoin(
        (from) =>
          from
            .selectFrom('federation_runs as one')
            .innerJoin('federation_timers as timer', 'timer.id', 'one.timer_id')
            .where('timer.twin_id', '=', twin)
            .groupBy('one.timer_id')
            .select(({ fn }) => ['one.timer_id as of', fn.max('one.scheduled').as('newest')])
            .as('last'),
        (on) => on.onRef('last.of', '=', 'run.timer_id').onRef('last.newest', '=', 'run.scheduled'),
      )
      .selectAll('run'),
  );

export const openRuns = (db: Reader, timer: string): Promise<RunRow[]> =>
  db.all(
    q
      .selectFrom('federation_runs')
      .selectAll()
      .where('timer_id', '=', timer)
      .where('state', 'in', ['Queued', 'Running']),
  );

export const insertRun = (tx: Transaction, row: RunRow): Promise<number> =>
  tx.run(
    q
      .insertInto('federation_runs')
      .values(row)
      .onConflict((on) => on.doNothing()),
  );

export const updateRun = (tx: Transaction, id: string, change: Partial<RunRow>): Promise<number> =>
  tx.run(q.updateTable('federation_runs').set(change).where('id', '=', id));

/** Removes runs with their results. */
export async function removeRuns(
  tx: Transaction,
  rows: readonly RunRow[],
  removeBlobs: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  await removeBlobs(
    tx,
    rows.flatMap(({ blob_id }) => blob_id ?? []),
  );
  for (const { id } of rows) await tx.run(q.deleteFrom('federation_runs').where('id', '=', id));
}
