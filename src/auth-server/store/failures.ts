import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { fold } from '../../kernel/std/text.ts';
import { type FailureRow, q } from '../tables.ts';
import { sha256 } from './payloads.ts';

/** How many failures within a window lock for how long. */
interface FailurePolicy {
  readonly most: number;
  readonly withinMs: number;
  readonly lockedMs: number;
}

const policies = {
  /**
   * By e-mail, whether anybody has it or not: the same reads and writes happen for known and unknown ones, so that
   * neither answers nor times tell them apart.
   */
  'sign-in': { most: 10, withinMs: 24 * 3600_000, lockedMs: 15 * 60_000 },
  /** Mails that anybody may have sent to an address; each of them counts. */
  mail: { most: 5, withinMs: 3600_000, lockedMs: 3600_000 },
  /** By client and address. */
  token: { most: 30, withinMs: 60_000, lockedMs: 60_000 },
} satisfies Record<string, FailurePolicy>;

export type Attempt = keyof typeof policies;

const failuresOf = prepared((p: { id: string }) => q.selectFrom('auth_failures').selectAll().where('id', '=', p.id));
const save = prepared((p: FailureRow) =>
  q
    .insertInto('auth_failures')
    .values({ id: p.id, failures: p.failures, since: p.since, locked_until: p.locked_until })
    .onConflict((on) =>
      on.column('id').doUpdateSet({ failures: p.failures, since: p.since, locked_until: p.locked_until }),
    ),
);

const keyOf = (attempt: Attempt, on: string): string => sha256(`${attempt} ${fold(on)}`);

/** Milliseconds for which attempts are still refused; 0 when they are not. */
export async function lockedFor(db: Reader, attempt: Attempt, on: string, now: number): Promise<number> {
  const row = await db.first(failuresOf, { id: keyOf(attempt, on) });
  return Math.max(0, (row?.locked_until ?? 0) - now);
}

/** Counts a failure; the last one allowed locks. */
export async function countFailure(tx: Transaction, attempt: Attempt, on: string, now: number): Promise<void> {
  const policy = policies[attempt];
  const id = keyOf(attempt, on);
  const before = await tx.first(failuresOf, { id });
  const running = before !== undefined && before.since + policy.withinMs > now;
  const failures = (running ? before.failures : 0) + 1;
  const locks = failures >= policy.most;
  await tx.run(save, {
    id,
    failures: locks ? 0 : failures,
    since: running && !locks ? before.since : now,
    locked_until: locks ? now + policy.lockedMs : (before?.locked_until ?? 0),
  });
}

/** Forgets the failures, after a success. */
export async function clearFailures(tx: Transaction, attempt: Attempt, on: string): Promise<void> {
  await tx.run(q.deleteFrom('auth_failures').where('id', '=', keyOf(attempt, on)));
}

export const removeOldFailures = (tx: Transaction, now: number): Promise<number> =>
  tx.run(
    q
      .deleteFrom('auth_failures')
      .where('since', '<', now - policies['sign-in'].withinMs)
      .where('locked_until', '<', now),
  );
