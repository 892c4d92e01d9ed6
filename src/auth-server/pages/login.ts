import type { Core } from '../core.ts';
import { signInStep } from '../oidc/authorize-form.ts';
import { signedInWith } from '../oidc/sessions.ts';
import { browserOf, refuseForgery } from '../web/forms.ts';
import { goTo, type PageAnswer, type PageRequest } from '../web/page.ts';
import { signInPage } from '../web/sign-in.ts';
import { clearSignInState, signInState } from '../web/sign-in-state.ts';
import { safeReturn } from './account-page.ts';

/** /account/login: signing in outside of an authorization request, and on to where one came from. */
export async function loginPage(core: Core, request: PageRequest): Promise<PageAnswer> {
  if (request.method === 'POST') {
    return refuseForgery(core, request) ?? (await signInStep(core, request)) ?? goTo(core, request.path);
  }
  const next = safeReturn(request.params.get('return')) ?? '/account';
  if (await signedInWith(core, request)) {
    if (request.browserId) await clearSignInState(core, request.browserId, request.query);
    return goTo(core, next);
  }
  const state = await signInState(core, request.browserId, request.query);
  const action = request.query ? `${request.path}?${request.query}` : request.path;
  const loginHint = request.params.get('email') ?? undefined;
  return signInPage(core, browserOf(core, request), { action, state, loginHint });
}
