import { type AuditEntry, type AuditFilter, auditActions, auditOutcomes, isAuditAction } from '../../kernel/audit.ts';
import { parseInstant } from '../../std/instant.ts';
import { isoTime } from '../../std/iso-time.ts';
import { logOf } from '../identity/recording.ts';
import { field } from '../web/forms.ts';
import { type Html, html } from '../web/html.ts';
import { errorPage } from '../web/page.ts';
import { accountPage, forSignedIn, type Visit } from './account-page.ts';
import { contentCheck } from './content-check.ts';
import { deviceWords } from './device-words.ts';
import { timeText } from './time-text.ts';

const path = '/account/audit';
const perPage = 50;
const day = 86_400_000;
const names = ['from', 'to', 'action', 'outcome', 'actor', 'about', 'twin'] as const;

/** /account/audit: what was done in the organization, for its administrators; for people without one, by themselves. */
export const auditPage = forSignedIn(async (visit) => {
  const { core, request, signedIn, administrator } = visit;
  if (signedIn.organization !== undefined && !administrator) {
    return errorPage(core, 403, 'This page is for administrators', 'Please ask an administrator of your organization.');
  }
  const { filter, fault } = filterOf(request.params);
  const found = fault ? [] : await core.audit.list(core.db, logOf(signedIn.user), filter, perPage + 1);
  const entries = found.slice(0, perPage);
  const last = found.length > perPage ? entries.at(-1) : undefined;
  return accountPage(visit, {
    title: 'Audit',
    current: path,
    fault,
    main: html`${form(visit)}${await contentCheck(visit.core, logOf(signedIn.user))}<div class="card"><h2>What was done</h2>
${entries.length === 0 ? html`<p class="quiet">Nothing that fits.</p>` : html`<ul class="items">${entries.map(item)}</ul>`}
${last && html`<p class="under"><a class="button plain" href="${core.path}${path}?${olderThan(request.params, last)}">Older entries</a></p>`}</div>`,
  });
});

interface Asked {
  readonly filter: AuditFilter;
  readonly fault?: string;
}

function filterOf(params: URLSearchParams): Asked {
  const given = (name: (typeof names)[number]) => params.get(name)?.trim() || undefined;
  const [from, to] = [given('from'), given('to')];
  const [begin, end] = [from && parseInstant(from), to && parseInstant(to)];
  if ((from && begin === undefined) || (to && end === undefined)) {
    return { filter: {}, fault: 'Please give days as year, month and day: 2026-11-22.' };
  }
  const action = given('action');
  const [position, id] = (params.get('before') ?? '').split(' ');
  const filter: AuditFilter = {
    from: begin || undefined,
    to: end ? end + day : undefined,
    action: action !== undefined && isAuditAction(action) ? action : undefined,
    outcome: auditOutcomes.find((one) => one === given('outcome')),
    actor: given('actor'),
    about: given('about'),
    twinId: given('twin'),
    before: id && Number.isSafeInteger(Number(position)) ? { position: Number(position), id } : undefined,
  };
  return { filter };
}

function olderThan(params: URLSearchParams, last: AuditEntry): string {
  const kept = new URLSearchParams([...params].filter(([name]) => names.some((one) => one === name)));
  kept.set('before', `${last.position} ${last.id}`);
  return kept.toString();
}

function form({ core, request: { params } }: Visit): Html {
  const text = (id: (typeof names)[number], label: string, hint?: string) =>
    field({ id, label, value: params.get(id) ?? '', required: false, autocomplete: 'off', ...(hint ? { hint } : {}) });
  const choice = (id: 'action' | 'outcome', label: string, values: readonly string[]) =>
    html`<div class="field"><label for="${id}">${label}</label><select id="${id}" name="${id}"><option value="">All</option>${values.map(
      (value) => html`<option${params.get(id) === value && html` selected`}>${value}</option>`,
    )}</select></div>`;
  return html`<div class="card"><h1>Audit</h1><p class="quiet">Who did what that concerns access, when, from where and about what. Times are UTC.</p>
<details${names.some((name) => params.get(name)) && html` open`}><summary>Filter</summary>
<form method="get" action="${core.path}${path}">
${text('from', 'From', 'A day, such as 2026-11-22')}${text('to', 'To', 'That day is in it')}
${choice('action', 'What', Object.keys(auditActions))}${choice('outcome', 'Outcome', auditOutcomes)}
${text('actor', 'Who', 'Email address, user id or client id')}${text('about', 'About', 'Name, email address or id')}${text('twin', 'Twin', 'Its id')}
<button>Show</button> <a class="button plain" href="${core.path}${path}">Show all</a></form></details></div>`;
}

function item({ action, outcome, time, by, about, twinId, detail }: AuditEntry): Html {
  const who = by.email ?? by.clientId ?? (by.userId === null ? 'Somebody' : 'The server');
  const from = by.address === '' ? '' : ` · ${by.address} · ${deviceWords(by.userAgent)}`;
  return html`<li><div class="row apart"><strong>${action}</strong>${outcome === 'Refused' && html`<span class="badge off">Refused</span>`}</div>
<div>${auditActions[action]}</div>
<div>${about.type} <strong>${about.name || about.id}</strong>${detail !== null && html` · ${detail}`}${twinId !== null && html` · in the twin <code>${twinId}</code>`}</div>
<div class="quiet small"><time datetime="${isoTime(time)}">${timeText(time)}</time> · ${who}${from}</div></li>`;
}
