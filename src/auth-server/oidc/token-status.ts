import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Core } from '../core.ts';
import { applicationById, hasSecret } from '../store/applications.ts';
import { identityOf } from '../tokens/claims.ts';
import { isRevoked, type VerifiedToken, verifyAccessToken } from '../tokens/verify.ts';
import { applicationOf } from './clients.ts';

/*
 * The library authenticates who asks and answers for refresh tokens. It does not keep access tokens, because they are
 * JWTs, and refuses them as "unsupported_token_type": then the answer is ours.
 */

type Next = () => Promise<unknown>;

const refusedAsJwt = (ctx: KoaContextWithOIDC): boolean => {
  const body: unknown = ctx.state.error ?? ctx.body;
  return typeof body === 'object' && body !== null && 'error' in body && body.error === 'unsupported_token_type';
};

/** POST /connect/revocation: an access token dies alone; unknown ones are answered alike. */
export async function aroundRevocation(core: Core, ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  const { client, params } = ctx.oidc ?? {};
  if (!refusedAsJwt(ctx) || client === undefined) return;
  const token = await verifyAccessToken(core, String(params?.token));
  if (token?.clientId === client.clientId) {
    await core.db.write((tx) => core.revocations.revoke(tx, [token.self], Date.now()));
  }
  ctx.state.error = undefined;
  ctx.status = 200;
  ctx.remove('Content-Type');
  ctx.body = '';
}

/** POST /connect/introspect: for applications with a secret only. */
export async function aroundIntrospection(core: Core, ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  const { client, params } = ctx.oidc ?? {};
  if (client === undefined) return;
  if (!hasSecret(applicationOf(client).type)) {
    ctx.state.error = undefined;
    ctx.status = 401;
    ctx.body = { error: 'invalid_client', error_description: 'introspection is for applications with a secret' };
    return;
  }
  if (!refusedAsJwt(ctx)) return;
  const token = await verifyAccessToken(core, String(params?.token));
  ctx.state.error = undefined;
  ctx.status = 200;
  ctx.body =
    token && (await isActive(core, token))
      ? { ...token.claims, active: true, token_type: 'Bearer', scope: token.scopes.join(' ') }
      : { active: false };
}

/** True while neither the token was revoked nor its user or application ended. */
export async function isActive(core: Core, token: VerifiedToken): Promise<boolean> {
  if (await isRevoked(core, token)) return false;
  if (token.expires <= Date.now() / 1000) return false;
  const application = await applicationById(core.db, token.clientId);
  return application?.state === 'Active' && (await identityOf(core.db, token.userId)) !== undefined;
}
