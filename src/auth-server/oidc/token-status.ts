import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Core } from '../core.ts';
import { aboutApplication, actingAs, logOf, logOfApplication } from '../identity/recording.ts';
import { applicationById, hasSecret } from '../store/applications.ts';
import { userById } from '../store/users.ts';
import type { ApplicationRow } from '../tables.ts';
import { identityOf } from '../tokens/claims.ts';
import { isRevoked, type VerifiedToken, verifyAccessToken } from '../tokens/verify.ts';
import { applicationOf } from './clients.ts';
import { limitingFailures, sourceOf } from './limits.ts';

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
  await limitingFailures(core, ctx, next, () => ctx.status === 401);
  const { client, params, entities } = ctx.oidc ?? {};
  if (client === undefined) return;
  const application = applicationOf(client);
  const refresh = entities?.RefreshToken;
  if (refresh && ctx.status === 200) {
    const userId = refresh.accountId;
    await core.db.write((tx) => recordRevocation(core, tx, ctx, application, { userId, what: 'refresh token' }));
  }
  if (!refusedAsJwt(ctx)) return;
  const token = await verifyAccessToken(core, String(params?.token));
  if (token?.clientId === client.clientId) {
    await core.db.write(async (tx) => {
      await core.revocations.revoke(tx, [token.self], Date.now());
      await recordRevocation(core, tx, ctx, application, { userId: token.userId, what: 'access token' });
    });
  }
  ctx.state.error = undefined;
  ctx.status = 200;
  ctx.remove('Content-Type');
  ctx.body = '';
}

async function recordRevocation(
  core: Core,
  tx: Transaction,
  ctx: KoaContextWithOIDC,
  application: ApplicationRow,
  token: { readonly userId: string | undefined; readonly what: string },
): Promise<void> {
  const user = await tx.first(userById, { id: token.userId ?? '' });
  const by = { ...actingAs(user, sourceOf(ctx)), clientId: application.client_id };
  const owner = user ? logOf(user) : logOfApplication(application);
  const about = aboutApplication(application);
  await core.audit.record(tx, { action: 'token.revoked', owner, by, about, detail: token.what });
}

/** POST /connect/introspect: for applications with a secret only. */
export async function aroundIntrospection(core: Core, ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await limitingFailures(core, ctx, next, () => ctx.status === 401);
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
