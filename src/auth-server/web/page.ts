import { retryAfterSeconds } from '../../std/unavailable.ts';
import type { Core } from '../core.ts';
import { browserCookie, cookieOptions } from './cookies.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

/** A request for a page, read whole. */
export interface PageRequest {
  readonly method: 'GET' | 'POST';
  /** Below the authorization server's address. */
  readonly path: string;
  /** As sent, without "?". */
  readonly query: string;
  readonly params: URLSearchParams;
  /** Of a POST; a field sent twice makes the form unusable, and it is empty then. */
  readonly form: ReadonlyMap<string, string>;
  readonly browserId: string | undefined;
  readonly sessionId: string | undefined;
  readonly address: string;
  readonly userAgent: string;
  readonly correlationId: string;
  /** The cookie of `known-devices.ts`. */
  readonly devices: string | undefined;
  readonly acceptLanguage: string;
  /** False when the browser says that another site sent it. */
  readonly sameOrigin: boolean;
}

export interface PageAnswer {
  readonly status: number;
  readonly html?: string;
  readonly location?: string;
  /** Seconds to wait before another try. */
  readonly retryAfter?: number;
  /** Values of Set-Cookie. */
  readonly cookies?: readonly string[];
  /** A form of the page may end at another site, such as the application's. */
  readonly leaves?: boolean;
}

export type PageHandler = (core: Core, request: PageRequest) => Promise<PageAnswer>;

export const showPage = (text: string, cookies: readonly string[] = [], status = 200): PageAnswer => ({
  status,
  html: text,
  cookies,
});

/** On to a path below the authorization server, or to an address that was checked before. */
export const goTo = (core: Pick<Core, 'path'>, to: string, cookies: readonly string[] = []): PageAnswer => ({
  status: 303,
  location: to.startsWith('/') ? core.path + to : to,
  cookies,
});

/** 429, when too much was tried: for how long, in words and in a header. */
export const waitPage = (core: Pick<Core, 'path'>, waitMs: number): PageAnswer => ({
  ...errorPage(core, 429, 'Too many attempts', `Please wait ${waitingTime(waitMs)}, then try again.`),
  retryAfter: Math.ceil(waitMs / 1000),
});

/** `2 minutes`: rounded up. */
export function waitingTime(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The page that test tools recognize a failure by: its title is "Error". */
export const errorPage = (core: Pick<Core, 'path'>, status: number, heading: string, text: string | Html): PageAnswer =>
  showPage(
    layout(core, {
      title: 'Error',
      main: html`<div class="card"><h1>${heading}</h1><p class="quiet">${text}</p></div>`,
    }),
    [],
    status,
  );

/** Something that the platform stands on is away, and comes back. */
export const unavailablePage = (core: Pick<Core, 'path'>): PageAnswer => ({
  ...errorPage(core, 503, 'The platform cannot answer just now', 'Please try again in a few seconds.'),
  retryAfter: Number(retryAfterSeconds),
});

export const notFound = (core: Pick<Core, 'path'>): PageAnswer =>
  errorPage(core, 404, 'There is no such page', 'The address may be mistyped, or the page has moved.');

/** A Set-Cookie value; without `seconds` the cookie ends with the browser session, with 0 it is removed. */
export function cookie(core: Pick<Core, 'https' | 'path'>, name: string, value: string, seconds?: number): string {
  const { path, secure, sameSite } = cookieOptions(core);
  const site = sameSite === 'none' ? 'None' : 'Lax';
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${site}${secure ? '; Secure' : ''}${age}`;
}

export const browserCookieOf = (core: Pick<Core, 'https' | 'path'>, browserId: string): string =>
  cookie(core, browserCookie, browserId);

/** One cookie of a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined;
  }
  return undefined;
}
