import { emailFault } from '../identity/field-rules.ts';
import { inviteToOrganization, withdrawInvitation } from '../identity/mailed-links.ts';
import { manageUser } from '../identity/organization-users.ts';
import { actingAs } from '../identity/recording.ts';
import { pendingInvitations } from '../store/mail-links.ts';
import {
  isOrganizationRole,
  type OrganizationRole,
  organizationRoles,
  userByEmail,
  usersOfOrganization,
} from '../store/users.ts';
import { listOf, type UserRow } from '../tables.ts';
import { field } from '../web/forms.ts';
import { type Html, html } from '../web/html.ts';
import { errorPage, type PageAnswer, waitingTime } from '../web/page.ts';
import { accountPage, forSignedIn, type Visit, withNotice } from './account-page.ts';

const path = '/account/users';

export const roleNames: Readonly<Record<string, string>> = {
  account_administrator: 'Account Administrator',
  co_administrator: 'Co-Administrator',
  services_administrator: 'Services Administrator',
};

/** /account/users: administrators invite, disable and give roles to the people of their organization. */
export const usersPage = forSignedIn(async (visit) => {
  const { core, request, signedIn, administrator } = visit;
  const { organization } = signedIn;
  if (!administrator || organization === undefined) {
    return errorPage(core, 403, 'This page is for administrators', 'Please ask an administrator of your organization.');
  }
  if (request.method === 'GET') return usersList(visit, organization.id);
  switch (request.form.get('step')) {
    case 'invite':
      return invite(visit, organization);
    case 'uninvite':
      return uninvite(visit, organization.id);
    case 'change':
      return change(visit, organization.id);
    default:
      return usersList(visit, organization.id, 'Nothing was chosen.');
  }
});

async function invite(visit: Visit, organization: { id: string; name: string }): Promise<PageAnswer> {
  const { core, request, signedIn } = visit;
  const email = request.form.get('email')?.trim() ?? '';
  const fault = emailFault(email);
  if (fault) return usersList(visit, organization.id, fault);
  const known = await userByEmail(core.db, email);
  if (known?.organization_id === organization.id) {
    return usersList(visit, organization.id, `${email} is in your organization already.`);
  }
  const invitation = { email, roles: rolesIn(request.form) };
  const waitMs = await inviteToOrganization(core, invitation, organization, signedIn.user, request);
  if (waitMs > 0) {
    const fault = `${email} was invited too often. Please wait ${waitingTime(waitMs)}.`;
    return usersList(visit, organization.id, fault);
  }
  return withNotice(core, path, 'invited');
}

async function uninvite(visit: Visit, organizationId: string): Promise<PageAnswer> {
  const { core, request, signedIn } = visit;
  const email = request.form.get('email') ?? '';
  const pending = await pendingInvitations(core.db, organizationId, Date.now());
  if (pending.some((link) => link.email === email)) {
    await withdrawInvitation(core, email, organizationId, signedIn.user, request);
  }
  return withNotice(core, path, 'uninvited');
}

async function change(visit: Visit, organizationId: string): Promise<PageAnswer> {
  const { core, request, signedIn } = visit;
  const administrator = { organizationId, by: actingAs(signedIn.user, request) };
  const result = await manageUser(core, administrator, request.form.get('user') ?? '', {
    state: request.form.get('state') === 'Disabled' ? 'Disabled' : 'Active',
    roles: rolesIn(request.form),
  });
  if (result === 'changed') return withNotice(core, path, 'user');
  const fault =
    result === 'unknown'
      ? 'That person is no longer in your organization.'
      : 'An organization needs at least one active Account Administrator.';
  return usersList(visit, organizationId, fault);
}

const rolesIn = (form: ReadonlyMap<string, string>): OrganizationRole[] =>
  organizationRoles.filter((role) => form.has(role) && isOrganizationRole(role));

async function usersList(visit: Visit, organizationId: string, fault?: string): Promise<PageAnswer> {
  const { core, browser, signedIn } = visit;
  const users = await usersOfOrganization(core.db, organizationId);
  const pending = await pendingInvitations(core.db, organizationId, Date.now());
  const { form } = visit.request;
  const typed = fault && form.get('step') === 'invite' ? form : new Map<string, string>();
  return accountPage(visit, {
    title: 'Users',
    fault,
    main: html`<div class="card"><h1>Invite somebody</h1><p class="quiet">They get a link by mail and join ${signedIn.organization?.name ?? 'your organization'}.</p>
<form method="post" action="${core.path}${path}">${browser.csrf}<input type="hidden" name="step" value="invite">
${field({ id: 'email', label: 'Email address', type: 'email', value: typed.get('email'), autocomplete: 'off' })}
${roleBoxes('invite', rolesIn(typed))}
<button>Send invitation</button></form></div>
${
  pending.length > 0 &&
  html`<div class="card"><h2>Not yet accepted</h2><ul class="items">${pending.map(
    (link) =>
      html`<li class="row apart"><span>${link.email}</span><form method="post" action="${core.path}${path}">${browser.csrf}<input type="hidden" name="step" value="uninvite"><input type="hidden" name="email" value="${link.email}"><button class="bad" aria-label="Withdraw the invitation of ${link.email}">Withdraw</button></form></li>`,
  )}</ul></div>`
}
<div class="card"><h2>People</h2><ul class="items">${users.map((user) => userItem(visit, user))}</ul></div>`,
  });
}

function userItem({ core, browser }: Visit, user: UserRow): Html {
  const roles = listOf(user.roles);
  const disabled = user.state === 'Disabled';
  return html`<li><div class="row apart"><div><strong>${user.display_name}</strong>${disabled && html` <span class="badge off">Disabled</span>`}<br><span class="quiet small">${user.email}</span></div>
<span>${roles.map((role) => html`<span class="badge">${roleNames[role] ?? role}</span> `)}</span></div>
<details><summary>Change <span class="hidden">${user.display_name}</span></summary>
<form method="post" action="${core.path}${path}">${browser.csrf}<input type="hidden" name="step" value="change"><input type="hidden" name="user" value="${user.id}">
${roleBoxes(user.id, roles)}
<div class="field"><label for="state-${user.id}">State</label><select id="state-${user.id}" name="state"><option value="Active"${!disabled && html` selected`}>Active</option><option value="Disabled"${disabled && html` selected`}>Disabled: may not sign in</option></select></div>
<button>Save</button></form>
<p><a href="${core.path}/account/sessions?user=${user.id}">Sessions<span class="hidden"> of ${user.display_name}</span></a></p></details></li>`;
}

const roleBoxes = (id: string, held: readonly string[]): Html =>
  html`<fieldset><legend>Roles</legend>${organizationRoles.map(
    (role) =>
      html`<label class="check"><input type="checkbox" id="${role}-${id}" name="${role}" value="yes"${held.includes(role) && html` checked`}><span>${roleNames[role] ?? role}</span></label>`,
  )}</fieldset>`;
