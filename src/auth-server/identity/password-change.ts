import type { Source } from '../../std/source.ts';
import type { Core } from '../core.ts';
import { type Attempt, forgetAttempts, giveBack, takeAttempt, writeAttempts } from '../store/attempts.ts';
import { endGrants } from '../store/grants.ts';
import { takeMailLink } from '../store/mail-links.ts';
import { updateUser, userByEmail } from '../store/users.ts';
import type { UserRow } from '../tables.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { actingAs, concerning } from './recording.ts';
import { attemptsOn } from './sign-in.ts';

export type PasswordChange =
  | { readonly outcome: 'changed'; readonly user: UserRow }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'waits'; readonly waitMs: number };

/** Sets a new password, given the old one. Ends all sessions and tokens of the person. */
export async function changePassword(
  core: Core,
  user: UserRow,
  { old, password }: { readonly old: string; readonly password: string },
  source: Source,
): Promise<PasswordChange> {
  const now = Date.now();
  const attempts: readonly Attempt[] = [{ kind: 'currentPassword', on: user.id }];
  const entry = {
    action: 'password.changed',
    by: actingAs(user, source),
    ...concerning(user),
  } as const;
  const { waitMs } = await writeAttempts(core.db, (tx) => takeAttempt(tx, attempts, now));
  if (waitMs > 0) return { outcome: 'waits', waitMs };
  try {
    if (!(await passwordMatches(old, user.password_hash))) {
      await core.db.write((tx) => core.audit.record(tx, { ...entry, outcome: 'Refused' }));
      return { outcome: 'wrong' };
    }
    const password_hash = await hashPassword(password);
    await core.db.write(async (tx) => {
      await updateUser(tx, user.id, { password_hash });
      await forgetAttempts(tx, attempts);
      await endGrants(tx, core.revocations, { userId: user.id }, now, true);
      await core.audit.record(tx, entry);
    });
    return { outcome: 'changed', user: { ...user, password_hash } };
  } catch (error) {
    await writeAttempts(core.db, (tx) => giveBack(tx, attempts)); // the server was too busy to look at it
    throw error;
  }
}

/** Sets a new password, given a mailed link. Ends all sessions and tokens, and the waiting after failed attempts. */
export async function resetPassword(
  core: Core,
  token: string,
  password: string,
  source: Source,
): Promise<UserRow | undefined> {
  const password_hash = await hashPassword(password);
  const now = Date.now();
  return core.db.write(async (tx) => {
    const link = await takeMailLink(tx, token, ['password'], now);
    const user = link && (await userByEmail(tx, link.email));
    if (user?.state !== 'Active') return undefined;
    const change = { password_hash, email_proved: user.email_proved ?? now };
    await updateUser(tx, user.id, change);
    await endGrants(tx, core.revocations, { userId: user.id }, now, true);
    await forgetAttempts(tx, attemptsOn(user.email, source));
    await core.audit.record(tx, { action: 'password.reset', by: actingAs(user, source), ...concerning(user) });
    return { ...user, ...change };
  });
}
