import type { CookiesSetOptions, Session } from 'oidc-provider';
import type { Core } from '../core.ts';

export const sessionCookie = 'twin_session';
/** Names the browser before anybody has signed in; forms and sign-in states are bound to it. */
export const browserCookie = 'twin_browser';
/** Devices where people have signed in before: `identity/known-devices.ts`. */
export const devicesCookie = 'twin_devices';

const idleSeconds = 12 * 3600;
const longestSeconds = 14 * 24 * 3600;

/** Silent renewal runs in a frame of another site, which needs `SameSite=None`; that in turn needs https. */
export const cookieOptions = (core: Pick<Core, 'https' | 'path'>): CookiesSetOptions => ({
  httpOnly: true,
  path: core.path || '/',
  secure: core.https,
  sameSite: core.https ? 'none' : 'lax',
  signed: false,
  overwrite: true,
});

/** A session ends 14 days after the sign-in; unless it is remembered, also after 12 h without use. */
export function sessionSeconds(session: Pick<Session, 'transient' | 'loginTs'>): number {
  if (session.loginTs === undefined) return idleSeconds;
  const left = Math.max(1, session.loginTs + longestSeconds - Math.floor(Date.now() / 1000));
  return session.transient ? Math.min(idleSeconds, left) : left;
}
