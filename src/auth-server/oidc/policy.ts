import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Core } from '../core.ts';
import { consentedScopes } from '../store/consents.ts';
import { accountOf } from './accounts.ts';
import { askedOf } from './asked.ts';
import { applicationOf } from './clients.ts';

const { Check, Prompt } = interactionPolicy;

/** When a person must sign in or consent before an authorization request is answered (oauth.md section 5). */
export function interactionPolicyOf(core: Core): interactionPolicy.Prompt[] {
  const login = promptOf('login', [
    new Check('sign_in', 'End-User authentication is required', 'login_required', (ctx) => needsSignIn(ctx)),
  ]);
  const consent = promptOf('consent', [
    new Check('consent', 'End-User consent is required', 'consent_required', (ctx) => needsConsent(core, ctx)),
  ]);
  return [login, promptOf('select_account', []), consent];
}

/** A prompt that may be asked for; our own checks decide when it is answered. */
function promptOf(name: string, checks: interactionPolicy.Check[]): interactionPolicy.Prompt {
  const prompt = new Prompt({ name, requestable: true }, ...checks);
  prompt.checks.remove(`${name}_prompt`);
  return prompt;
}

export function needsSignIn(ctx: KoaContextWithOIDC): boolean {
  const { session, account, params, entities } = ctx.oidc;
  if (session?.accountId === undefined || account === undefined) return true;
  const asked = askedOf(ctx.req);
  if (!asked?.state.signedIn && (ctx.oidc.prompts.has('login') || asked?.prompts.has('select_account'))) return true;
  if (params?.max_age !== undefined && session.past(Number(params.max_age))) return true;
  return entities.IdTokenHint !== undefined && entities.IdTokenHint.payload.sub !== session.accountId;
}

async function needsConsent(core: Core, ctx: KoaContextWithOIDC): Promise<boolean> {
  if (askedOf(ctx.req)?.state.refused) throw new errors.AccessDenied('the End-User refused');
  return !(await mayGo(core, ctx));
}

/** True when nothing is left to consent to. */
export async function mayGo(core: Core, ctx: KoaContextWithOIDC): Promise<boolean> {
  const { account, client } = ctx.oidc;
  if (account === undefined || client === undefined) return false;
  const { user } = accountOf(account).identity;
  const application = applicationOf(client);
  if (core.ownClients.includes(application.client_id)) return true;
  const trusted = application.trusted === 1 && application.organization_id === user.organization_id;
  if (trusted && user.organization_id !== null) return true;
  const asked = askedOf(ctx.req);
  if (asked?.prompts.has('consent') && !asked.state.consented) return false;
  const consented = await consentedScopes(core.db, user.id, application.client_id);
  return [...ctx.oidc.requestParamScopes].every((scope) => consented.includes(scope));
}
