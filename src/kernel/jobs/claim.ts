import { condition } from '../db/condition.ts';
import type { Database, Reader, Transaction } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import type { Kinds } from './kinds.ts';
import type { Lease } from './lease.ts';
import { type JobRow, q } from './tables.ts';
import { type Accounts, accountOf, atWork, type Candidate, dealt } from './turns.ts';

const nextDue = prepared(() => q.selectFrom('jobs').select('due').where('due', 'is not', null).orderBy('due').limit(1));
/** When the next job may start, in milliseconds since 1970; undefined while the queue is empty. One index look-up. */
export async function timeOfNext(db: Reader): Promise<number | undefined> {
  return (await db.first(nextDue, {}))?.due ?? undefined;
}

/**
 * Takes up to `most` due jobs for a worker. The seats of kinds that have a limit are dealt out by account and twin in
 * turn (turns.ts), all else is taken oldest first. What to take is looked up outside of the transaction; inside of it a
 * job that another worker was quicker to take is left out, and the seats are dealt by what is at work then. Undefined when
 * there is nothing to be had now.
 */
export async function claim(
  db: Database,
  kinds: Kinds,
  lease: Lease,
  accounts: Accounts,
  most: number,
): Promise<JobRow[] | undefined> {
  const now = await atWork(db);
  const open = kinds.names().filter((kind) => now.of(kind) < seatsOf(kinds, kind));
  const isIdle = (kind: string) => kinds.get(kind)?.idle === true;
  const ordinary = await dueJobs(
    db,
    kinds,
    open.filter((kind) => !isIdle(kind)),
    most,
  );
  const wanted = ordinary.length > 0 ? ordinary : await idleJobs(db, kinds, open.filter(isIdle), most);
  const shared = wanted.length > 0 && (await accounts.several(db));
  if (dealt(wanted, kinds, now, shared).length === 0) return undefined;
  const claimed = await db.write(async (tx) => {
    const limited = wanted.some(({ kind }) => isLimited(kinds, kind));
    const jobs = dealt(wanted, kinds, limited ? await atWork(tx) : now, shared);
    const ids = jobs
      .sort(oldestFirst)
      .slice(0, most)
      .map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = await take(tx, lease.self.id, ids);
    if (rows.length > 0) await lease.hold(tx);
    return rows;
  });
  return claimed.sort((a, b) => a.position - b.position);
}

const isLimited = (kinds: Kinds, kind: string): boolean => kinds.get(kind)?.concurrency !== undefined;
const seatsOf = (kinds: Kinds, kind: string): number => kinds.get(kind)?.concurrency ?? Number.POSITIVE_INFINITY;
const oldestFirst = (a: Candidate, b: Candidate): number => a.due - b.due || a.position - b.position;

/** None of the job's lane is at work, and none of it that is older waits. */
const laneIsFree = condition`not exists (
  select 1 from jobs as other where other.lane = jobs.lane and other.ended is null and other.id <> jobs.id
  and (other.worker is not null or other.position < jobs.position))`;

async function dueJobs(db: Reader, kinds: Kinds, names: readonly string[], most: number): Promise<Candidate[]> {
  const limited = names.filter((kind) => isLimited(kinds, kind));
  const others = names.filter((kind) => !isLimited(kinds, kind));
  return [
    ...(limited.length === 0 ? [] : await inTurn(db, limited, most)),
    ...(others.length === 0 ? [] : await oldest(db, others, most)),
  ];
}

const due = (kinds: readonly string[]) =>
  q
    .selectFrom('jobs')
    .select((eb) => ['id', 'kind', accountOf(eb).as('account'), 'twin_id'])
    .select((eb) => [eb.fn.coalesce('due', eb.val(0)).as('due'), 'position'])
    .where('due', '<=', Date.now())
    .where('kind', 'in', kinds)
    .where(laneIsFree);

async function oldest(db: Reader, kinds: readonly string[], most: number): Promise<Candidate[]> {
  const rows = await db.all(due(kinds).orderBy('jobs.due').orderBy('position').limit(most));
  return rows.map((row) => ({ ...row, account_served: null, twin_served: null }));
}

/** The oldest of each twin, with when it and its account had their last turn. */
function inTurn(db: Reader, kinds: readonly string[], most: number): Promise<Candidate[]> {
  const ranked = q
    .selectFrom(due(kinds).as('waiting'))
    .selectAll()
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy(['kind', 'account', 'twin_id']).orderBy('due').orderBy('position'))
        .as('place'),
    );
  return db.all(
    q
      .selectFrom(ranked.as('ranked'))
      .select(['id', 'kind', 'account', 'twin_id', 'due', 'position'])
      .select((eb) => [
        eb
          .selectFrom('jobs as former')
          .select(({ fn }) => fn.max('former.claimed').as('claimed'))
          .whereRef('former.kind', '=', 'ranked.kind')
          .whereRef('former.account', '=', 'ranked.account')
          .where('former.claimed', 'is not', null)
          .as('account_served'),
        eb
          .selectFrom('jobs as former')
          .select(({ fn }) => fn.max('former.claimed').as('claimed'))
          .whereRef('former.kind', '=', 'ranked.kind')
          .whereRef('former.twin_id', '=', 'ranked.twin_id')
          .where('former.claimed', 'is not', null)
          .as('twin_served'),
      ])
      .where('place', '<=', most),
  );
}

/** Of the kinds that come behind all others: none while there is anything else to do. */
async function idleJobs(db: Reader, kinds: Kinds, idle: string[], most: number): Promise<Candidate[]> {
  if (idle.length === 0) return [];
  const wanted = await dueJobs(db, kinds, idle, most);
  if (wanted.length === 0) return [];
  const others = q.selectFrom('jobs').select('id').where('kind', 'not in', idle).limit(1);
  const busy =
    (await db.first(others.where('worker', 'is not', null))) ?? (await db.first(others.where('due', '<=', Date.now())));
  return busy === undefined ? wanted : [];
}

const take = (tx: Transaction, worker: string, ids: string[]): Promise<JobRow[]> =>
  tx.all(
    q
      .updateTable('jobs')
      .set((eb) => ({
        state: 'Running',
        worker,
        due: null,
        claimed: Date.now(),
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
