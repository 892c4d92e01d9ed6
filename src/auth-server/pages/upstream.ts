import type { Core } from '../core.ts';
import { upstreamAnswer } from '../identity/upstream.ts';
import { startSession } from '../oidc/sessions.ts';
import { errorPage, goTo, notFound, type PageAnswer, type PageRequest } from '../web/page.ts';
import { saveSignInState } from '../web/sign-in-state.ts';

/** /account/upstream: where the company's own OpenID provider sends people back to. */
export async function upstreamPage(core: Core, request: PageRequest): Promise<PageAnswer> {
  if (core.upstream === undefined || request.method !== 'GET') return notFound(core);
  const answer = await upstreamAnswer(core, request.browserId, request.query, request);
  if (answer.outcome === 'lost') {
    return errorPage(core, 400, 'This sign-in is not known', 'It took too long, or it began in another browser.');
  }
  const query = answer.back.slice(answer.back.indexOf('?') + 1);
  const signedIn = answer.outcome === 'signedIn';
  const state = signedIn ? { signedIn: true } : { failed: true };
  await saveSignInState(core, request.browserId ?? '', answer.back.includes('?') ? query : '', state);
  if (!signedIn) return goTo(core, answer.back);
  return goTo(core, answer.back, await startSession(core, request, answer.user));
}
