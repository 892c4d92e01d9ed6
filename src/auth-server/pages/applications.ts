import type { Actor } from '../../kernel/audit.ts';
import type { Mode } from '../../kernel/callers/people.ts';
import { jsonOf } from '../../std/json.ts';
import { nameFault } from '../identity/field-rules.ts';
import { actingAs } from '../identity/recording.ts';
import { changeApplication, createApplication, deleteApplication, ownUser, renewSecret } from '../registry/manage.ts';
import { faultsOf } from '../registry/rules.ts';
import { hasSecret } from '../store/applications.ts';
import { administers, type Manager, managedApplication, managedApplications } from '../store/managed.ts';
import { type ApplicationRow, type ApplicationType, listOf } from '../tables.ts';
import { field } from '../web/forms.ts';
import { type Html, html } from '../web/html.ts';
import { notFound, type PageAnswer } from '../web/page.ts';
import { accountPage, forSignedIn, type Visit, withNotice } from './account-page.ts';

const path = '/account/applications';
const mostShown = 500;

const types: Readonly<Record<ApplicationType, string>> = {
  Native: 'Native: desktop, mobile or command line, without a secret',
  SPA: 'SPA: runs in the browser, without a secret',
  Web: 'Web: runs on a server, with a secret',
  Service: 'Service: acts as itself, without people',
};

const isType = (text: string): text is ApplicationType => Object.hasOwn(types, text);

const managerOf = ({ signedIn, administrator }: Visit): Manager => ({
  userId: signedIn.user.id,
  organizationId: signedIn.user.organization_id,
  organizationAdministrator: administrator,
});

/** /account/applications: the applications that one has registered, and for administrators those of the organization. */
export const applicationsPage = forSignedIn(async (visit) =>
  visit.request.method === 'GET' ? listPage(visit) : create(visit),
);

async function create(visit: Visit): Promise<PageAnswer> {
  const { core, request, signedIn } = visit;
  const { form } = request;
  const type = form.get('type') ?? '';
  const displayName = form.get('displayName')?.trim() ?? '';
  if (!isType(type)) return listPage(visit, 'Please choose what kind of application it is.');
  const lists = listsIn(form);
  const mode: Mode = core.testMode && form.get('mode') === 'Test' ? 'Test' : 'Production';
  const fault = nameFault(displayName, 'a name') ?? faultsOf(type, lists, core.apiScopes)[0]?.message;
  if (fault) return listPage(visit, fault);
  const { user } = signedIn;
  const { application, secret } = await core.db.write((tx) =>
    createApplication(
      core,
      tx,
      {
        type,
        mode,
        displayName,
        ...lists,
        scopes: core.apiScopes.slice(0, 1),
        organizationId: user.organization_id,
        createdBy: user.id,
      },
      actingAs(user, request),
    ),
  );
  return detailPage(visit, application, { secret });
}

const lines = (text: string | undefined): string[] => text?.split(/\s+/).filter((line) => line !== '') ?? [];

const listsIn = (form: ReadonlyMap<string, string>) => ({
  redirectUris: lines(form.get('redirectUris')),
  postLogoutRedirectUris: lines(form.get('postLogoutRedirectUris')),
});

async function listPage(visit: Visit, fault?: string): Promise<PageAnswer> {
  const { core, request, browser } = visit;
  const applications = await managedApplications(core.db, managerOf(visit), { skip: 0, top: mostShown });
  const { form } = request;
  return accountPage(visit, {
    title: 'Applications',
    current: path,
    fault,
    main: html`<div class="card"><h1>Applications</h1>
${
  applications.length === 0
    ? html`<p class="quiet">You have not registered any application yet.</p>`
    : html`<ul class="items">${applications.map(
        (application) =>
          html`<li class="row apart"><div><a href="${core.path}${path}/${application.client_id}"><strong>${application.display_name}</strong></a>${application.state === 'Disabled' && html` <span class="badge off">Disabled</span>`}<br><code>${application.client_id}</code></div><span class="badge">${application.type}</span></li>`,
      )}</ul>`
}</div>
<div class="card"><h2>Register an application</h2>
<form method="post" action="${core.path}${path}">${browser.csrf}
${field({ id: 'displayName', label: 'Name', value: form.get('displayName'), maxlength: 100 })}
<div class="field"><label for="type">Kind</label><select id="type" name="type">${Object.entries(types).map(
      ([type, text]) => html`<option value="${type}"${form.get('type') === type && html` selected`}>${text}</option>`,
    )}</select></div>
${core.testMode && modeField(form.get('mode'))}
${uriFields(form.get('redirectUris') ?? '', form.get('postLogoutRedirectUris') ?? '')}
<button>Register</button></form></div>`,
  });
}

const modeField = (chosen: string | undefined): Html => html`
<div class="field"><label for="mode">Mode</label><select id="mode" name="mode" aria-describedby="mode-hint"><option value="Production">Production</option><option value="Test"${chosen === 'Test' && html` selected`}>Test</option></select><span class="hint" id="mode-hint">A test application reaches sandboxes, and changes nothing else. It cannot be changed later.</span></div>`;

const uriFields = (redirect: string, postLogout: string): Html => html`
<div class="field"><label for="redirectUris">Redirect addresses</label><textarea id="redirectUris" name="redirectUris" aria-describedby="uris-hint" spellcheck="false">${redirect}</textarea><span class="hint" id="uris-hint">One in each line. They are compared exactly; a Service needs none.</span></div>
<div class="field"><label for="postLogoutRedirectUris">Addresses after signing out</label><textarea id="postLogoutRedirectUris" name="postLogoutRedirectUris" spellcheck="false">${postLogout}</textarea></div>`;

/** /account/applications/{clientId} */
export const applicationPage = forSignedIn(async (visit) => {
  const { core, request } = visit;
  const clientId = request.path.slice(path.length + 1);
  const application = await managedApplication(core.db, managerOf(visit), clientId);
  if (application === undefined) return notFound(core);
  if (request.method === 'GET') return detailPage(visit, application);
  const by = actingAs(visit.signedIn.user, request);
  switch (request.form.get('step')) {
    case 'secret': {
      if (!hasSecret(application.type)) return detailPage(visit, application);
      const immediately = request.form.get('immediately') === 'yes';
      const secret = await core.db.write((tx) => renewSecret(core, tx, application, immediately, by));
      return detailPage(visit, application, { secret });
    }
    case 'delete':
      await core.db.write((tx) => deleteApplication(core, tx, application, by));
      return withNotice(core, path, 'deleted');
    default:
      return save(visit, application, by);
  }
});

async function save(visit: Visit, application: ApplicationRow, by: Actor): Promise<PageAnswer> {
  const { core, request } = visit;
  const { form } = request;
  const lists = listsIn(form);
  const displayName = form.get('displayName')?.trim() ?? '';
  const fault = nameFault(displayName, 'a name') ?? faultsOf(application.type, lists, core.apiScopes)[0]?.message;
  if (fault) return detailPage(visit, application, { fault });
  const mayTrust = administers(managerOf(visit), application.organization_id) && application.type !== 'Service';
  const change: Partial<ApplicationRow> = {
    display_name: displayName,
    redirect_uris: jsonOf(lists.redirectUris),
    post_logout_redirect_uris: jsonOf(lists.postLogoutRedirectUris),
    state: form.get('state') === 'Disabled' ? 'Disabled' : 'Active',
    ...(mayTrust ? { trusted: form.get('trusted') === 'yes' ? 1 : 0 } : {}),
  };
  await core.db.write((tx) => changeApplication(core, tx, application, change, undefined, by));
  return withNotice(core, `${path}/${application.client_id}`, 'saved');
}

async function detailPage(
  visit: Visit,
  application: ApplicationRow,
  { secret, fault }: { readonly secret?: string | undefined; readonly fault?: string } = {},
): Promise<PageAnswer> {
  const { core } = visit;
  const own = await ownUser(core.db, application);
  return accountPage(visit, {
    title: application.display_name,
    current: path,
    fault,
    main: html`${
      secret &&
      html`<div class="card"><h2>The client secret</h2><p class="note">Copy it now: it is not shown again.</p><p><code>${secret}</code></p></div>`
    }
<div class="card"><h1>${application.display_name}</h1>
<dl><dt>Client id</dt><dd><code>${application.client_id}</code></dd><dt>Kind</dt><dd>${types[application.type]}</dd>
${application.mode === 'Test' && html`<dt>Mode</dt><dd>Test</dd>`}
<dt>Scopes</dt><dd>${listOf(application.scopes).join(', ')}</dd><dt>Tier</dt><dd>${application.tier}</dd>
${own && html`<dt>Email address</dt><dd><code>${own.email}</code><span class="hint">Invite it to a twin by this address.</span></dd>`}</dl></div>
${settings(visit, fault === undefined ? application : typedOver(application, visit.request.form))}
${hasSecret(application.type) && secretCard(visit, application)}
${deleteCard(visit, application)}`,
  });
}

const actionOf = ({ core }: Visit, application: ApplicationRow): string =>
  `${core.path}${path}/${application.client_id}`;

/** What was refused is not lost. */
function typedOver(application: ApplicationRow, form: ReadonlyMap<string, string>): ApplicationRow {
  const lists = listsIn(form);
  return {
    ...application,
    display_name: form.get('displayName') ?? '',
    redirect_uris: jsonOf(lists.redirectUris),
    post_logout_redirect_uris: jsonOf(lists.postLogoutRedirectUris),
    state: form.get('state') === 'Disabled' ? 'Disabled' : 'Active',
    trusted: form.get('trusted') === 'yes' ? 1 : 0,
  };
}

function settings(visit: Visit, application: ApplicationRow): Html {
  const disabled = application.state === 'Disabled';
  const mayTrust = administers(managerOf(visit), application.organization_id) && application.type !== 'Service';
  const uris = [application.redirect_uris, application.post_logout_redirect_uris].map((json) =>
    listOf(json).join('\n'),
  );
  return html`<div class="card"><h2>Settings</h2>
<form method="post" action="${actionOf(visit, application)}">${visit.browser.csrf}<input type="hidden" name="step" value="save">
${field({ id: 'displayName', label: 'Name', value: application.display_name, maxlength: 100 })}
${application.type !== 'Service' && uriFields(uris[0] ?? '', uris[1] ?? '')}
<div class="field"><label for="state">State</label><select id="state" name="state"><option value="Active"${!disabled && html` selected`}>Active</option><option value="Disabled"${disabled && html` selected`}>Disabled: nobody gets in with it</option></select></div>
${mayTrust && html`<label class="check"><input type="checkbox" name="trusted" value="yes"${application.trusted === 1 && html` checked`}><span>Trusted: people of your organization are not asked for consent</span></label>`}
<button>Save</button></form></div>`;
}

const secretCard = (visit: Visit, application: ApplicationRow): Html => html`<div class="card"><h2>Client secret</h2>
<form method="post" action="${actionOf(visit, application)}">${visit.browser.csrf}<input type="hidden" name="step" value="secret">
<p class="quiet">A new secret is shown once. The old one works 24 hours longer.</p>
<label class="check"><input type="checkbox" name="immediately" value="yes"><span>End the old one at once</span></label>
<button class="plain">Make a new secret</button></form></div>`;

const deleteCard = (visit: Visit, application: ApplicationRow): Html => html`<div class="card"><h2>Delete</h2>
<details><summary>Delete this application</summary>
<form method="post" action="${actionOf(visit, application)}">${visit.browser.csrf}<input type="hidden" name="step" value="delete">
<p class="quiet">Everybody who uses it is signed out at once. This cannot be undone.</p>
<button class="bad">Delete ${application.display_name}</button></form></details></div>`;
