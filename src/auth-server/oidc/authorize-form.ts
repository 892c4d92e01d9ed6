import type { Core } from '../core.ts';
import { giveConsent } from '../identity/consent.ts';
import { actingAs } from '../identity/recording.ts';
import { signInWithPassword } from '../identity/sign-in.ts';
import { upstreamAddress } from '../identity/upstream.ts';
import { applicationById } from '../store/applications.ts';
import { refuseForgery } from '../web/forms.ts';
import { errorPage, goTo, type PageAnswer, type PageRequest } from '../web/page.ts';
import { type SignInState, saveSignInState, signInState } from '../web/sign-in-state.ts';
import { requestedScopes } from './scopes.ts';
import { signedInWith, startSession } from './sessions.ts';

/** Answers the forms of the sign-in and consent pages, which are shown at the authorization request's own address. */
export async function answerAuthorizeForm(core: Core, request: PageRequest): Promise<PageAnswer> {
  if (!request.form.has('csrf')) return asGet(core, request);
  const refusal = refuseForgery(core, request);
  if (refusal) return refusal;
  const step = request.form.get('step');
  if (step === 'accept' || step === 'cancel') return answerConsent(core, request, step);
  return (await signInStep(core, request)) ?? back(core, request);
}

/** An authorization request sent by POST goes on as the GET that it stands for. */
function asGet(core: Core, request: PageRequest): PageAnswer {
  const query = new URLSearchParams([...request.form]).toString();
  return query === ''
    ? errorPage(core, 400, 'Nothing was asked', 'The request is empty.')
    : goTo(core, `${request.path}?${query}`);
}

const back = (core: Core, request: PageRequest, cookies: readonly string[] = []): PageAnswer =>
  goTo(core, `${request.path}?${request.query}`, cookies);

/** One step of signing in, on whichever page: back to the page's own address, which then shows what comes next. */
export async function signInStep(core: Core, request: PageRequest): Promise<PageAnswer | undefined> {
  const { form, query } = request;
  const browserId = request.browserId ?? '';
  const save = (state: SignInState) => saveSignInState(core, browserId, query, state);
  const before = await signInState(core, browserId, query);
  if (core.upstream) {
    const here = `${request.path}?${query}`;
    return goTo(core, await upstreamAddress(core, browserId, here, request.params.get('login_hint') ?? undefined));
  }
  switch (form.get('step')) {
    case 'email': {
      const email = form.get('email')?.trim();
      const { waitUntil: _, ...rest } = before;
      if (email && form.get('password')) return enterPassword(core, request, email);
      if (email) await save({ ...rest, email, failed: false });
      return back(core, request);
    }
    case 'restart':
      await save({});
      return back(core, request);
    case 'password': {
      if (before.email === undefined) return back(core, request);
      return enterPassword(core, request, before.email);
    }
    default:
      return undefined;
  }
}

async function enterPassword(core: Core, request: PageRequest, email: string): Promise<PageAnswer> {
  const { form, query, browserId = '' } = request;
  const save = (state: SignInState) => saveSignInState(core, browserId, query, state);
  const answer = await signInWithPassword(core, email, form.get('password') ?? '', request);
  if (answer.outcome !== 'signedIn') {
    const waitUntil = answer.outcome === 'waits' ? { waitUntil: Date.now() + answer.waitMs } : {};
    await save({ email, failed: true, ...waitUntil });
    return back(core, request);
  }
  await save({ signedIn: true });
  return back(core, request, await startSession(core, request, answer.user, form.get('remember') === 'yes'));
}

async function answerConsent(core: Core, request: PageRequest, step: 'accept' | 'cancel'): Promise<PageAnswer> {
  const browserId = request.browserId ?? '';
  const before = await signInState(core, browserId, request.query);
  if (step === 'cancel') {
    await saveSignInState(core, browserId, request.query, { ...before, refused: true });
    return back(core, request);
  }
  const signedIn = await signedInWith(core, request);
  const application = await applicationById(core.db, request.params.get('client_id') ?? '');
  if (signedIn === undefined || application === undefined) return back(core, request);
  const scopes = requestedScopes(core, application, request.params.get('scope') ?? undefined);
  const { user } = signedIn;
  await core.db.write((tx) => giveConsent(core, tx, user, application, scopes, actingAs(user, request)));
  await saveSignInState(core, browserId, request.query, { ...before, consented: true });
  return back(core, request);
}
