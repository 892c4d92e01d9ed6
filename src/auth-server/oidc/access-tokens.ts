import { errors, type JWTStructured, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import type { Core } from '../core.ts';
import { resourceOf } from '../core.ts';
import { offlineAccess } from '../scope-names.ts';
import { type ApplicationType, listOf } from '../tables.ts';
import { accessTokenClaims, accessTokenSeconds, identityOf } from '../tokens/claims.ts';
import { accountOf } from './accounts.ts';
import { applicationOf } from './clients.ts';
import { knownScopes, requestedScopes } from './scopes.ts';

/** The platform's APIs as the library's only resource server: every access token is a JWT for them. */
export function resourceIndicators(core: Core) {
  const resource = resourceOf(core);
  return {
    enabled: true,
    useGrantedResource: async () => true,
    async defaultResource(ctx: KoaContextWithOIDC) {
      const { client, params } = ctx.oidc;
      if (client && params?.grant_type === 'client_credentials') {
        const application = applicationOf(client);
        const registered = listOf(application.scopes).join(' ');
        params.scope = requestedScopes(
          core,
          application,
          typeof params.scope === 'string' ? params.scope : registered,
        ).join(' ');
      }
      return resource;
    },
    async getResourceServerInfo(_ctx: KoaContextWithOIDC, asked: string): Promise<ResourceServer> {
      if (asked !== resource) throw new errors.InvalidTarget();
      return {
        scope: knownScopes(core).join(' '),
        audience: core.baseUrl,
        accessTokenTTL: accessTokenSeconds,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      };
    },
  };
}

interface Issuing {
  readonly kind: string;
  readonly accountId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly grantId?: string | undefined;
  readonly jti: string;
  readonly iat?: number | undefined;
  readonly scope?: string | undefined;
  readonly sid?: string | undefined;
}

/** Replaces the library's payload by ours: oauth.md section 7. */
export function customizeJwt(core: Core) {
  return async (ctx: KoaContextWithOIDC, token: unknown, jwt: JWTStructured): Promise<void> => {
    const issuing = token as Issuing;
    const { client, account, entities } = ctx.oidc;
    if (client === undefined) throw new Error('An access token is issued to nobody.');
    const application = applicationOf(client);
    refuseWiderScope(ctx, application.type, issuing);
    await core.revocations.upToDate(Date.now());
    const identity = account ? accountOf(account).identity : await identityOf(core.db, application.user_id ?? '');
    if (identity === undefined) throw new errors.InvalidGrant('user is disabled');
    const source = entities.AuthorizationCode ?? entities.RefreshToken ?? entities.DeviceCode;
    jwt.header = { typ: 'JWT' };
    jwt.payload = accessTokenClaims(core, identity, {
      clientId: application.client_id,
      scopes: (issuing.scope ?? '').split(' '),
      jti: issuing.jti,
      grantId: issuing.grantId ?? application.grant_id,
      sid: issuing.sid,
      authTime: source?.authTime,
      issuedAt: issueTime(core, issuing.sid),
    });
  };
}

/** A token request may repeat the scopes of the authorization request, but not widen them. */
function refuseWiderScope(ctx: KoaContextWithOIDC, type: ApplicationType, issuing: Issuing): void {
  const asked = ctx.oidc.entities.AuthorizationCode ? ctx.oidc.body?.scope : undefined;
  if (typeof asked !== 'string') return;
  const granted = new Set((issuing.scope ?? '').split(' '));
  if (type === 'SPA') granted.add(offlineAccess); // dropped, not refused, as in the authorization request
  const wider = asked.split(' ').find((scope) => scope !== '' && !granted.has(scope));
  if (wider !== undefined) throw new errors.InvalidScope('scope is wider than granted', wider);
}

/**
 * Seconds since 1970. A session's end revokes what was issued before it; tokens of a refresh token that outlives the
 * session must come after, also within the same second.
 */
function issueTime(core: Core, sid: string | undefined): number {
  const ended = sid === undefined ? undefined : core.revocations.revokedAt(`sid ${sid}`);
  return Math.max(Math.floor(Date.now() / 1000), Math.ceil((ended ?? 0) / 1000));
}
