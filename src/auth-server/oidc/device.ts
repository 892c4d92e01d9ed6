import type { DeviceCode } from 'oidc-provider';
import { type Core, resourceOf } from '../core.ts';
import { giveConsent } from '../identity/consent.ts';
import { actingAs } from '../identity/recording.ts';
import { applicationById } from '../store/applications.ts';
import { type Attempt, giveBack, takeAttempt, writeAttempts } from '../store/attempts.ts';
import type { ApplicationRow, UserRow } from '../tables.ts';
import { consentPage } from '../web/consent.ts';
import { type Browser, browserOf, refuseForgery } from '../web/forms.ts';
import { html } from '../web/html.ts';
import { layout, note } from '../web/layout.ts';
import { goTo, type PageAnswer, type PageRequest, showPage, waitingTime } from '../web/page.ts';
import { DeviceCodeUsed, isOpen } from './adapter.ts';
import { routes } from './provider.ts';
import { type SignedIn, signedInWith } from './sessions.ts';

const usedCode = 'That code was used already. Nothing more was connected; let your device show a new one.';
const wrongCode = 'That code is not valid. Please compare it with the one on your device.';

/** /connect/device: a signed-in person enters the code that a device shows, and decides what it may do. */
export async function answerDevice(core: Core, request: PageRequest): Promise<PageAnswer> {
  const signedIn = await signedInWith(core, request);
  const here = request.query ? `${routes.code_verification}?${request.query}` : routes.code_verification;
  if (signedIn === undefined) return goTo(core, `/account/login?${new URLSearchParams({ return: here })}`);
  const browser = browserOf(core, request);
  const typed = (request.method === 'POST' ? request.form : request.params).get('user_code') ?? undefined;
  if (request.method === 'GET') return codePage(core, browser, typed);
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  const code = typed === undefined ? undefined : await codeOf(core, typed, signedIn.user);
  if (typeof code === 'number') return codePage(core, browser, typed, tooManyCodes(code));
  const application = code && (await applicationById(core.db, code.clientId ?? ''));
  if (code === undefined || application?.state !== 'Active') return codePage(core, browser, typed, wrongCode);
  if (!isOpen(code) || code.consumed) return codePage(core, browser, typed, usedCode);
  const step = request.form.get('step');
  if (step !== 'accept' && step !== 'cancel') return askConsent(core, browser, code, application, signedIn);
  try {
    if (step === 'cancel') return await refuse(core, code);
    await allow(core, code, signedIn, application, request);
    return done(core, `${application.display_name} is connected`, 'You may go back to your device.');
  } catch (error) {
    if (error instanceof DeviceCodeUsed) return codePage(core, browser, typed, usedCode);
    throw error;
  }
}

async function refuse(core: Core, code: DeviceCode): Promise<PageAnswer> {
  Object.assign(code, { error: 'access_denied', errorDescription: 'the End-User refused' });
  await code.save();
  return done(core, 'Nothing was connected', 'You may close this window.');
}

const tooManyCodes = (waitMs: number): string =>
  `There were too many wrong codes. Please wait ${waitingTime(waitMs)}, then try again.`;

/** The code with this text, which may be used already; or, after too many wrong ones of this person, the milliseconds to wait. */
async function codeOf(core: Core, typed: string, user: UserRow): Promise<DeviceCode | number | undefined> {
  const now = Date.now();
  const attempts: readonly Attempt[] = [{ kind: 'userCode', on: user.id }];
  const { waitMs } = await writeAttempts(core.db, (tx) => takeAttempt(tx, attempts, now));
  if (waitMs > 0) return waitMs;
  const code = await core.provider().DeviceCode.findByUserCode(normalized(typed));
  if (code !== undefined && isOpen(code)) await writeAttempts(core.db, (tx) => giveBack(tx, attempts));
  return code;
}

const normalized = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '');
const shown = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

const scopesOf = (code: DeviceCode): string[] => String(code.params?.scope ?? '').split(' ');

async function allow(
  core: Core,
  code: DeviceCode,
  { user, session }: SignedIn,
  application: ApplicationRow,
  request: PageRequest,
): Promise<void> {
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
  try {
    await code.save();
  } catch (error) {
    await grant.destroy(); // nobody uses it
    throw error;
  }
  const by = actingAs(user, request);
  await core.db.write((tx) => giveConsent(core, tx, user, application, scopesOf(code), by));
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
