import { hash } from 'node:crypto';
import Provider, { type Client, type Configuration, type KoaContextWithOIDC, type Session } from 'oidc-provider';
import { newToken } from '../../std/ids.ts';
import { Unavailable } from '../../std/unavailable.ts';
import { type Core, resourceOf } from '../core.ts';
import { identityScopes, offlineAccess } from '../scope-names.ts';
import { secretHash, secretMatches } from '../store/applications.ts';
import type { KeySet } from '../store/signing-keys.ts';
import { accessTokenSeconds } from '../tokens/claims.ts';
import { cookieOptions, sessionCookie, sessionSeconds } from '../web/cookies.ts';
import { customizeJwt, resourceIndicators } from './access-tokens.ts';
import { findAccountIn } from './accounts.ts';
import { adapterOf } from './adapter.ts';
import { askedOf } from './asked.ts';
import { applicationOf, applicationProperty } from './clients.ts';
import { rememberIssued } from './issued-tokens.ts';
import { interactionPolicyOf, mayGo, needsSignIn } from './policy.ts';
import { requestedScopes } from './scopes.ts';

const day = 24 * 3600;
const refreshIdleSeconds = 30 * day;
const refreshTotalSeconds = 180 * day;
const codeSeconds = 120;
export const deviceCodeSeconds = 600;
/** As long as a grant's last access token may live. */
const grantSeconds = 2 * 3600;

export const routes = {
  authorization: '/connect/authorize',
  token: '/connect/token',
  userinfo: '/connect/userinfo',
  revocation: '/connect/revocation',
  introspection: '/connect/introspect',
  end_session: '/connect/endsession',
  device_authorization: '/connect/deviceauthorization',
  code_verification: '/connect/device',
  jwks: '/.well-known/openid-configuration/jwks',
} as const;

/** Where the library would send people to sign in; the page is shown in place instead. */
export const interactionMark = '/connect/interaction';

/** The OpenID library over our tables, with these signing keys. */
export function openProvider(core: Core, keySet: KeySet): Provider {
  const provider = new Provider(core.issuer, configurationOf(core, keySet));
  provider.proxy = true; // the server in front of it sets scheme and address, whatever the client sent
  provider.OIDCContext.prototype.urlFor = (name: string, options?: Record<string, unknown>) =>
    provider.urlFor(name, options);
  rememberIssued(provider);
  changeModels(core, provider);
  provider.on('authorization.success', (ctx, out) => {
    if (out && ctx.oidc.requestParamScopes.has('openid')) out.session_state = sessionState(ctx);
  });
  provider.on('server_error', (ctx, error) => {
    if (error instanceof Unavailable) ctx.state.unavailable = error;
    else core.log.error({ error: error.stack }, 'sign-in failed');
  });
  provider.onerror = (error) => core.log.error({ error: String(error) }, 'sign-in failed');
  return provider;
}

/** OpenID Connect Session Management section 3: clients hand it back when they ask for the state of the session. */
function sessionState(ctx: KoaContextWithOIDC): string {
  const salt = newToken(12);
  const origin = URL.parse(String(ctx.oidc.params?.redirect_uri))?.origin ?? '';
  const facts = [ctx.oidc.client?.clientId, origin, ctx.oidc.session?.uid, salt].join(' ');
  return `${hash('sha256', facts, 'base64url')}.${salt}`;
}

function changeModels(core: Core, provider: Provider): void {
  const client = provider.Client.prototype;
  client.includeSid = () => true;
  client.compareClientSecret = function (this: Client, secret: string) {
    return secretMatches(applicationOf(this), secretHash(core.secrets, secret), Date.now());
  };
  const session = provider.Session.prototype;
  session.ensureClientContainer = function (this: Session, clientId: string) {
    this.sidFor(clientId, this.uid); // one `sid` for the whole session, so that its end reaches all its tokens
  };
}

function configurationOf(core: Core, keySet: KeySet): Configuration {
  return {
    adapter: adapterOf(core),
    jwks: { keys: keySet.keys },
    routes,
    scopes: [...core.apiScopes, ...identityScopes, offlineAccess],
    claims: claimsByScope,
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    extraClientMetadata: { properties: [applicationProperty] },
    extraParams: { scope: (ctx, _value, client) => settleScope(core, ctx, client) },
    pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 0,
    cookies: {
      names: { session: sessionCookie, interaction: 'twin_interaction', resume: 'twin_resume' },
      long: cookieOptions(core),
      short: cookieOptions(core),
    },
    findAccount: findAccountIn(core),
    loadExistingGrant: (ctx) => grantFor(core, ctx),
    expiresWithSession: async () => false,
    rotateRefreshToken: true,
    clientBasedCORS: allowOrigin,
    interactions: { policy: interactionPolicyOf(core), url: () => interactionMark },
    formats: { bitsOfOpaqueRandomness: 256, customizers: { jwt: customizeJwt(core) } },
    ttl: lifetimes,
    renderError: (ctx, out) => {
      ctx.state.error = out;
    },
    features: featuresOf(core),
  };
}

const claimsByScope: Configuration['claims'] = {
  openid: ['sub', 'at_hash', 'auth_time'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username'],
  email: ['email'],
  organization: ['org', 'org_name', 'ultimate_site', 'usage_country_iso'],
  sid: null,
  iss: null,
};

const ownTokensOnly = (_ctx: KoaContextWithOIDC, client: Client, token: { readonly clientId?: string | undefined }) =>
  client.clientId === token.clientId;

const featuresOf = (core: Core): Configuration['features'] => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  clientCredentials: { enabled: true },
  deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', deviceInfo: () => ({}) },
  introspection: { enabled: true, allowedPolicy: ownTokensOnly },
  revocation: { enabled: true, allowedPolicy: ownTokensOnly },
  rpInitiatedLogout: { enabled: true },
  userinfo: { enabled: true },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: resourceIndicators(core),
});

const lifetimes: Configuration['ttl'] = {
  AccessToken: accessTokenSeconds,
  ClientCredentials: accessTokenSeconds,
  AuthorizationCode: codeSeconds,
  DeviceCode: deviceCodeSeconds,
  IdToken: 3600,
  Interaction: 3600,
  Session: (_ctx, session) => sessionSeconds(session),
  Grant: (_ctx, grant) =>
    grant.getOIDCScope().split(' ').includes(offlineAccess) ? refreshTotalSeconds + day : grantSeconds,
  RefreshToken: (_ctx, token) => Math.max(1, Math.min(refreshIdleSeconds, refreshTotalSeconds - token.totalLifetime())),
};

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The library drops `offline_access` without `prompt=consent`; clients do not send that, so it is put back. */
function settleScope(core: Core, ctx: KoaContextWithOIDC, client: Client): void {
  const { params } = ctx.oidc;
  const asked = askedOf(ctx.req)?.scope ?? textIn(ctx.oidc.body?.scope);
  const scopes = requestedScopes(core, applicationOf(client), asked);
  if (params) params.scope = scopes.join(' ');
}

/** A grant of its own for each authorization, so that the end of one leaves the person's other devices alone. */
async function grantFor(core: Core, ctx: KoaContextWithOIDC) {
  const { provider, account, client } = ctx.oidc;
  if (account === undefined || client === undefined) return undefined;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  const scopes = [...ctx.oidc.requestParamScopes].join(' ');
  grant.addOIDCScope(scopes);
  grant.addResourceScope(resourceOf(core), scopes);
  const refused = askedOf(ctx.req)?.state.refused ?? false;
  if (!refused && !needsSignIn(ctx) && (await mayGo(core, ctx))) await grant.save();
  return grant;
}

/** Pages may read answers only where a single-page application of that origin is registered. */
function allowOrigin(ctx: KoaContextWithOIDC, origin: string, client: Client): boolean {
  const { type } = applicationOf(client);
  const known = type === 'SPA' && client.redirectUris?.some((uri) => URL.parse(uri)?.origin === origin);
  if (!known) ctx.remove('Access-Control-Allow-Origin'); // other programs may send an Origin, too
  return true;
}
