import type { Core } from '../core.ts';
import { actingAs } from '../identity/recording.ts';
import { signedInWith } from '../oidc/sessions.ts';
import { browserOf, refuseForgery } from './forms.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { errorPage, type PageAnswer, type PageRequest, showPage } from './page.ts';

const form = /^\/account\/invitations\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/i;

export const isInvitationPath = (path: string): boolean => form.test(path);

/** The page behind the link in the invitation to a twin: signs the invited person in or up, and accepts. */
export async function invitationPage(core: Core, request: PageRequest): Promise<PageAnswer> {
  const [, twinId = '', invitationId = ''] = form.exec(request.path) ?? [];
  const signedIn = await signedInWith(core, request);
  const browser = browserOf(core, request);
  if (signedIn === undefined) {
    const back = new URLSearchParams({ return: request.path });
    const register = core.registration !== 'closed' && !core.upstream;
    const main = html`<div class="card"><h1>You are invited</h1><p class="quiet">Sign in with the address that the invitation was sent to.</p>
<div class="stack full"><a class="button" href="${core.path}/account/login?${back.toString()}">Sign in</a>${
      register &&
      html`<a class="button plain" href="${core.path}/account/register?${back.toString()}">Create an account</a>`
    }</div></div>`;
    return showPage(layout(core, { title: 'Invitation', main }), browser.cookies);
  }
  if (request.method === 'GET') {
    const main = html`<div class="card"><h1>Accept the invitation?</h1><p class="quiet">You become a member as <strong>${signedIn.user.email}</strong>.</p>
<form method="post" action="${core.path}${request.path}" class="full">${browser.csrf}<button>Accept</button></form></div>`;
    return showPage(layout(core, { title: 'Invitation', main }), browser.cookies);
  }
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  switch (
    await core.invitations.accept(actingAs(signedIn.user, request), twinId.toLowerCase(), invitationId.toLowerCase())
  ) {
    case 'accepted': {
      const main = html`<div class="card"><h1>You are a member now</h1><p class="quiet">Open the twin in the console, or go on in your application.</p>
<p class="full"><a class="button" href="${core.baseUrl}/console/twins/${twinId}">Open the twin</a></p></div>`;
      return showPage(layout(core, { title: 'Invitation', main }));
    }
    case 'otherPerson':
      return errorPage(
        core,
        403,
        'This invitation is for somebody else',
        `You are signed in as ${signedIn.user.email}. Sign off first, and sign in with the invited address.`,
      );
    default:
      return errorPage(
        core,
        404,
        'This invitation does not work any more',
        'It was accepted, withdrawn, or it is older than 7 days.',
      );
  }
}
