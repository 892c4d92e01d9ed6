import type { DeviceCode } from 'oidc-provider';
import { type Core, resourceOf } from '../core.ts';
import { consentPage } from '../pages/consent.ts';
import { type Browser, browserOf, refuseForgery } from '../pages/forms.ts';
import { html } from '../pages/html.ts';
import { layout, note } from '../pages/layout.ts';
import { goTo, type PageAnswer, type PageRequest, showPage } from '../pages/page.ts';
import { applicationById } from '../store/applications.ts';
import { addConsent } from '../store/consents.ts';
import { countFailure, lockedFor } from '../store/failures.ts';
import type { ApplicationRow } from '../tables.ts';
import { routes } from './provider.ts';
import { type SignedIn, signedInWith } from './sessions.ts';

const wrongCode = 'That code is not valid. Please compare it with the one on your device.';

/** /connect/device: a signed-in person enters the code that a device shows, and decides what it may do. */
export async function answerDevice(core: Core, request: PageRequest): Promise<PageAnswer> {
  const signedIn = await signedInWith(core, request.sessionId);
  const here = request.query ? `${routes.code_verification}?${request.query}` : routes.code_verification;
  if (signedIn === undefined) return goTo(core, `/account/login?${new URLSearchParams({ return: here })}`);
  const browser = browserOf(core, request);
  const typed = (request.method === 'POST' ? request.form : request.params).get('user_code') ?? undefined;
  if (request.method === 'GET') return codePage(core, browser, typed);
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  const code = typed === undefined ? undefined : await codeOf(core, typed, signedIn);
  const application = code && (await applicationById(core.db, code.clientId ?? ''));
  if (code === undefined || application?.state !== 'Active') return codePage(core, browser, typed, wrongCode);
  switch (request.form.get('step')) {
    case 'accept':
      await allow(core, code, signedIn);
      return done(core, `${application.display_name} is connected`, 'You may go back to your device.');
    case 'cancel':
      Object.assign(code, { error: 'access_denied', errorDescription: 'the End-User refused' });
      await code.save();
      return done(core, 'Nothing was connected', 'You may close this window.');
    default:
      return askConsent(core, browser, code, application, signedIn);
  }
}

/** The waiting code with this text. A wrong one counts as a failed sign-in of the person who typed it. */
async function codeOf(core: Core, typed: string, { user }: SignedIn): Promise<DeviceCode | undefined> {
  const now = Date.now();
  if ((await lockedFor(core.db, 'sign-in', user.email, now)) > 0) return undefined;
  const code = await core.provider().DeviceCode.findByUserCode(normalized(typed));
  if (code && code.accountId === undefined && code.error === undefined && !code.consumed) return code;
  await core.db.write((tx) => countFailure(tx, 'sign-in', user.email, now));
  return undefined;
}

const normalized = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '');
const shown = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

const scopesOf = (code: DeviceCode): string[] => String(code.params?.scope ?? '').split(' ');

async function allow(core: Core, code: DeviceCode, { user, session }: SignedIn): Promise<void> {
  const { Grant } = core.provider();
  const grant = new Grant({ accountId: user.id, ...(code.clientId ? { clientId: code.clientId } : {}) });
  const scope = scopesOf(code).join(' ');
  grant.addOIDCScope(scope);
  grant.addResourceScope(resourceOf(core), scope);
  Object.assign(code, {
    accountId: user.id,
    authTime: session.authTime(),
    grantId: await grant.save(),
    scope,
    resource: resourceOf(core),
    sessionUid: session.uid,
    sid: session.uid,
  });
  await code.save();
  const consent = { userId: user.id, clientId: code.clientId ?? '', scopes: scopesOf(code) };
  await core.db.write((tx) => addConsent(tx, consent, Date.now()));
}

function askConsent(
  core: Core,
  browser: Browser,
  code: DeviceCode,
  application: ApplicationRow,
  { user }: SignedIn,
): PageAnswer {
  return consentPage(core, browser, {
    action: routes.code_verification,
    applicationName: application.display_name,
    email: user.email,
    scopes: scopesOf(code),
    userCode: shown(code.userCode),
  });
}

function codePage(core: Core, browser: Browser, typed: string | undefined, fault?: string): PageAnswer {
  const main = html`<div class="card">
<h1>Connect a device</h1>
<p class="quiet">Enter the code that your device or command line shows.</p>
${fault ? note('bad', fault) : ''}
<form method="post" action="${core.path}${routes.code_verification}" class="full">${browser.csrf}
<div class="field"><label for="user_code">Code</label><input class="code" id="user_code" name="user_code" type="text" value="${typed ?? ''}" maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX" required autofocus></div>
<button>Continue</button>
</form>
</div>`;
  return showPage(layout(core, { title: 'Connect a device', main }), browser.cookies);
}

function done(core: Core, heading: string, text: string): PageAnswer {
  const main = html`<div class="card"><h1>${heading}</h1><p class="quiet">${text}</p></div>`;
  return showPage(layout(core, { title: heading, main }));
}
