import type { Core } from '../core.ts';
import { clearFailures, countFailure, lockedFor } from '../store/failures.ts';
import { userByEmail } from '../store/users.ts';
import type { UserRow } from '../tables.ts';
import { passwordMatches } from './passwords.ts';

/**
 * The person with this e-mail and password. Unknown, disabled, unproved and locked-out ones are refused with the same
 * work as a wrong password, so that nobody learns which e-mails exist.
 */
export async function signInWithPassword(core: Core, email: string, password: string): Promise<UserRow | undefined> {
  const now = Date.now();
  const locked = (await lockedFor(core.db, 'sign-in', email, now)) > 0;
  const user = await userByEmail(core.db, email);
  const matches = await passwordMatches(password, user?.password_hash);
  const usable = user?.state === 'Active' && user.email_proved !== null;
  const success = matches && usable && !locked;
  if (!locked) {
    await core.db.write((tx) =>
      success ? clearFailures(tx, 'sign-in', email) : countFailure(tx, 'sign-in', email, now),
    );
  }
  return success ? user : undefined;
}
