import type { Database, Reader, Transaction } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import { condition } from '../query/condition.ts';
import type { Kinds } from './kinds.ts';
import type { Lease } from './lease.ts';
import { type JobRow, q } from './tables.ts';

const nextDue = prepared(() => q.selectFrom('jobs').select('due').where('due', 'is not', null).orderBy('due').limit(1));
const runningByKind = prepared(() =>
  q
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('worker', 'is not', null)
    .groupBy('kind'),
);

/** When the next job may start, in milliseconds since 1970; undefined while the queue is empty. One index look-up. */
export async function timeOfNext(db: Reader): Promise<number | undefined> {
  return (await db.first(nextDue, {}))?.due ?? undefined;
}

/**
 * Takes up to `most` due jobs for a worker, oldest first. What to take is looked up outside of the transaction; inside
 * of it a job that another worker was quicker to take is left out, and the limits of the kinds are counted once more.
 * Undefined when there is nothing to be had now.
 */
export async function claim(db: Database, kinds: Kinds, lease: Lease, most: number): Promise<JobRow[] | undefined> {
  const seats = await freeSeats(db, kinds);
  const open = kinds.names().filter((kind) => seats(kind) > 0);
  const isIdle = (kind: string) => kinds.get(kind)?.idle === true;
  const others = open.filter((kind) => !isIdle(kind));
  const ordinary = others.length === 0 ? [] : await dueJobs(db, others, most);
  const wanted = ordinary.length > 0 ? ordinary : await idleJobs(db, open.filter(isIdle), most);
  if (wanted.length === 0) return undefined;
  const claimed = await db.write(async (tx) => {
    const limited = wanted.some((job) => kinds.get(job.kind)?.concurrency !== undefined);
    const ids = within(limited ? await freeSeats(tx, kinds) : seats, wanted);
    if (ids.length === 0) return [];
    const rows = await take(tx, lease.self.id, ids);
    if (rows.length > 0) await lease.hold(tx);
    return rows;
  });
  return claimed.sort((a, b) => a.position - b.position);
}

type Seats = (kind: string) => number;

/** How many more jobs of a kind may run now, over all processes. */
async function freeSeats(db: Reader, kinds: Kinds): Promise<Seats> {
  const running = new Map((await db.all(runningByKind, {})).map((row) => [row.kind, row.count]));
  return (kind) => (kinds.get(kind)?.concurrency ?? Number.POSITIVE_INFINITY) - (running.get(kind) ?? 0);
}

/** None of the job's lane is at work, and none of it that is older waits. */
const laneIsFree = condition`not exists (
  select 1 from jobs as other where other.lane = jobs.lane and other.ended is null and other.id <> jobs.id
  and (other.worker is not null or other.position < jobs.position))`;

const dueJobs = (db: Reader, kinds: string[], most: number) =>
  db.all(
    q
      .selectFrom('jobs')
      .select(['id', 'kind'])
      .where('due', '<=', Date.now())
      .where('kind', 'in', kinds)
      .where(laneIsFree)
      .orderBy('due')
      .orderBy('position')
      .limit(most),
  );

/** Of the kinds that come behind all others: none while there is anything else to do. */
async function idleJobs(db: Reader, idle: string[], most: number) {
  if (idle.length === 0) return [];
  const wanted = await dueJobs(db, idle, most);
  if (wanted.length === 0) return [];
  const others = q.selectFrom('jobs').select('id').where('kind', 'not in', idle).limit(1);
  const busy =
    (await db.first(others.where('worker', 'is not', null))) ?? (await db.first(others.where('due', '<=', Date.now())));
  return busy === undefined ? wanted : [];
}

function within(seats: Seats, wanted: readonly { id: string; kind: string }[]): string[] {
  const taken = new Map<string, number>();
  return wanted
    .filter(({ kind }) => {
      const count = (taken.get(kind) ?? 0) + 1;
      taken.set(kind, count);
      return count <= seats(kind);
    })
    .map(({ id }) => id);
}

const take = (tx: Transaction, worker: string, ids: string[]): Promise<JobRow[]> =>
  tx.all(
    q
      .updateTable('jobs')
      .set((eb) => ({
        state: 'Running',
        worker,
        due: null,
        fence: eb('fence', '+', 1),
        attempt: eb('attempt', '+', 1),
        version: eb('version', '+', 1),
        started: eb.fn.coalesce('started', eb.val(Date.now())),
        step: null,
        done: 0,
        total: null,
        unit: null,
        message: null,
      }))
      .where('id', 'in', ids)
      .where('due', 'is not', null)
      .where(laneIsFree)
      .returningAll(),
  );
