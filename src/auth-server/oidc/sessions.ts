import type { Session } from 'oidc-provider';
import type { Core } from '../core.ts';
import { cookie } from '../pages/page.ts';
import { removePayload } from '../store/payloads.ts';
import { type Identity, identityOf } from '../tokens/claims.ts';
import { sessionCookie, sessionSeconds } from './cookies.ts';

const extendAfterSeconds = 600;

export interface SignedIn extends Identity {
  readonly session: Session;
}

/** Who is signed in with this session; using it keeps it from ending. */
export async function signedInWith(core: Core, sessionId: string | undefined): Promise<SignedIn | undefined> {
  const session = sessionId === undefined ? undefined : await core.provider().Session.find(sessionId);
  if (session?.accountId === undefined) return undefined;
  const identity = await identityOf(core.db, session.accountId);
  if (identity === undefined) return undefined;
  const seconds = sessionSeconds(session);
  if (session.exp < Date.now() / 1000 + seconds - extendAfterSeconds) await session.save(seconds);
  return { session, ...identity };
}

/**
 * Signs a person in: a new session id in any case; another person's session in the same browser ends. Answers the
 * cookie to set.
 */
export async function startSession(
  core: Core,
  before: string | undefined,
  userId: string,
  remember: boolean,
): Promise<string> {
  const { Session } = core.provider();
  const found = before === undefined ? undefined : await Session.find(before);
  const same = found?.accountId === userId;
  if (found && !same) await endSession(core, found);
  const session = found && same ? found : new Session();
  if (same) session.resetIdentifier();
  session.loginAccount({ accountId: userId });
  session.transient = remember ? undefined : true;
  const seconds = sessionSeconds(session);
  const id = await session.save(seconds);
  return cookie(core, sessionCookie, id, remember ? seconds : undefined);
}

/** Ends a session; the access tokens made with it end too, refresh tokens live on. */
export async function endSession(core: Core, session: Session): Promise<void> {
  const now = Date.now();
  await core.db.write(async (tx) => {
    await core.revocations.revoke(tx, [`sid ${session.uid}`], now);
    await removePayload(tx, 'Session', session.jti);
  });
}

export const noSessionCookie = (core: Core): string => cookie(core, sessionCookie, '', 0);
