import type { Source } from '../../std/source.ts';
import type { Core } from '../core.ts';
import { actingAs, concerning } from '../identity/recording.ts';
import { applicationById } from '../store/applications.ts';
import { type ApplicationRow, listOf } from '../tables.ts';
import { verifyIdTokenHint } from '../tokens/verify.ts';
import { browserOf, refuseForgery } from '../web/forms.ts';
import { html } from '../web/html.ts';
import { layout } from '../web/layout.ts';
import { goTo, type PageAnswer, type PageRequest, showPage } from '../web/page.ts';
import { endSession, noSessionCookie, type SignedIn, signedInWith } from './sessions.ts';

interface Leaving {
  readonly application: ApplicationRow | undefined;
  /** From a valid id token. */
  readonly userId: string | undefined;
  readonly target: string | undefined;
}

/** /connect/endsession: RP-initiated logout, oauth.md section 9. */
export async function answerEndSession(core: Core, request: PageRequest): Promise<PageAnswer> {
  const asked = request.method === 'POST' && !request.form.has('csrf') ? request.form : new Map(request.params);
  const leaving = await leavingOf(core, asked);
  const signedIn = await signedInWith(core, request);
  if (signedIn === undefined) return signedOff(core, leaving.target);
  if (request.form.has('csrf')) {
    return refuseForgery(core, request) ?? leave(core, signedIn, leaving.target, request);
  }
  const known =
    leaving.userId === undefined ? knows(signedIn, leaving.application) : leaving.userId === signedIn.user.id;
  return known ? leave(core, signedIn, leaving.target, request) : confirm(core, request, signedIn, asked);
}

async function leavingOf(core: Core, asked: ReadonlyMap<string, string>): Promise<Leaving> {
  const hint = asked.get('id_token_hint');
  const payload = hint ? await verifyIdTokenHint(core, hint) : undefined;
  const clientId = asked.get('client_id') ?? (typeof payload?.aud === 'string' ? payload.aud : undefined);
  const application = clientId === undefined ? undefined : await applicationById(core.db, clientId);
  const valid = payload?.aud === application?.client_id;
  const wanted = asked.get('post_logout_redirect_uri');
  const registered = application?.state === 'Active' ? listOf(application.post_logout_redirect_uris) : [];
  return {
    application,
    userId: valid ? payload?.sub : undefined,
    target: wanted && registered.includes(wanted) ? withState(wanted, asked.get('state')) : undefined,
  };
}

function withState(address: string, state: string | undefined): string {
  if (state === undefined) return address;
  const url = new URL(address);
  url.searchParams.set('state', state);
  return url.href;
}

/** The session's person has used this application. */
const knows = ({ session }: SignedIn, application: ApplicationRow | undefined): boolean =>
  application !== undefined && session.authorizations?.[application.client_id] !== undefined;

async function leave(
  core: Core,
  { session, user }: SignedIn,
  target: string | undefined,
  source: Source,
): Promise<PageAnswer> {
  const entry = { by: actingAs(user, source), ...concerning(user) };
  await endSession(core, session, (tx) => core.audit.record(tx, { action: 'user.signedOff', ...entry }));
  return signedOff(core, target, [noSessionCookie(core)]);
}

function signedOff(core: Core, target: string | undefined, cookies: readonly string[] = []): PageAnswer {
  if (target !== undefined) return goTo(core, target, cookies);
  const main = html`<div class="card"><h1>Sign Off Successful</h1><p class="quiet">You may close this window, or <a href="${core.path}/account">sign in again</a>.</p></div>`;
  return showPage(layout(core, { title: 'Signed off', main }), cookies);
}

function confirm(core: Core, request: PageRequest, { user }: SignedIn, asked: ReadonlyMap<string, string>): PageAnswer {
  const browser = browserOf(core, request);
  const query = new URLSearchParams([...asked]).toString();
  const main = html`<div class="card">
<h1>Sign out?</h1>
<p class="quiet">You are signed in as <strong>${user.email}</strong>. Applications that you use in this browser will ask you to sign in again.</p>
<div class="stack full">
<form method="post" action="${core.path}/connect/endsession${query ? `?${query}` : ''}">${browser.csrf}<button>Sign out</button></form>
<a class="button plain" href="${core.path}/account">Stay signed in</a>
</div>
</div>`;
  return { ...showPage(layout(core, { title: 'Sign out', main }), browser.cookies), leaves: true };
}
