import { endSessionsOf } from '../identity/end-sessions.ts';
import { actingAs } from '../identity/recording.ts';
import { type KnownSession, sessionsOf } from '../store/session-notes.ts';
import { userById } from '../store/users.ts';
import type { UserRow } from '../tables.ts';
import { type Html, html } from '../web/html.ts';
import { errorPage, type PageAnswer } from '../web/page.ts';
import { accountPage, forSignedIn, type Visit, withNotice } from './account-page.ts';
import { deviceWords } from './device-words.ts';
import { timeText } from './time-text.ts';

const path = '/account/sessions';

/** /account/sessions: one's own sessions; with `?user=…` those of a person in the administrator's organization. */
export const sessionsPage = forSignedIn(async (visit) => {
  const { core, request } = visit;
  const user = await userOf(visit);
  if (user === undefined) {
    return errorPage(
      core,
      404,
      'There is no such person',
      'Only administrators see the sessions of others, in their organization.',
    );
  }
  if (request.method === 'GET') return list(visit, user);
  const asked = request.form.get('session');
  const isMeant = ({ uid }: KnownSession) => (asked === undefined ? !isThis(visit, uid) : uid === asked);
  const count = await endSessionsOf(core, user, isMeant, actingAs(visit.signedIn.user, request));
  return withNotice(core, addressOf(visit, user), count === 1 ? 'session' : 'sessions');
});

/** Oneself, or somebody whom the visitor administers. */
async function userOf({ core, request, signedIn, administrator }: Visit): Promise<UserRow | undefined> {
  const id = request.params.get('user');
  if (id === null || id === signedIn.user.id) return signedIn.user;
  const user = administrator ? await core.db.first(userById, { id }) : undefined;
  return user?.kind === 'user' && user.organization_id === signedIn.user.organization_id ? user : undefined;
}

const isThis = ({ signedIn }: Visit, uid: string): boolean => uid === signedIn.session.uid;

const addressOf = ({ signedIn }: Visit, user: UserRow): string =>
  user.id === signedIn.user.id ? path : `${path}?user=${user.id}`;

async function list(visit: Visit, user: UserRow): Promise<PageAnswer> {
  const { core } = visit;
  const own = user.id === visit.signedIn.user.id;
  const sessions = await sessionsOf(core.db, user.id, Date.now());
  const others = sessions.filter(({ uid }) => !isThis(visit, uid));
  return accountPage(visit, {
    title: 'Sessions',
    current: own ? path : '/account/users',
    main: html`<div class="card"><h1>${own ? 'Where you are signed in' : `Where ${user.display_name} is signed in`}</h1>
<p class="quiet">Ending a session signs that browser off, with all applications that were let in from it.${own && ' If one is not yours, end it and change your password.'}</p>
${sessions.length === 0 ? html`<p>Nowhere.</p>` : html`<ul class="items">${sessions.map((session) => item(visit, user, session))}</ul>`}</div>
${others.length > 1 && endAll(visit, user, own)}`,
  });
}

function item(visit: Visit, user: UserRow, { uid, began, used, address, userAgent }: KnownSession): Html {
  const words = deviceWords(userAgent);
  return html`<li class="row apart"><div><strong>${words}</strong>${isThis(visit, uid) && html` <span class="badge">This one</span>`}<br>
<span class="quiet small">${address ?? 'address unknown'} · since ${timeText(began)}${used !== null && html` · last used ${timeText(used)}`}</span></div>
${!isThis(visit, uid) && html`<form method="post" action="${visit.core.path}${addressOf(visit, user)}">${visit.browser.csrf}<input type="hidden" name="session" value="${uid}"><button class="bad" aria-label="End the session of ${words}">End</button></form>`}</li>`;
}

const endAll = (visit: Visit, user: UserRow, own: boolean): Html =>
  html`<div class="card"><form method="post" action="${visit.core.path}${addressOf(visit, user)}">${visit.browser.csrf}<button class="bad">End ${own ? 'all others' : 'all of them'}</button></form></div>`;
