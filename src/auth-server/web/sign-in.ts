import type { Core } from '../core.ts';
import type { Browser } from './forms.ts';
import { field, usernameField } from './forms.ts';
import { type Html, html } from './html.ts';
import { layout, note } from './layout.ts';
import { type PageAnswer, showPage, waitingTime } from './page.ts';
import type { SignInState } from './sign-in-state.ts';

export const notRecognized = "We didn't recognize the email address or password you entered. Please try again.";

export interface SignInPage {
  /** Where the forms go: the address of the page itself, below the authorization server. */
  readonly action: string;
  readonly state: SignInState;
  readonly loginHint?: string | undefined;
  /** What the person signs in to. */
  readonly applicationName?: string | undefined;
}

/**
 * The two steps of signing in. Element ids, labels, the class `allow` and the texts of the buttons are what automated
 * clients look for; "Sign In" may stand only once on the second page.
 */
export function signInPage(core: Core, browser: Browser, page: SignInPage): PageAnswer {
  const { state } = page;
  const second = state.email !== undefined && !state.failed;
  const local = second ? passwordStep : emailStep;
  const text = (core.upstream ? upstreamStep : local)(core, browser, page);
  return { ...showPage(text, browser.cookies), leaves: true };
}

/** After a refusal the address stays, and the password can be typed right here. */
function emailStep(core: Core, browser: Browser, { action, state, loginHint, applicationName }: SignInPage): string {
  const again = state.failed === true && state.waitUntil === undefined;
  return layout(core, {
    title: 'Sign in',
    main: html`<div class="card">
<h1>Sign in</h1>
<p class="quiet">${applicationName ? html`to continue to <strong>${applicationName}</strong>` : 'to your account'}</p>
${refusal(core, state)}
<form method="post" action="${core.path}${action}" class="full">${browser.csrf}<input type="hidden" name="step" value="email">
${field({
  id: 'identifierInput',
  name: 'email',
  label: 'Email address',
  type: 'email',
  value: state.email ?? loginHint,
  autocomplete: 'username',
  autofocus: !again,
})}
${again && field({ id: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', autofocus: true, required: false })}
<button class="allow">Next</button>
</form>
</div>
${core.registration === 'closed' ? '' : html`<p class="quiet small under">New here? <a href="${core.path}/account/register">Create an account</a></p>`}`,
  });
}

/** Waiting is told of every e-mail alike, so that it does not tell who has an account. */
function refusal(core: Core, { failed, waitUntil }: SignInState): Html | '' {
  if (!failed) return '';
  if (waitUntil === undefined) return note('bad', notRecognized);
  return html`<div class="note bad" role="alert">There were too many attempts to sign in. Please wait ${waitingTime(waitUntil - Date.now())}, then try again. Or <a href="${core.path}/account/forgotten">choose a new password</a>: the link that we send lets you in at once.</div>`;
}

function passwordStep(core: Core, browser: Browser, { action, state }: SignInPage): string {
  const email = state.email ?? '';
  return layout(core, {
    title: 'Your password',
    main: html`<div class="card">
<h1>Enter your password</h1>
<div class="who"><span class="quiet">${email}</span>${again(core, browser, action)}</div>
<form method="post" action="${core.path}${action}" class="full">${browser.csrf}<input type="hidden" name="step" value="password">
${usernameField(email)}
${field({ id: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', autofocus: true })}
<label class="check"><input type="checkbox" name="remember" value="yes"><span>Remember me here for 14 days</span></label>
<button class="allow">Sign In</button>
</form>
</div>
<p class="quiet small under"><a href="${core.path}/account/forgotten">Forgot your password?</a></p>`,
  });
}

const again = (core: Core, browser: Browser, action: string): Html =>
  html`<form method="post" action="${core.path}${action}">${browser.csrf}<input type="hidden" name="step" value="restart"><button class="link">Change</button></form>`;

function upstreamStep(core: Core, browser: Browser, { action, state, applicationName }: SignInPage): string {
  return layout(core, {
    title: 'Sign in',
    main: html`<div class="card">
<h1>Sign in</h1>
<p class="quiet">${applicationName ? html`to continue to <strong>${applicationName}</strong>` : 'to your account'}</p>
${state.failed ? note('bad', 'Your organization did not let you sign in. Please try again.') : ''}
<form method="post" action="${core.path}${action}" class="full">${browser.csrf}<input type="hidden" name="step" value="upstream">
<button class="allow">Continue with your organization</button>
</form>
</div>`,
  });
}
