import type { ExpressionBuilder } from 'kysely';
import type { Reader } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import type { Kinds } from './kinds.ts';
import { type JobTables, q } from './tables.ts';

/**
 * Who shares the seats of a kind. An account is an organization, or a person without one; a job without a twin belongs to
 * whoever made it.
 */
export interface Accounts {
  /** The account of a twin; undefined for a twin that is no more. */
  of(db: Reader, twinId: string): Promise<string | undefined>;
  /** Whether more than one account may have jobs. */
  several(db: Reader): Promise<boolean>;
}

/** Each twin for itself, and no seat kept for others. */
export const noAccounts: Accounts = { of: async () => undefined, several: async () => false };

/** A due job that may be next in its turn. */
export interface Candidate {
  readonly id: string;
  readonly kind: string;
  readonly account: string;
  readonly twin_id: string | null;
  readonly due: number;
  readonly position: number;
  /** When its account, and its twin, last got a seat of the kind. */
  readonly account_served: number | null;
  readonly twin_served: number | null;
}

/** The jobs at work, over all processes. */
export interface AtWork {
  of(kind: string): number;
  ofAccount(kind: string, account: string): number;
  ofTwin(kind: string, twinId: string | null): number;
}

/** The account of a job, as SQL. */
export const accountOf = ({ fn }: ExpressionBuilder<JobTables, 'jobs'>) =>
  fn.coalesce('account', 'twin_id', 'created_by');

const running = prepared(() =>
  q
    .selectFrom('jobs')
    .select((eb) => ['kind', 'twin_id', accountOf(eb).as('account'), eb.fn.countAll<number>().as('count')])
    .where('worker', 'is not', null)
    .groupBy((eb) => ['kind', 'twin_id', accountOf(eb)]),
);

export async function atWork(db: Reader): Promise<AtWork> {
  const rows = await db.all(running, {});
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
  return {
    of: (kind) => sum(rows.filter((row) => row.kind === kind)),
    ofAccount: (kind, account) => sum(rows.filter((row) => row.kind === kind && row.account === account)),
    ofTwin: (kind, twinId) => sum(rows.filter((row) => row.kind === kind && row.twin_id === twinId)),
  };
}

/**
 * Deals the free seats of the kinds: each goes to the account with the fewest at work, of several to the one that was
 * served longest ago, and within it to a twin in the same way; of one twin the oldest job comes first. `shared`: where a
 * kind has more than one seat, no account gets the last of them, so that others find one that will be free. Kinds
 * without a limit take what is due.
 */
export function dealt(candidates: readonly Candidate[], kinds: Kinds, atWork: AtWork, shared: boolean): Candidate[] {
  const byKind = Map.groupBy(candidates, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, waiting]) => {
    const seats = kinds.get(kind)?.concurrency;
    return seats === undefined ? waiting : dealtOf(kind, waiting, seats, atWork, shared);
  });
}

function dealtOf(kind: string, waiting: readonly Candidate[], seats: number, atWork: AtWork, shared: boolean) {
  const most = shared && seats > 1 ? seats - 1 : seats;
  const taken: Candidate[] = [];
  const accountHas = (account: string) =>
    atWork.ofAccount(kind, account) + taken.filter((one) => one.account === account).length;
  const twinHas = (twinId: string | null) =>
    atWork.ofTwin(kind, twinId) + taken.filter((one) => one.twin_id === twinId).length;
  const left = new Set(waiting);
  for (let free = seats - atWork.of(kind); free > 0; free--) {
    const open = [...left]
      .map((one) => ({ one, ofAccount: accountHas(one.account), ofTwin: twinHas(one.twin_id) }))
      .filter(({ ofAccount }) => ofAccount < most);
    const [next] = open.sort(
      (a, b) =>
        a.ofAccount - b.ofAccount ||
        (a.one.account_served ?? 0) - (b.one.account_served ?? 0) ||
        a.ofTwin - b.ofTwin ||
        (a.one.twin_served ?? 0) - (b.one.twin_served ?? 0) ||
        a.one.due - b.one.due ||
        a.one.position - b.one.position,
    );
    if (next === undefined) break;
    taken.push(next.one);
    left.delete(next.one);
  }
  return taken;
}
