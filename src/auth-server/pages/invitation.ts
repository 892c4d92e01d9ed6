import type { ShownInvitation } from '../../api/ports/access.ts';
import type { Core } from '../core.ts';
import { registrationOf } from '../identity/mailed-links.ts';
import { actingAs } from '../identity/recording.ts';
import { signedInWith } from '../oidc/sessions.ts';
import { userByEmail } from '../store/users.ts';
import { type Browser, browserOf, refuseForgery } from '../web/forms.ts';
import { type Html, html } from '../web/html.ts';
import { layout } from '../web/layout.ts';
import { errorPage, goTo, type PageAnswer, type PageRequest, showPage } from '../web/page.ts';

const form = /^\/account\/invitations\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/i;

export const isInvitationPath = (path: string): boolean => form.test(path);

interface Visit {
  readonly core: Core;
  readonly request: PageRequest;
  readonly browser: Browser;
  readonly twinId: string;
  readonly invitationId: string;
}

/** The page behind the link of an invitation to a twin: says who invites whom into what, and signs in or up to accept. */
export async function invitationPage(core: Core, request: PageRequest): Promise<PageAnswer> {
  const [, twinId = '', invitationId = ''] = form.exec(request.path.toLowerCase()) ?? [];
  const visit = { core, request, browser: browserOf(core, request), twinId, invitationId };
  const refusal = request.method === 'POST' ? refuseForgery(core, request) : undefined;
  if (refusal) return refusal;
  const signedIn = await signedInWith(core, request);
  if (signedIn && request.method === 'POST')
    return outcome(
      visit,
      signedIn.user.email,
      await core.invitations.accept(actingAs(signedIn.user, request), twinId, invitationId),
    );
  const found = await core.invitations.look(twinId, invitationId, request.params.get('proof') ?? '');
  if (found === undefined || found === 'withdrawn') return useless(core, found);
  if (signedIn === undefined) return request.method === 'POST' ? signUp(visit, found) : asStranger(visit, found);
  if (signedIn.user.email.toLowerCase() !== found.email.toLowerCase())
    return forSomebodyElse(core, signedIn.user.email);
  if (found.isSandbox) return show(visit, html`${about(found)}<p>${onlyInTestMode}</p>`);
  return show(
    visit,
    html`${about(found)}<form method="post" action="${core.path}${request.path}" class="full">${visit.browser.csrf}<button>Accept</button></form>`,
  );
}

const show = ({ core, browser }: Visit, main: Html): PageAnswer =>
  showPage(layout(core, { title: 'Invitation', main: html`<div class="card">${main}</div>` }), browser.cookies);

const onlyInTestMode = 'This is a sandbox of test mode: accept the invitation in the test application that uses it.';

/** Who invites whom into what, as which role. */
const about = ({ inviter, inviterEmail, into, roles, email, isSandbox }: ShownInvitation): Html =>
  html`<h1>Join ${into}${isSandbox && html` <span class="badge">sandbox</span>`}</h1><p class="quiet"><strong>${inviter}</strong> (${inviterEmail}) invites <strong>${email}</strong>${
    roles.length > 0 && html` as <strong>${roles.join(', ')}</strong>`
  }.</p>`;

/** Nobody is signed in: with the link of the mail an account is made right away, else its address is proved by a mail first. */
async function asStranger(visit: Visit, found: ShownInvitation): Promise<PageAnswer> {
  const { core, request, browser } = visit;
  const with_ = new URLSearchParams({ return: request.path, email: found.email }).toString();
  const register = core.registration !== 'closed' && !core.upstream;
  const known = found.proved && (await userByEmail(core.db, found.email)) !== undefined;
  const create = found.proved
    ? html`<form method="post" action="${core.path}${request.path}?${request.query}" class="full">${browser.csrf}<button class="plain">Create an account</button></form>`
    : html`<a class="button plain" href="${core.path}/account/register?${with_}">Create an account</a>`;
  return show(
    visit,
    html`${about(found)}<div class="stack full"><a class="button" href="${core.path}/account/login?${with_}">Sign in</a>${
      register && !known && create
    }</div>`,
  );
}

/** On to the page where one chooses a name and a password. */
async function signUp({ core, request }: Visit, found: ShownInvitation): Promise<PageAnswer> {
  const closed = core.registration === 'closed' || core.upstream !== undefined;
  if (closed || !found.proved || (await userByEmail(core.db, found.email))) return goTo(core, request.path);
  return goTo(core, await registrationOf(core, found.email, request.path));
}

const forSomebodyElse = (core: Core, email: string): PageAnswer =>
  errorPage(
    core,
    403,
    'This invitation is for somebody else',
    html`You are signed in as ${email}. <a href="${core.path}/connect/endsession">Sign out</a> first, then follow the link again and sign in with the invited address.`,
  );

const useless = (core: Core, why: 'withdrawn' | undefined): PageAnswer =>
  why === 'withdrawn'
    ? errorPage(
        core,
        404,
        'This invitation was withdrawn',
        'Whoever invited you has taken it back. Ask them for a new one.',
      )
    : errorPage(
        core,
        404,
        'This invitation does not work any more',
        html`It was accepted, or it is older than 7 days. If you have accepted it, <a href="${core.baseUrl}/console">go to the console</a>; else ask who invited you for a new one.`,
      );

function outcome(visit: Visit, email: string, how: 'accepted' | 'unknown' | 'otherPerson'): PageAnswer {
  const { core, twinId } = visit;
  if (how === 'otherPerson') return forSomebodyElse(core, email);
  if (how === 'unknown') return useless(core, undefined);
  return show(
    visit,
    html`<h1>You are a member now</h1><p class="quiet">Open the twin in the console, or go on in your application.</p>
<p class="full"><a class="button" href="${core.baseUrl}/console/twins/${twinId}">Open the twin</a></p>`,
  );
}
