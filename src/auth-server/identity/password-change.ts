import type { Core } from '../core.ts';
import { clearFailures } from '../store/failures.ts';
import { endGrants } from '../store/grants.ts';
import { takeMailLink } from '../store/mail-links.ts';
import { updateUser, userByEmail } from '../store/users.ts';
import type { UserRow } from '../tables.ts';
import { hashPassword } from './passwords.ts';
import { signInWithPassword } from './sign-in.ts';

/** Sets a new password, given the old one. Ends all sessions and tokens of the person. */
export async function changePassword(core: Core, user: UserRow, old: string, password: string): Promise<boolean> {
  if ((await signInWithPassword(core, user.email, old)) === undefined) return false;
  const hash = await hashPassword(password);
  await core.db.write(async (tx) => {
    await updateUser(tx, user.id, { password_hash: hash });
    await endGrants(tx, core.revocations, { userId: user.id }, Date.now(), true);
  });
  return true;
}

/** Sets a new password, given a mailed link. Ends all sessions and tokens, and a lock-out. */
export async function resetPassword(core: Core, token: string, password: string): Promise<UserRow | undefined> {
  const hash = await hashPassword(password);
  const now = Date.now();
  return core.db.write(async (tx) => {
    const link = await takeMailLink(tx, token, ['password'], now);
    const user = link && (await userByEmail(tx, link.email));
    if (user?.state !== 'Active') return undefined;
    await updateUser(tx, user.id, { password_hash: hash, email_proved: user.email_proved ?? now });
    await clearFailures(tx, 'sign-in', user.email);
    await endGrants(tx, core.revocations, { userId: user.id }, now, true);
    return user;
  });
}
