import type { Session } from 'oidc-provider';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Source } from '../../std/source.ts';
import type { Core } from '../core.ts';
import { deviceSeconds, withDevice } from '../identity/known-devices.ts';
import type { Visitor } from '../identity/sign-in.ts';
import { removePayload } from '../store/payloads.ts';
import { isNoteOld, noteSession } from '../store/session-notes.ts';
import type { UserRow } from '../tables.ts';
import { type Identity, identityOf } from '../tokens/claims.ts';
import { devicesCookie, sessionCookie, sessionSeconds } from '../web/cookies.ts';
import { cookie } from '../web/page.ts';

const extendAfterSeconds = 600;

export interface SignedIn extends Identity {
  readonly session: Session;
}

/** A browser that asks for something: its session, and what tells about it. */
export interface Arrival extends Visitor {
  readonly sessionId: string | undefined;
}

/** Who is signed in with this session; using it keeps it from ending. */
export async function signedInWith(core: Core, arrival: Arrival): Promise<SignedIn | undefined> {
  const { sessionId } = arrival;
  const session = sessionId === undefined ? undefined : await core.provider().Session.find(sessionId);
  if (session?.accountId === undefined) return undefined;
  const identity = await identityOf(core.db, session.accountId);
  if (identity === undefined) return undefined;
  const seconds = sessionSeconds(session);
  if (session.exp < Date.now() / 1000 + seconds - extendAfterSeconds) await session.save(seconds);
  await noteUse(core, { uid: session.uid, userId: session.accountId }, arrival);
  return { session, ...identity };
}

/** Keeps when and from where a session was used last, as far as the list of sessions tells it. */
export async function noteUse(
  core: Core,
  session: { readonly uid: string; readonly userId: string },
  source: Source,
): Promise<void> {
  const now = Date.now();
  if (await isNoteOld(core.db, session.uid, now)) await core.db.write((tx) => noteSession(tx, session, source, now));
}

/**
 * Signs a person in: a new session id in any case; another person's session in the same browser ends. Answers the
 * cookies to set: of the session, and of the device, which is known from now on.
 */
export async function startSession(core: Core, arrival: Arrival, user: UserRow, remember = false): Promise<string[]> {
  const { Session } = core.provider();
  const { sessionId } = arrival;
  const userId = user.id;
  const found = sessionId === undefined ? undefined : await Session.find(sessionId);
  const same = found?.accountId === userId;
  if (found && !same) await endSession(core, found);
  const session = found && same ? found : new Session();
  if (same) session.resetIdentifier();
  session.loginAccount({ accountId: userId });
  session.transient = remember ? undefined : true;
  const seconds = sessionSeconds(session);
  const id = await session.save(seconds);
  const now = Date.now();
  await core.db.write((tx) => noteSession(tx, { uid: session.uid, userId }, arrival, now));
  return [cookie(core, sessionCookie, id, remember ? seconds : undefined), ...deviceCookies(core, arrival, user, now)];
}

const deviceCookies = (core: Core, { devices }: Arrival, user: UserRow, now: number): string[] =>
  user.password_hash === null ? [] : [cookie(core, devicesCookie, withDevice(core, devices, user, now), deviceSeconds)];

/** Ends a session; the access tokens made with it end too, refresh tokens live on. */
export async function endSession(
  core: Core,
  session: Session,
  record: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  const now = Date.now();
  await core.db.write(async (tx) => {
    await record(tx);
    await core.revocations.revoke(tx, [`sid ${session.uid}`], now);
    await removePayload(tx, 'Session', session.jti);
  });
}

export const noSessionCookie = (core: Core): string => cookie(core, sessionCookie, '', 0);
