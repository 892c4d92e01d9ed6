import type { Core } from '../core.ts';
import { applicationById } from '../store/applications.ts';
import { listOf } from '../tables.ts';
import { bearerOf } from '../tokens/authenticate.ts';
import { identityOf, personClaims } from '../tokens/claims.ts';
import { isRevoked, verifyAccessToken } from '../tokens/verify.ts';

export interface UserInfoAnswer {
  readonly status: 200 | 401 | 403;
  readonly body: object;
  readonly challenge?: string;
  /** Origins whose pages may read the answer. */
  readonly origins: readonly string[];
}

/** The person behind an access token, as they are now: oauth.md section 9. Needs no scope but a valid token. */
export async function userInfo(core: Core, authorization: string | undefined): Promise<UserInfoAnswer> {
  const jwt = authorization === undefined ? undefined : bearerOf(authorization);
  if (jwt === undefined) return refusal(core, 401, 'invalid_token', 'no access token provided', false);
  const token = await verifyAccessToken(core, jwt);
  const application = token && (await applicationById(core.db, token.clientId));
  const identity = token && (await identityOf(core.db, token.userId));
  if (!token || !identity || application?.state !== 'Active' || (await isRevoked(core, token))) {
    return refusal(core, 401, 'invalid_token', 'invalid token provided');
  }
  if (identity.user.kind === 'service') {
    return refusal(core, 403, 'insufficient_scope', 'a service application is no person');
  }
  const { auth_time, sid } = token.claims;
  const body = {
    ...personClaims(identity),
    ...(auth_time === undefined ? {} : { auth_time }),
    ...(sid ? { sid } : {}),
  };
  const uris = application.type === 'SPA' ? listOf(application.redirect_uris) : [];
  return { status: 200, body, origins: uris.flatMap((uri) => URL.parse(uri)?.origin ?? []) };
}

function refusal(core: Core, status: 401 | 403, error: string, description: string, told = true): UserInfoAnswer {
  const more = told ? `, error="${error}", error_description="${description}"` : '';
  return {
    status,
    body: { error, error_description: description },
    challenge: `Bearer realm="${core.issuer}"${more}`,
    origins: [],
  };
}
