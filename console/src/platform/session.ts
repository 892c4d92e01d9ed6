import { ErrorResponse, InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { serverBack } from './connection.ts';
import { unreachable } from './problem.ts';
import { settings } from './settings.ts';
import { signalOf } from './signal.ts';

/*
 * Sign-in by authorization code and PKCE. The token lives in memory only: after a reload the authorization server's own
 * session, whose cookie no script can read, gives a new one through a hidden frame, and so it is renewed in time.
 */
const { authUrl, baseUrl, clientId } = settings;
const page = (name: string) => `${baseUrl}/console/${name}`;

const manager = new UserManager({
  authority: authUrl,
  client_id: clientId,
  redirect_uri: page('signed-in'),
  silent_redirect_uri: page('silent'),
  post_logout_redirect_uri: page('signed-out'),
  scope: 'openid profile email organization twin-platform',
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
  automaticSilentRenew: true,
  metadata: {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/connect/authorize`,
    token_endpoint: `${authUrl}/connect/token`,
    end_session_endpoint: `${authUrl}/connect/endsession`,
  },
});

let user: User | null = null;
manager.events.addUserLoaded((loaded) => {
  user = loaded;
});

/** Who is signed in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly organization: string | undefined;
}

export const token = (): string | undefined => user?.access_token;

export function person(): Person {
  const { profile } = user ?? {};
  const { email = '', org_name: organization } = profile ?? { email: '', org_name: undefined };
  return {
    id: profile?.sub ?? '',
    name: profile?.name ?? email,
    email,
    organization: typeof organization === 'string' ? organization : undefined,
  };
}

/** Goes to the sign-in pages and comes back to this address. */
export async function signIn(): Promise<never> {
  const { pathname, search } = window.location;
  await manager.signinRedirect({ state: `${pathname}${search}` });
  return new Promise(() => {}); // the browser is leaving
}

/** Signs in anew at this address, perhaps as somebody else. */
export async function signInAnew(): Promise<void> {
  const { pathname, search } = window.location;
  await manager.signinRedirect({ state: `${pathname}${search}`, prompt: 'login' });
}

export async function signOut(): Promise<void> {
  await manager.signoutRedirect();
}

let renewing: Promise<void> | undefined;

/** A new token through the session, or, where that has ended, after the person has signed in again. */
export function renew(): Promise<void> {
  renewing ??= renewOnce().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renewOnce(): Promise<void> {
  const before = user;
  try {
    user = await manager.signinSilent();
  } catch (error) {
    if (error instanceof ErrorResponse) return before === null ? signIn() : signedInBeside(before);
    if (before === null) await signIn();
    void serverBack();
    throw unreachable();
  }
}

/** The session has ended while the page is in use, and nobody has signed in again yet. */
export const sessionOver = signalOf(false);

/** Tells other tabs that somebody has signed in. */
const news = new BroadcastChannel('twin-platform.session');
const againPath = '/console/again';

/** Signs in in another tab, which closes itself after that. */
export const signInBeside = (): void => void window.open(againPath, '_blank');

/** This is the tab for that. Answers whether it is. */
export function toldTheOtherTab(): boolean {
  if (window.location.pathname !== againPath) return false;
  news.postMessage('signed in');
  window.close();
  return true;
}

/** Until the person has signed in in another tab. Somebody else gets a page of their own, without anything of this one. */
async function signedInBeside(before: User): Promise<void> {
  sessionOver.set(true);
  for (let now: User | null = null; now === null; ) {
    await new Promise((resolve) => news.addEventListener('message', resolve, { once: true }));
    now = await manager.signinSilent().catch(leaveIfRefused);
    if (now && now.profile.sub !== before.profile.sub) leave();
    else user = now ?? user;
  }
  sessionOver.set(false);
}

/** Signs in at the start; answers the address within the console to go on at. */
export async function start(): Promise<string | undefined> {
  if (!window.location.pathname.startsWith('/console/signed-in')) {
    await renew();
    return undefined;
  }
  const signedIn = await manager.signinRedirectCallback();
  user = signedIn;
  return typeof signedIn.state === 'string' ? signedIn.state : '/console';
}

const leave = (): void => window.location.assign('/console');

/** The session that there is now is not that of the person of this page. */
function leaveIfRefused(error: unknown): null {
  if (error instanceof ErrorResponse) leave();
  return null;
}
