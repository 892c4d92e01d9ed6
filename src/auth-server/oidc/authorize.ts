import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Core } from '../core.ts';
import { consentPage } from '../web/consent.ts';
import { browserCookie, sessionCookie } from '../web/cookies.ts';
import { browserOf } from '../web/forms.ts';
import { errorPage, type PageAnswer, readCookie } from '../web/page.ts';
import { pageHeaders } from '../web/send.ts';
import { signInPage } from '../web/sign-in.ts';
import { clearSignInState, signInState } from '../web/sign-in-state.ts';
import { accountOf } from './accounts.ts';
import { type Asked, rememberAsked } from './asked.ts';
import { sourceOf } from './limits.ts';
import { routes } from './provider.ts';
import { noSessionCookie, noteUse } from './sessions.ts';

/** Parameters that the documentation says are ignored; the library would act on them. */
const ignored = ['resource', 'acr_values', 'display', 'ui_locales', 'claims_locales', 'claims'];

/**
 * GET /connect/authorize around the library: pages that the library wants people to go to are shown in place, and
 * redirects leave with 302.
 */
export async function aroundAuthorize(
  core: Core,
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  const browserId = readCookie(ctx.req.headers.cookie, browserCookie);
  await dropEndedSession(core, ctx);
  const asked = await prepare(core, ctx, browserId);
  ctx.set('Content-Security-Policy', "default-src 'none'; base-uri 'none'; script-src 'none'");
  await next();
  const { session } = ctx.oidc ?? {};
  if (session?.accountId) await noteUse(core, { uid: session.uid, userId: session.accountId }, sourceOf(ctx));
  const { Interaction: interaction } = ctx.oidc?.entities ?? {};
  if (ctx.state.error) return show(core, ctx, errorPageOf(core, ctx.state.error));
  if (interaction && ctx.status === 303) return showInteraction(core, ctx, asked, browserId, interaction.prompt.name);
  if (browserId !== undefined && Object.keys(asked.state).length > 0) {
    await clearSignInState(core, browserId, asked.query);
  }
  if (ctx.status !== 303) return allowOwnScript(ctx);
  ctx.status = 302;
  ctx.remove('Content-Security-Policy');
  if (!new URLSearchParams(asked.query).has('response_mode')) errorIntoQuery(ctx);
}

/** The library answers an unsupported response type in the fragment, where that type would be answered. */
function errorIntoQuery(ctx: KoaContextWithOIDC): void {
  const url = URL.parse(ctx.response.get('Location'));
  if (!url?.hash.startsWith('#error=')) return;
  for (const [name, value] of new URLSearchParams(url.hash.slice(1))) url.searchParams.set(name, value);
  url.hash = '';
  ctx.set('Location', url.href);
}

async function prepare(core: Core, ctx: KoaContextWithOIDC, browserId: string | undefined): Promise<Asked> {
  const query = ctx.querystring;
  const { scope, prompt } = ctx.query;
  const asked = {
    query,
    scope: typeof scope === 'string' ? scope : undefined,
    prompts: new Set(typeof prompt === 'string' ? prompt.split(' ') : []),
    state: await signInState(core, browserId, query),
  };
  rememberAsked(ctx.req, asked);
  const kept = { ...ctx.query };
  for (const name of ignored) delete kept[name];
  if (!asked.scope?.split(' ').includes('openid')) delete kept.nonce; // the library would refuse it
  ctx.query = kept;
  return asked;
}

/** The library would give a browser whose session has ended another one, without a person; forms could not know it. */
async function dropEndedSession(core: Core, ctx: KoaContextWithOIDC): Promise<void> {
  const { headers } = ctx.req;
  const id = readCookie(headers.cookie, sessionCookie);
  if (id === undefined || (await core.provider().Session.find(id))) return;
  headers.cookie = headers.cookie
    ?.split(';')
    .filter((part) => !part.trim().startsWith(`${sessionCookie}=`))
    .join(';');
  ctx.append('Set-Cookie', noSessionCookie(core));
}

function errorPageOf(core: Core, error: { error?: string; error_description?: string }): PageAnswer {
  return errorPage(
    core,
    400,
    'This request cannot be answered',
    `${error.error_description ?? 'The application sent something that is not understood.'} (${error.error})`,
  );
}

async function showInteraction(
  core: Core,
  ctx: KoaContextWithOIDC,
  asked: Asked,
  browserId: string | undefined,
  prompt: string,
): Promise<void> {
  dropInteractionCookies(ctx);
  const { client, params, account } = ctx.oidc;
  const sessionId = readCookie(ctx.req.headers.cookie, sessionCookie);
  const browser = browserOf(core, { browserId, sessionId });
  const action = `${routes.authorization}?${asked.query}`;
  const applicationName = client?.clientName ?? '';
  if (prompt === 'consent' && account) {
    const scopes = [...ctx.oidc.requestParamScopes];
    const { email } = accountOf(account).identity.user;
    return show(core, ctx, consentPage(core, browser, { action, applicationName, email, scopes }));
  }
  const loginHint = typeof params?.login_hint === 'string' ? params.login_hint : undefined;
  show(core, ctx, signInPage(core, browser, { action, state: asked.state, loginHint, applicationName }));
}

/** The library's own way back is not used: our pages come back to the authorization request itself. */
function dropInteractionCookies(ctx: KoaContextWithOIDC): void {
  const set = [ctx.res.getHeader('Set-Cookie') ?? []].flat().map(String);
  const kept = set.filter((value) => !/^twin_(interaction|resume)=/.test(value));
  ctx.remove('Set-Cookie');
  if (kept.length > 0) ctx.set('Set-Cookie', kept);
}

export function show(core: Core, ctx: KoaContextWithOIDC, answer: PageAnswer): void {
  ctx.remove('Location');
  ctx.status = answer.status;
  for (const [name, value] of Object.entries(pageHeaders(core, answer))) ctx.set(name, value);
  for (const cookie of answer.cookies ?? []) ctx.append('Set-Cookie', cookie);
  ctx.type = 'html';
  ctx.body = answer.html;
}

/** The page of `response_mode=form_post` sends itself; the library has added the hash of its script. */
function allowOwnScript(ctx: KoaContextWithOIDC): void {
  const policy = ctx.response.get('Content-Security-Policy');
  ctx.set('Content-Security-Policy', policy.replace("script-src 'none' ", 'script-src '));
}
