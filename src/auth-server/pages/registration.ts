import type { Core } from '../core.ts';
import { emailFault, localeOf, nameFault, newPasswordFault } from '../identity/field-rules.ts';
import { requestNewPassword, requestRegistration } from '../identity/mailed-links.ts';
import { resetPassword } from '../identity/password-change.ts';
import type { Personal } from '../identity/password-strength.ts';
import { completeRegistration, createFirstAdministrator, joinOrganization } from '../identity/registration.ts';
import { startSession } from '../oidc/sessions.ts';
import { findMailLink } from '../store/mail-links.ts';
import { organizationById } from '../store/organizations.ts';
import { administratorExists, userByEmail } from '../store/users.ts';
import type { MailLinkRow } from '../tables.ts';
import { browserOf, field, refuseForgery } from '../web/forms.ts';
import { type Html, html } from '../web/html.ts';
import { layout, note } from '../web/layout.ts';
import { errorPage, goTo, notFound, type PageAnswer, type PageRequest, showPage, waitPage } from '../web/page.ts';
import { newPasswordFields } from './account.ts';
import { safeReturn } from './account-page.ts';

/** A card with a heading, a form and what was wrong with it. */
function formPage(
  core: Core,
  request: PageRequest,
  parts: { heading: string; text?: string | Html; fields: Html; button: string; fault?: string | undefined },
): PageAnswer {
  const browser = browserOf(core, request);
  const action = `${core.path}${request.path}${request.query ? `?${request.query}` : ''}`;
  const main = html`<div class="card"><h1>${parts.heading}</h1>${parts.text && html`<p class="quiet">${parts.text}</p>`}
${parts.fault && note('bad', parts.fault)}
<form method="post" action="${action}" class="full">${browser.csrf}${parts.fields}<button>${parts.button}</button></form></div>`;
  return showPage(layout(core, { title: parts.heading, main }), browser.cookies, parts.fault ? 422 : 200);
}

function sentPage(core: Core, heading: string, text: string): PageAnswer {
  return showPage(
    layout(core, {
      title: heading,
      main: html`<div class="card"><h1>${heading}</h1><p class="quiet">${text}</p></div>`,
    }),
  );
}

const useless = (core: Core): PageAnswer =>
  errorPage(
    core,
    400,
    'This link does not work any more',
    'It was used already, or it is too old. Please ask for a new one.',
  );

/** /account/register: asks for an e-mail address and sends a link there. */
export async function registerPage(core: Core, request: PageRequest): Promise<PageAnswer> {
  if (core.registration === 'closed' || core.upstream) {
    return errorPage(
      core,
      403,
      'Accounts cannot be created here',
      'Please ask the administrator of your organization.',
    );
  }
  const email = (request.form.get('email') ?? request.params.get('email') ?? '').trim();
  const show = (fault?: string) =>
    formPage(core, request, {
      heading: 'Create an account',
      text:
        core.registration === 'open'
          ? 'We send a link to your address first.'
          : 'Use the address that you were invited with. We send a link there first.',
      fields: field({
        id: 'email',
        label: 'Email address',
        type: 'email',
        value: email,
        autocomplete: 'username',
        autofocus: true,
      }),
      button: 'Send the link',
      fault,
    });
  if (request.method === 'GET') return show();
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  const fault = emailFault(email);
  if (fault) return show(fault);
  const waitMs = await requestRegistration(core, email, safeReturn(request.params.get('return')), request);
  if (waitMs > 0) return waitPage(core, waitMs);
  return sentPage(
    core,
    'Look into your mails',
    `If an account can be created for ${email}, there is a link in your mailbox now.`,
  );
}

/** /account/forgotten: sends a link to a new password. */
export async function forgottenPage(core: Core, request: PageRequest): Promise<PageAnswer> {
  if (core.upstream) return notFound(core);
  const email = request.form.get('email')?.trim() ?? '';
  if (request.method === 'GET' || emailFault(email)) {
    return formPage(core, request, {
      heading: 'Forgot your password?',
      text: 'We send you a link with which you can choose a new one.',
      fields: field({
        id: 'email',
        label: 'Email address',
        type: 'email',
        value: email,
        autocomplete: 'username',
        autofocus: true,
      }),
      button: 'Send the link',
      fault: request.method === 'GET' ? undefined : emailFault(email),
    });
  }
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  const waitMs = await requestNewPassword(core, email, request);
  if (waitMs > 0) return waitPage(core, waitMs);
  return sentPage(
    core,
    'Look into your mails',
    `If there is an account for ${email}, there is a link in your mailbox now.`,
  );
}

/** /account/new-password: the page behind that link. */
export async function newPasswordPage(core: Core, request: PageRequest): Promise<PageAnswer> {
  if (core.upstream) return notFound(core);
  const token = request.params.get('token') ?? '';
  const link = await findMailLink(core.db, token, ['password'], Date.now());
  if (link === undefined) return useless(core);
  const { form } = request;
  const password = form.get('password') ?? '';
  const user = await userByEmail(core.db, link.email);
  const personal = [link.email, user?.given_name, user?.surname, user?.display_name];
  const fault =
    request.method === 'POST' ? await newPasswordFault(password, form.get('repeated') ?? '', personal) : undefined;
  if (request.method === 'GET' || fault) {
    return formPage(core, request, {
      heading: 'Choose a new password',
      text: html`for <strong>${link.email}</strong>`,
      fields: newPasswordFields(),
      button: 'Save',
      fault,
    });
  }
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  const reset = await resetPassword(core, token, password, request);
  if (reset === undefined) return useless(core);
  return goTo(core, '/account?done=password', await startSession(core, request, reset));
}

/** /account/welcome: the page behind the link of a registration or of an invitation into an organization. */
export async function welcomePage(core: Core, request: PageRequest): Promise<PageAnswer> {
  const token = request.params.get('token') ?? '';
  const link = await findMailLink(core.db, token, ['registration', 'invitation'], Date.now());
  if (link === undefined) return useless(core);
  const organization = link.organization_id ? await organizationById(core.db, link.organization_id) : undefined;
  if (await userByEmail(core.db, link.email)) {
    return link.kind === 'invitation' ? joinPage(core, request, token, organization?.name ?? '') : useless(core);
  }
  const person = personIn(core, request);
  const personal = [link.email, organization?.name];
  const fault = request.method === 'POST' ? await personFault(core, request, personal) : undefined;
  if (request.method === 'GET' || fault) return welcomeForm(core, request, link, organization?.name, fault);
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  const welcomed = await completeRegistration(core, token, person, request);
  if (welcomed === undefined) return useless(core);
  const cookies = await startSession(core, request, welcomed.user);
  return goTo(core, safeReturn(welcomed.returnTo) ?? '/account', cookies);
}

function welcomeForm(
  core: Core,
  request: PageRequest,
  link: MailLinkRow,
  organization: string | undefined,
  fault?: string,
): PageAnswer {
  return formPage(core, request, {
    heading: organization ? `Join ${organization}` : 'Create your account',
    text: html`as <strong>${link.email}</strong>`,
    fields: personFields(core, request),
    button: 'Create account',
    fault,
  });
}

async function joinPage(core: Core, request: PageRequest, token: string, organization: string): Promise<PageAnswer> {
  if (request.method === 'GET') {
    return formPage(core, request, {
      heading: `Join ${organization}`,
      text: 'Your account stays as it is.',
      fields: html``,
      button: 'Join',
    });
  }
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  const result = await joinOrganization(core, token, request);
  if (result === 'joined') return goTo(core, '/account');
  if (result === 'unknown') return useless(core);
  return errorPage(core, 409, 'You belong to another organization', 'A person can be in one organization only.');
}

/** /account/first-administrator: the page behind the link that the program prints when it starts for the first time. */
export async function firstAdministratorPage(core: Core, request: PageRequest): Promise<PageAnswer> {
  const token = request.params.get('token') ?? '';
  const link = await findMailLink(core.db, token, ['administrator'], Date.now());
  if (link === undefined || (await administratorExists(core.db))) return useless(core);
  const { form } = request;
  const organization = form.get('organization')?.trim() ?? '';
  const email = form.get('email')?.trim() ?? '';
  const faults = async () =>
    nameFault(organization, "the organization's name") ??
    emailFault(email) ??
    (await personFault(core, request, [email, organization]));
  const show = (fault?: string): PageAnswer => ({
    ...formPage(core, request, {
      heading: 'Welcome',
      text: 'This platform is new. Create your organization and its first administrator: yourself.',
      fields: html`${field({ id: 'organization', label: 'Name of your organization', value: organization, autocomplete: 'organization', autofocus: true, maxlength: 100 })}${field({ id: 'email', label: 'Your email address', type: 'email', value: email, autocomplete: 'username' })}${personFields(core, request)}`,
      button: 'Create',
      fault,
    }),
    leaves: true, // to the console
  });
  if (request.method === 'GET') return show();
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  const fault = await faults();
  if (fault) return show(fault);
  const person = { email, ...personIn(core, request) };
  const made = await createFirstAdministrator(core, token, organization, person, request);
  if (made === 'unknown') return useless(core);
  if (made === 'emailTaken') return show('Somebody has this email address already.');
  return goTo(core, `${core.baseUrl}/console`, await startSession(core, request, made));
}

function personIn(core: Core, { form, acceptLanguage }: PageRequest) {
  const givenName = form.get('given_name')?.trim() ?? '';
  const surname = form.get('surname')?.trim() ?? '';
  const password = core.upstream ? undefined : (form.get('password') ?? '');
  return { givenName, surname, password, ...localeOf(acceptLanguage) };
}

async function personFault(core: Core, request: PageRequest, personal: Personal): Promise<string | undefined> {
  const { givenName, surname, password } = personIn(core, request);
  const names = nameFault(givenName, 'your given name') ?? nameFault(surname, 'your surname');
  if (names || password === undefined) return names;
  return newPasswordFault(password, request.form.get('repeated') ?? '', [...personal, givenName, surname]);
}

function personFields(core: Core, request: PageRequest): Html {
  const { givenName, surname } = personIn(core, request);
  return html`${field({ id: 'given_name', label: 'Given name', value: givenName, autocomplete: 'given-name', maxlength: 100 })}${field({ id: 'surname', label: 'Surname', value: surname, autocomplete: 'family-name', maxlength: 100 })}${!core.upstream && newPasswordFields()}`;
}
