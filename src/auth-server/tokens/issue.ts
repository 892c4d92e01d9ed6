import { SignJWT } from 'jose';
import { newId, newToken } from '../../std/ids.ts';
import type { Core } from '../core.ts';
import { applicationById } from '../store/applications.ts';
import { accessTokenClaims, identityOf } from './claims.ts';

export interface Issuing {
  readonly clientId: string;
  /** Absent: the application's own user. */
  readonly userId?: string;
  /** Default: the platform's scope. */
  readonly scopes?: readonly string[];
}

/** An access token without a request. Throws for unknown or disabled users and applications. */
export async function issueAccessToken(core: Core, issuing: Issuing): Promise<string> {
  const now = Date.now();
  await core.keys.upToDate(now);
  const application = await applicationById(core.db, issuing.clientId);
  const userId = issuing.userId ?? application?.user_id ?? '';
  const identity = await identityOf(core.db, userId);
  const [key] = core.keys.current(now).keys;
  if (application?.state !== 'Active' || identity === undefined || key === undefined) {
    throw new Error(`No token for user '${userId}' of application '${issuing.clientId}'.`);
  }
  const issuedAt = Math.floor(now / 1000);
  const ofPerson = identity.user.kind === 'user';
  const claims = accessTokenClaims(core, identity, {
    clientId: application.client_id,
    scopes: issuing.scopes ?? core.apiScopes.slice(0, 1),
    jti: newToken(),
    grantId: ofPerson ? newId() : application.grant_id,
    sid: ofPerson ? newId() : undefined,
    authTime: ofPerson ? issuedAt : undefined,
    issuedAt,
  });
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' }).sign(key);
}
