import type { Transaction } from '../../kernel/db/database.ts';
import { placeOf } from '../../std/network.ts';
import type { Source } from '../../std/source.ts';
import type { Core } from '../core.ts';
import { type Attempt, attemptsFrom, forgetAttempts, giveBack, takeAttempt, writeAttempts } from '../store/attempts.ts';
import { userByEmail } from '../store/users.ts';
import type { UserRow } from '../tables.ts';
import { knownDevice } from './known-devices.ts';
import { passwordMatches } from './passwords.ts';
import { actingAs, concerning } from './recording.ts';

/** What tells about who wants to sign in. */
export interface Visitor extends Source {
  /** The cookie of `known-devices.ts`. */
  readonly devices: string | undefined;
}

/** `waits`: nothing was looked at, because too much was tried before. */
export type SignInOutcome =
  | { readonly outcome: 'signedIn'; readonly user: UserRow }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'waits'; readonly waitMs: number };

/** What an attempt counts for: forgotten after a good one, or only the good one itself. */
interface Counting {
  readonly ofPerson: readonly Attempt[];
  readonly ofPlace: readonly Attempt[];
}

/**
 * The person with this e-mail and password. Unknown, disabled and unproved ones are refused with the same work as a
 * wrong password, so that nobody learns which e-mails exist.
 */
export async function signInWithPassword(
  core: Core,
  email: string,
  password: string,
  visitor: Visitor,
): Promise<SignInOutcome> {
  const now = Date.now();
  const user = await userByEmail(core.db, email);
  const counting = countingOf(email, visitor, knownDevice(core, visitor.devices, user, now));
  const all = [...counting.ofPerson, ...counting.ofPlace];
  const { waitMs, nextWaitMs } = await writeAttempts(core.db, (tx) => takeAttempt(tx, all, now));
  if (waitMs > 0) return { outcome: 'waits', waitMs };
  const matches = await passwordMatches(password, user?.password_hash).catch(async (error: unknown) => {
    await writeAttempts(core.db, (tx) => giveBack(tx, all)); // the server was too busy to look at it
    throw error;
  });
  const usable = user?.state === 'Active' && user.email_proved !== null;
  if (!matches || !usable) {
    await core.db.write((tx) => recordRefusal(core, tx, user, visitor, nextWaitMs));
    return { outcome: 'refused' };
  }
  await writeAttempts(core.db, async (tx) => {
    await forgetAttempts(tx, counting.ofPerson);
    await giveBack(tx, counting.ofPlace);
    await recordSignIn(core, tx, user, visitor, 'password');
  });
  return { outcome: 'signedIn', user };
}

/** Who signed in, and how. */
export const recordSignIn = (core: Core, tx: Transaction, user: UserRow, source: Source, how: string): Promise<void> =>
  core.audit.record(tx, {
    action: 'user.signedIn',
    by: actingAs(user, source),
    ...concerning(user),
    detail: how,
  });

/** For unknown people as much is written as for known ones, but into nobody's log. */
async function recordRefusal(
  core: Core,
  tx: Transaction,
  user: UserRow | undefined,
  source: Source,
  nextWaitMs: number,
): Promise<void> {
  const entry = { outcome: 'Refused', by: actingAs(undefined, source), ...concerning(user) } as const;
  await core.audit.record(tx, { action: 'user.signedIn', ...entry, detail: 'password' });
  if (nextWaitMs === 0) return;
  const detail = `the next attempt waits ${Math.ceil(nextWaitMs / 1000)} s`;
  await core.audit.record(tx, { action: 'user.delayed', ...entry, detail });
}

/** What an attempt at an e-mail counts for, on a device that is not known. */
export const attemptsOn = (email: string, { address }: Pick<Source, 'address'>): Attempt[] => [
  { kind: 'password', on: `${email} ${placeOf(address).network}` },
  { kind: 'passwordAnywhere', on: email },
];

/** On a device that the person has signed in on before, only what is tried there counts. */
function countingOf(email: string, { address }: Visitor, device: string | undefined): Counting {
  if (device !== undefined) {
    return { ofPerson: [{ kind: 'passwordOnDevice', on: `${email} ${device}` }], ofPlace: [] };
  }
  return { ofPerson: attemptsOn(email, { address }), ofPlace: attemptsFrom(address, 'passwords') };
}
