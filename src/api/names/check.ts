import { eventCatalogue, foreignEventTypes } from '../../kernel/events/catalogue.ts';
import type { SchemaNode } from '../../kernel/schema/node.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { tellClashes } from './planner.ts';
import { beginsWith } from './scopes.ts';
import type { Entry, Item, NamesTable, Tell } from './table.ts';
import { entryOfEvent, eventIn, eventOf } from './words.ts';

/* What can be said of the names of a table without the shapes of the operations. */

const memberForm = /^[\p{L}_$@][\p{L}\p{N}_$@-]*$/u;
const codeForm = /^[\p{L}\p{N}_-]*\*?[\p{L}\p{N}_-]*$/u;
const wordForm = /^[\p{L}\p{N}_-]+$/u;
const valueForm = /^[^\p{Cc},]+$/u;
const eventForm = /^[A-Za-z][\w.-]*$/;
const tokenForm = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const vendorForm = /^[a-z0-9][a-z0-9!#$&^_.-]*$/i;

/** Headers of answers that an operation does not declare. */
const answerHeaders = [
  'TwinPlatform-Job',
  'TwinPlatform-RateLimited-Tier',
  'TwinPlatform-RateLimited-API',
  'TwinPlatform-RateLimited-Operation',
  'TwinPlatform-RateLimited-Application',
];
/** Headers that mean something to every program. */
const standardHeaders = new Set(
  `accept accept-encoding authorization cache-control connection content-disposition content-encoding content-length
  content-range content-type cookie date etag expect host idempotency-key if-match if-none-match if-range link location origin
  prefer range retry-after set-cookie transfer-encoding upgrade vary www-authenticate x-correlation-id x-forwarded-for`.split(
    /\s+/,
  ),
);

/** Scopes of ours that a table may name. */
export const ownScope = 'twin-platform';
const ownVendors = ['vendor', 'vendor.twin-platform'];

export interface OtherNames {
  readonly scopeAliases: readonly string[];
  readonly vendorAliases: readonly string[];
}

export function checkWords(table: NamesTable, endpoints: readonly Endpoint[], others: OtherNames, tell: Tell): void {
  for (const { members } of [table, ...table.scoped, ...table.opaque]) checkForm(members, memberForm, 'member', tell);
  for (const { values } of [table, ...table.scoped]) checkForm(values, valueForm, 'value', tell);
  for (const { codes } of [table, ...table.scoped]) checkCodes(codes, tell);
  checkMessages(table.messages, tell);
  checkEvents(table.events, tell);
  checkHeaders(table.headers, endpoints, tell);
  checkVendors(table.vendors, others, tell);
  checkScopes(table.scopes, others, tell);
  checkHosts(table.hosts, tell);
  for (const { in: path } of [...table.scoped, ...table.opaque])
    if (!endpoints.some((one) => beginsWith(one.path, path.text)))
      tell(path.place, `is '${path.text}', with which no path of ours begins.`);
}

function checkForm(entries: readonly Entry[], form: RegExp, what: string, tell: Tell): void {
  for (const { theirs, place } of entries)
    if (!form.test(theirs) || theirs === '__proto__') tell(place, `is '${theirs}', which is no name of a ${what}.`);
}

function checkCodes(entries: readonly Entry[], tell: Tell): void {
  checkForm(entries, codeForm, 'code', tell);
  for (const { ours, theirs, place } of entries)
    if (ours.split('*').length > 2 || ours.includes('*') !== theirs.includes('*'))
      tell(place, 'must have one * on both sides, or none.');
}

function checkMessages(entries: readonly Entry[], tell: Tell): void {
  checkForm(entries, wordForm, 'word', tell);
  for (const { ours, place } of entries) if (!wordForm.test(ours)) tell(place, 'is more than one word.');
  tellDoubles(entries, tell);
}

function tellDoubles(entries: readonly Entry[], tell: Tell): void {
  const first = new Map<string, string>();
  for (const { ours, theirs, place } of entries) {
    const other = first.get(theirs.toLowerCase());
    if (other !== undefined) tell(place, `is '${theirs}', as is '${other}'.`);
    else first.set(theirs.toLowerCase(), ours);
  }
}

const eventTypes = [...Object.keys(eventCatalogue), ...foreignEventTypes];

function checkEvents(entries: readonly Entry[], tell: Tell): void {
  checkForm(entries, eventForm, 'type of events', tell);
  for (const entry of entries)
    if (!eventTypes.some((type) => entryOfEvent(entries, type, 'ours') === entry))
      tell(entry.place, 'is the beginning of no type of events that is not named more closely.');
  const seen = new Map<string, string>();
  for (const type of eventTypes) {
    const theirs = eventIn(entries, type);
    const entry = entryOfEvent(entries, type, 'ours');
    const other = seen.get(theirs) ?? (theirs !== type && eventTypes.includes(theirs) ? theirs : undefined);
    if (entry && other !== undefined) tell(entry.place, `makes ${type} to ${theirs}, as is ${other}.`);
    else if (entry && eventOf(entries, theirs) !== type)
      tell(entry.place, `makes ${type} to ${theirs}, which is not its alone.`);
    seen.set(theirs, type);
  }
}

function checkHeaders(entries: readonly Entry[], endpoints: readonly Endpoint[], tell: Tell): void {
  const declared = new Set(endpoints.flatMap(({ headers }) => headerNames(headers)));
  const known = new Set([...declared, ...answerHeaders].map((name) => name.toLowerCase()));
  checkForm(entries, tokenForm, 'header', tell);
  for (const { ours, theirs, place } of entries) {
    if (!known.has(ours.toLowerCase()) || standardHeaders.has(ours.toLowerCase()))
      tell(place, 'is no header of ours that could have another name.');
    if (standardHeaders.has(theirs.toLowerCase())) tell(place, `is '${theirs}', which means something else.`);
  }
  const lower = entries.map(({ ours, theirs, place }) => ({
    ours: ours.toLowerCase(),
    theirs: theirs.toLowerCase(),
    place,
  }));
  tellClashes(known, new Map(lower.map((entry) => [entry.ours, entry])), 'the list of headers', tell);
}

const headerNames = (schema: Endpoint['headers']): readonly string[] => {
  const { properties = {} }: SchemaNode = schema ?? {};
  return Object.keys(properties);
};

function checkVendors(vendors: readonly Item[], { vendorAliases }: OtherNames, tell: Tell): void {
  const own = new Set(ownVendors);
  const seen = new Set<string>();
  for (const { text, place } of vendors) {
    const name = text.toLowerCase();
    if (name.startsWith('vnd.') || !vendorForm.test(text))
      tell(place, `is '${text}', which is no vendor; it has no 'vnd.' before it.`);
    else if (own.has(name)) tell(place, `is '${text}', which is our own.`);
    else if (seen.has(name)) tell(place, `is '${text}', which is there already.`);
    else if (vendorAliases.some((alias) => alias.toLowerCase().replace(/^vnd\./, '') === name))
      tell(place, `is '${text}', which VENDOR_ALIASES makes one of neutral words.`);
    seen.add(name);
  }
}

function checkScopes(entries: readonly Entry[], { scopeAliases }: OtherNames, tell: Tell): void {
  checkForm(entries, scopeForm, 'scope', tell);
  for (const { ours, theirs, place } of entries) {
    if (ours !== ownScope) tell(place, `is no scope of ours; there is ${ownScope}.`);
    const clash = scopeAliases.find((alias) => alias.toLowerCase() === theirs.toLowerCase() && alias !== theirs);
    if (clash !== undefined) tell(place, `is '${theirs}', which SCOPE_ALIASES writes '${clash}'.`);
    if (['openid', 'profile', 'email', 'offline_access'].includes(theirs))
      tell(place, `is '${theirs}', which means something else.`);
  }
}

function checkHosts(hosts: readonly Item[], tell: Tell): void {
  const seen = new Set<string>();
  for (const { text, place } of hosts) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && text.replace(/\/$/, '') === url.origin;
    if (!isOrigin) tell(place, `is '${text}', but must be scheme, host and port alone.`);
    else if (seen.has(url.host)) tell(place, `is '${text}', which is there already.`);
    if (url) seen.add(url.host);
  }
}
