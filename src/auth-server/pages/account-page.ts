import type { Core } from '../core.ts';
import { type SignedIn, signedInWith } from '../oidc/sessions.ts';
import { isOrganizationRole } from '../store/users.ts';
import { listOf } from '../tables.ts';
import { type Browser, browserOf, refuseForgery } from '../web/forms.ts';
import { type Html, html } from '../web/html.ts';
import { layout, note, type Tab } from '../web/layout.ts';
import { goTo, type PageAnswer, type PageHandler, type PageRequest, showPage } from '../web/page.ts';

/** A page for who is signed in. */
export interface Visit {
  readonly core: Core;
  readonly request: PageRequest;
  readonly signedIn: SignedIn;
  readonly browser: Browser;
  /** Has one of the administrator roles in the own organization. */
  readonly administrator: boolean;
}

/** Asks to sign in first, and refuses forms that are not from our own pages. */
export function forSignedIn(handler: (visit: Visit) => Promise<PageAnswer>): PageHandler {
  return async (core, request) => {
    const signedIn = await signedInWith(core, request);
    if (signedIn === undefined) return toSignIn(core, request);
    const refusal = request.method === 'POST' ? refuseForgery(core, request) : undefined;
    if (refusal) return refusal;
    const { user } = signedIn;
    const administrator = user.organization_id !== null && listOf(user.roles).some(isOrganizationRole);
    return handler({ core, request, signedIn, browser: browserOf(core, request), administrator });
  };
}

export function toSignIn(core: Core, { path, query }: Pick<PageRequest, 'path' | 'query'>): PageAnswer {
  const here = query ? `${path}?${query}` : path;
  return goTo(core, `/account/login?${new URLSearchParams({ return: here })}`);
}

/** Only pages of our own may be gone back to. */
export function safeReturn(path: string | null | undefined): string | undefined {
  return path && /^\/(account|connect\/device)([/?][\x21-\x5b\x5d-\x7e]*)?$/.test(path) ? path : undefined;
}

const tabsOf = ({ administrator, signedIn }: Visit): Tab[] => [
  { path: '/account', text: 'Profile' },
  { path: '/account/password', text: 'Password' },
  { path: '/account/sessions', text: 'Sessions' },
  { path: '/account/consents', text: 'Consents' },
  { path: '/account/applications', text: 'Applications' },
  ...(administrator ? [{ path: '/account/users', text: 'Users' }] : []),
  ...(administrator || signedIn.organization === undefined ? [{ path: '/account/audit', text: 'Audit' }] : []),
  { path: '/connect/endsession', text: 'Sign out' },
];

/** What a form has done, told on the page it leads back to. */
const notices: Readonly<Record<string, string>> = {
  password: 'Your password is changed. You are signed out everywhere else.',
  session: 'The session is ended.',
  sessions: 'The sessions are ended.',
  consent: 'The access is withdrawn.',
  invited: 'The invitation is on its way.',
  uninvited: 'The invitation is withdrawn.',
  user: 'The changes are saved.',
  saved: 'The changes are saved.',
  deleted: 'The application is deleted.',
};

export const withNotice = (core: Core, path: string, notice: keyof typeof notices): PageAnswer =>
  goTo(core, `${path}${path.includes('?') ? '&' : '?'}done=${notice}`);

/** An account page; `fault` says why a form was refused. */
export function accountPage(
  visit: Visit,
  parts: {
    readonly title: string;
    readonly main: Html;
    readonly current?: string;
    readonly fault?: string | undefined;
  },
): PageAnswer {
  const { core, request, browser } = visit;
  const asked = request.params.get('done') ?? '';
  const done = Object.hasOwn(notices, asked) ? notices[asked] : undefined;
  const main = html`${parts.fault ? note('bad', parts.fault) : ''}${!parts.fault && done ? note('good', done) : ''}${parts.main}`;
  const text = layout(core, {
    title: `${parts.title} · Twin Platform`,
    main,
    tabs: tabsOf(visit),
    current: parts.current ?? request.path,
  });
  return showPage(text, browser.cookies, parts.fault ? 422 : 200);
}
