import { withdrawConsent } from '../identity/consent.ts';
import { newPasswordFault } from '../identity/field-rules.ts';
import { changePassword } from '../identity/password-change.ts';
import { actingAs } from '../identity/recording.ts';
import { startSession } from '../oidc/sessions.ts';
import { consentsOf } from '../store/consents.ts';
import { listOf } from '../tables.ts';
import { field, usernameField } from '../web/forms.ts';
import { type Html, html } from '../web/html.ts';
import { type PageAnswer, waitingTime } from '../web/page.ts';
import { accountPage, forSignedIn, type Visit, withNotice } from './account-page.ts';
import { roleNames } from './users.ts';

/** /account: who one is here. */
export const profilePage = forSignedIn(async (visit) => {
  const { user, organization } = visit.signedIn;
  const roles = listOf(user.roles).map((role) => roleNames[role] ?? role);
  return accountPage(visit, {
    title: 'Profile',
    main: html`<div class="card"><h1>${user.display_name}</h1>
<dl>
<dt>Email address</dt><dd>${user.email}</dd>
<dt>Organization</dt><dd>${organization?.name ?? 'None'}</dd>
${roles.length > 0 ? html`<dt>Roles</dt><dd>${roles.join(', ')}</dd>` : ''}
${listOf(user.groups).length > 0 ? html`<dt>Groups</dt><dd>${listOf(user.groups).join(', ')}</dd>` : ''}
<dt>User id</dt><dd><code>${user.id}</code></dd>
</dl>
<p class="under"><a class="button" href="${visit.core.baseUrl}/console">Open the console</a></p></div>`,
  });
});

/** /account/password */
export const passwordPage = forSignedIn(async (visit) => {
  const { core, request, signedIn } = visit;
  if (core.upstream) return accountPage(visit, { title: 'Password', main: noLocalPassword });
  if (request.method === 'GET') return passwordForm(visit);
  const { form } = request;
  const password = form.get('password') ?? '';
  const { user, organization } = signedIn;
  const personal = [user.email, user.given_name, user.surname, user.display_name, organization?.name];
  const fault = await newPasswordFault(password, form.get('repeated') ?? '', personal);
  if (fault) return passwordForm(visit, fault);
  const change = await changePassword(core, user, { old: form.get('old') ?? '', password }, request);
  switch (change.outcome) {
    case 'changed': {
      const cookies = await startSession(core, { ...request, sessionId: undefined }, change.user);
      return { ...withNotice(core, '/account', 'password'), cookies };
    }
    case 'waits':
      return passwordForm(visit, `There were too many attempts. Please wait ${waitingTime(change.waitMs)}.`);
    default:
      return passwordForm(visit, 'That is not your current password. Please try again.');
  }
});

const noLocalPassword = html`<div class="card"><h1>Your password</h1><p class="quiet">You sign in with your organization. Please change your password there.</p></div>`;

function passwordForm(visit: Visit, fault?: string): PageAnswer {
  const { core, browser, signedIn } = visit;
  return accountPage(visit, {
    title: 'Password',
    fault,
    main: html`<div class="card"><h1>Change your password</h1><p class="quiet">You will be signed out everywhere else.</p>
<form method="post" action="${core.path}/account/password">${browser.csrf}
${usernameField(signedIn.user.email)}
${field({ id: 'old', label: 'Current password', type: 'password', autocomplete: 'current-password' })}
${newPasswordFields()}
<button>Change password</button></form></div>`,
  });
}

/** The two fields of a new password. */
export const newPasswordFields = (): Html =>
  html`${field({
    id: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 12 characters that nobody guesses: a few unrelated words in a row are easy to remember.',
  })}${field({ id: 'repeated', label: 'The same password again', type: 'password', autocomplete: 'new-password' })}`;

/** /account/consents: the applications that a person lets act for them. */
export const consentsPage = forSignedIn(async (visit) => {
  const { core, request, signedIn, browser } = visit;
  const userId = signedIn.user.id;
  const clientId = request.form.get('client_id');
  if (request.method === 'POST' && clientId) {
    const by = actingAs(signedIn.user, request);
    await core.db.write((tx) => withdrawConsent(core, tx, signedIn.user, clientId, by));
    return withNotice(core, '/account/consents', 'consent');
  }
  const consents = await consentsOf(core.db, userId);
  return accountPage(visit, {
    title: 'Consents',
    main: html`<div class="card"><h1>Applications with access</h1>
<p class="quiet">They may act for you until you withdraw it; then they are signed out at once.</p>
${
  consents.length === 0
    ? html`<p>There are none.</p>`
    : html`<ul class="items">${consents.map(
        (consent) => html`<li class="row apart"><div><strong>${consent.displayName}</strong><br>
<span class="quiet small">${consent.scopes.join(', ')} · since ${dateText(consent.granted)}</span></div>
<form method="post" action="${core.path}/account/consents">${browser.csrf}<input type="hidden" name="client_id" value="${consent.clientId}"><button class="bad" aria-label="Withdraw the access of ${consent.displayName}">Withdraw</button></form></li>`,
      )}</ul>`
}</div>`,
  });
});

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10);
