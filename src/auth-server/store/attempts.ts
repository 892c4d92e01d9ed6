import type { Database, Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { placeOf } from '../../std/network.ts';
import { fold } from '../../std/text.ts';
import { type AttemptRow, q } from '../tables.ts';
import { sha256 } from './payloads.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How many attempts are free within a time, and how long one waits after the last of them. */
interface AttemptPolicy {
  readonly free: number;
  readonly withinMs: number;
  readonly waitMs: number;
  /**
   * Present: each attempt after a wait doubles the next one, up to this, until `withinMs` have passed without any.
   * Absent: after the wait all of them are free again.
   */
  readonly longestWaitMs?: number;
}

const growing = { waitMs: 30 * second, longestWaitMs: 15 * minute };
const perMinute = (free: number): AttemptPolicy => ({ free, withinMs: minute, waitMs: minute });
const perHour = (free: number): AttemptPolicy => ({ free, withinMs: hour, waitMs: hour });
const perTenMinutes = (free: number): AttemptPolicy => ({ free, withinMs: 10 * minute, waitMs: 10 * minute });

/**
 * What people and programs may try how often. Nothing is locked: one waits, at most a quarter of an hour. E-mails count
 * whether anybody has them or not, with the same reads and writes, so that neither answers nor times tell them apart.
 */
const policies = {
  /** A password for an e-mail, from one network: a stranger elsewhere has a count of their own. */
  password: { free: 10, withinMs: day, ...growing },
  /** A password for an e-mail, from everywhere: against guessing from many networks. Known devices do not wait. */
  passwordAnywhere: { free: 100, withinMs: day, ...growing },
  /** A password for any e-mail from one address or network: against trying one password on many people. */
  passwordsOfAddress: { free: 20, withinMs: 15 * minute, ...growing },
  passwordsOfNetwork: { free: 100, withinMs: 15 * minute, ...growing },
  /** A password on a device where that person has signed in before. */
  passwordOnDevice: { free: 10, withinMs: day, ...growing },
  /** The current password, by who is signed in and wants another one. */
  currentPassword: { free: 10, withinMs: day, ...growing },
  /** The code that a device shows, typed by who is signed in. */
  userCode: { free: 10, withinMs: day, ...growing },
  /** Mails that anybody may have sent: to one person, and by one address or network. */
  mail: perHour(5),
  mailsOfAddress: perHour(10),
  mailsOfNetwork: perHour(50),
  /** Invitations of one organization to one person. */
  invitation: perHour(5),
  /** Refused secrets, codes and tokens of a client at an address, and of all of them there. */
  token: perMinute(30),
  tokensOfAddress: perMinute(120),
  tokensOfNetwork: perMinute(600),
  /** Codes that devices ask for. */
  deviceCodesOfAddress: perTenMinutes(30),
  deviceCodesOfNetwork: perTenMinutes(150),
} satisfies Record<string, AttemptPolicy>;

/** Something tried, and whom or what it counts for. */
export interface Attempt {
  readonly kind: keyof typeof policies;
  readonly on: string;
}

/** What counts for an address, and for its network. */
export function attemptsFrom(from: string, what: 'passwords' | 'mails' | 'tokens' | 'deviceCodes'): readonly Attempt[] {
  const { address, network } = placeOf(from);
  return [
    { kind: `${what}OfAddress`, on: address },
    { kind: `${what}OfNetwork`, on: network },
  ];
}

const policyOf = ({ kind }: Attempt): AttemptPolicy => policies[kind];
const keyOf = ({ kind, on }: Attempt): string => sha256(`${kind} ${fold(on)}`);

const rowOf = prepared((p: { id: string }) => q.selectFrom('auth_attempts').selectAll().where('id', '=', p.id));
const save = prepared((p: AttemptRow) =>
  q
    .insertInto('auth_attempts')
    .values({ id: p.id, attempts: p.attempts, since: p.since, wait_until: p.wait_until, expires: p.expires })
    .onConflict((on) =>
      on
        .column('id')
        .doUpdateSet({ attempts: p.attempts, since: p.since, wait_until: p.wait_until, expires: p.expires }),
    ),
);
const forget = prepared((p: { id: string }) => q.deleteFrom('auth_attempts').where('id', '=', p.id));

const queues = new WeakMap<Database, Promise<unknown>>();

/**
 * A write of counts, one after the other: many at once are what it is about, and on PostgreSQL they would collide over
 * the row of their network until some fail.
 */
export function writeAttempts<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const write = () => db.write(work);
  const done = (queues.get(db) ?? Promise.resolve()).then(write, write);
  queues.set(db, done);
  return done;
}

/** Milliseconds to wait before any of these may be tried again; 0 when they may be now. */
export async function waitOf(db: Reader, attempts: readonly Attempt[], now: number): Promise<number> {
  let wait = 0;
  for (const attempt of attempts) {
    const row = await db.first(rowOf, { id: keyOf(attempt) });
    wait = Math.max(wait, (row?.wait_until ?? 0) - now);
  }
  return wait;
}

/** Counts an attempt everywhere it counts; answers how long the next one has to wait. */
export async function countAttempt(tx: Transaction, attempts: readonly Attempt[], now: number): Promise<number> {
  let wait = 0;
  for (const attempt of attempts) {
    const before = await tx.first(rowOf, { id: keyOf(attempt) });
    const after = countedOnce(attempt, before, now);
    await tx.run(save, after);
    wait = Math.max(wait, after.wait_until - now);
  }
  return wait;
}

function countedOnce(attempt: Attempt, before: AttemptRow | undefined, now: number): AttemptRow {
  const { free, withinMs, waitMs, longestWaitMs } = policyOf(attempt);
  const running = before !== undefined && before.since + withinMs > now;
  const grows = longestWaitMs !== undefined;
  const fresh = !running || (!grows && before.attempts >= free);
  const attempts = (fresh ? 0 : before.attempts) + 1;
  const since = fresh || grows ? now : before.since;
  const over = attempts - free;
  const wait = over < 0 ? 0 : Math.min(waitMs * 2 ** Math.min(over, 30), longestWaitMs ?? waitMs);
  const wait_until = wait === 0 ? 0 : now + wait;
  return { id: keyOf(attempt), attempts, since, wait_until, expires: now + Math.max(withinMs, wait) };
}

export interface Taken {
  /** Not to be made: try again after so many milliseconds. 0: it may be made, and is counted already. */
  readonly waitMs: number;
  /** Should it fail, the next one has to wait so long. */
  readonly nextWaitMs: number;
}

/** Counts an attempt before it is made, so that many at once count as many. One that has to wait does not count. */
export async function takeAttempt(tx: Transaction, attempts: readonly Attempt[], now: number): Promise<Taken> {
  const waitMs = await waitOf(tx, attempts, now);
  return { waitMs, nextWaitMs: waitMs > 0 ? 0 : await countAttempt(tx, attempts, now) };
}

/** A good attempt counts no more. */
export async function giveBack(tx: Transaction, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) {
    const row = await tx.first(rowOf, { id: keyOf(attempt) });
    if (row === undefined) continue;
    const attempts = Math.max(0, row.attempts - 1);
    const wait_until = attempts < policyOf(attempt).free ? 0 : row.wait_until; // others may have earned it meanwhile
    await tx.run(save, { ...row, attempts, wait_until });
  }
}

/** After a good one, the bad ones before it do not count either. */
export async function forgetAttempts(tx: Transaction, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) await tx.run(forget, { id: keyOf(attempt) });
}

export const removeOldAttempts = (tx: Transaction, now: number): Promise<number> =>
  tx.run(q.deleteFrom('auth_attempts').where('expires', '<', now));
