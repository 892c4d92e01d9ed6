import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { fold } from '../../kernel/std/text.ts';
import { sha256 } from '../store/payloads.ts';
import { q, type SignInFailureRow } from '../tables.ts';

const mostFailures = 10;
const lockedMs = 15 * 60_000;
const forgottenMs = 24 * 3600_000;

/*
 * Failed sign-ins are counted by e-mail, whether anybody has it or not: the same reads and writes happen for known and
 * unknown ones, so that neither answers nor times tell them apart.
 */

const failuresOf = prepared((p: { id: string }) =>
  q.selectFrom('auth_sign_in_failures').selectAll().where('id', '=', p.id),
);
const save = prepared((p: SignInFailureRow) =>
  q
    .insertInto('auth_sign_in_failures')
    .values(p)
    .onConflict((on) =>
      on.column('id').doUpdateSet({ failures: p.failures, locked_until: p.locked_until, last: p.last }),
    ),
);

const keyOf = (email: string): string => sha256(`sign-in ${fold(email)}`);

export async function isLockedOut(db: Reader, email: string, now: number): Promise<boolean> {
  const row = await db.first(failuresOf, { id: keyOf(email) });
  return row !== undefined && row.locked_until > now;
}

/** Counts a failure; the tenth locks the e-mail out for 15 minutes. */
export async function countFailure(tx: Transaction, email: string, now: number): Promise<void> {
  const id = keyOf(email);
  const row = await tx.first(failuresOf, { id });
  const failures = (row && row.last + forgottenMs > now ? row.failures : 0) + 1;
  const locks = failures >= mostFailures;
  await tx.run(save, {
    id,
    failures: locks ? 0 : failures,
    locked_until: locks ? now + lockedMs : (row?.locked_until ?? 0),
    last: now,
  });
}

/** Forgets the failures of an e-mail, after a right password. */
export async function clearFailures(tx: Transaction, email: string): Promise<void> {
  await tx.run(q.deleteFrom('auth_sign_in_failures').where('id', '=', keyOf(email)));
}

export const removeOldFailures = (tx: Transaction, now: number): Promise<number> =>
  tx.run(
    q
      .deleteFrom('auth_sign_in_failures')
      .where('last', '<', now - forgottenMs)
      .where('locked_until', '<', now),
  );
