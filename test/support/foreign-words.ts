import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type ForeignTable, foreign, hasNeutralWord, neutral } from './foreign-names.ts';
import type { Answer, Platform, RequestOptions } from './platform.ts';

/* Requests in words of the table of the tests, and answers led back from them, without anything of the program. */

let read: ForeignTable | undefined;
function table(): ForeignTable {
  read ??= JSON.parse(readFileSync(process.env.TEST_NAMES_FILE ?? '', 'utf8')) as ForeignTable;
  return read;
}

/** The same platform, spoken to in words of the table. */
export function inForeignWords(p: Platform): Platform {
  return {
    ...p,
    async call(who, operation, options = {}) {
      const asked = foreignRequest(p, operation, options);
      const answer = await p.call(who, asked.operation, asked.options);
      const isJson =
        asked.endpoint === undefined || answer.status >= 400 || asked.endpoint.answers[answer.status]?.kind === 'json';
      const body = isJson ? answer.body : undefined; // bytes of files never change
      if (asked.isForeign) assertForeign({ ...answer, body }, `${operation} → ${asked.operation}`);
      return backOf(answer);
    },
  };
}

function foreignRequest(p: Platform, operation: string, { body, headers = {} }: RequestOptions) {
  const [method = '', address = ''] = operation.split(/ (.*)/s);
  const isOwn = address.startsWith('/') || address.startsWith(p.baseUrl);
  const [path = '', query] = address.replace(p.baseUrl, '').split(/\?(.*)/s);
  if (!isOwn) return { operation, options: { body, headers }, isForeign: false, endpoint: undefined };
  const named = foreignPath(path);
  const pairs = query?.split('&').map(foreignPair).join('&');
  const accept = acceptOf(p, method, path, headers);
  const sent = foreignHeaders({ ...headers, ...(accept === undefined ? {} : { Accept: accept }) });
  noteTexts(body);
  return {
    operation: `${method} ${named}${pairs === undefined ? '' : `?${pairs}`}`,
    options: { body: foreignBody(body), headers: sent },
    endpoint: endpointsOf(p, method, path)[0]?.endpoint,
    isForeign: named !== path || hasVendor(sent.Accept ?? sent.accept),
  };
}

const templates = new Map<string, RegExp>();

/** The longest beginning of a path counts, as the specification of the table says. */
function foreignPath(path: string): string {
  const fits = Object.entries(table().paths)
    .filter(([ours]) => {
      const known = templates.get(ours) ?? new RegExp(`^${ours.replaceAll(/\{\w+\}/g, '[^/]+')}(?=/|$)`, 'i');
      templates.set(ours, known);
      return known.test(path);
    })
    .toSorted(([one], [other]) => other.length - one.length)[0];
  if (fits === undefined) return path;
  const given = path.split('/');
  const segments = fits[1].split('/').map((segment, at) => (segment.startsWith('{') ? (given[at] ?? '') : segment));
  return [...segments, ...given.slice(segments.length)].join('/');
}

function foreignPair(pair: string): string {
  const [key = '', value] = pair.split(/=(.*)/s);
  const name = decodeOr(key);
  const bare = name.replace(/\[\]$/, '');
  const known = Object.keys(table().members).find((one) => one.toLowerCase() === bare.toLowerCase());
  const shown = known === undefined ? key : key.replace(bare, foreign(known));
  if (value === undefined) return shown;
  const plain = decodeOr(value);
  const said = /^\$(select|filter|orderby)$/i.test(bare) ? foreignNames(plain) : foreignValues(plain);
  return `${shown}=${said === plain ? value : encodeURIComponent(said)}`;
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const foreignNames = (text: string): string =>
  text.replaceAll(/'[^']*'|[\w$-]+/g, (word) => (Object.hasOwn(table().members, word) ? foreign(word) : word));
const foreignValues = (text: string): string => text.split(',').map(foreignValue).join(',');
const foreignValue = (text: string): string =>
  [table().values, table().events].find((one) => Object.hasOwn(one, text))?.[text] ?? text;

function foreignHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const known = Object.keys(table().headers).find((one) => one.toLowerCase() === name.toLowerCase());
      return [
        known === undefined ? name : foreign(known),
        value.replaceAll(/vnd\.vendor(?:\.twin-platform)?/g, vendor()),
      ];
    }),
  );
}

const vendor = (): string => `vnd.${table().vendors[0]}`;
const hasVendor = (accept: string | undefined): boolean => accept?.includes(vendor()) ?? false;

/** Where nothing is said, the newest version in words of the table. */
function acceptOf(p: Platform, method: string, path: string, headers: Readonly<Record<string, string>>) {
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'accept')) return undefined;
  const [newest] = endpointsOf(p, method, path);
  return newest && `application/${vendor()}.v${newest.version}+json`;
}

/** The operations of a path, the newest version first. */
const endpointsOf = (p: Platform, method: string, path: string) =>
  p.app.apis
    .flatMap(({ endpoints, version }) =>
      endpoints
        .filter((one) => one.method === method.replace('HEAD', 'GET') && fits(one.path, path))
        .map((endpoint) => ({ endpoint, version })),
    )
    .toSorted(
      (one, other) => literals(other.endpoint.path) - literals(one.endpoint.path) || other.version - one.version,
    );

/** A literal wins over a placeholder. */
const literals = (template: string): number => template.split('/').filter((one) => !one.startsWith('{')).length;

const shapes = new Map<string, RegExp>();
function fits(template: string, path: string): boolean {
  const known =
    shapes.get(template) ?? new RegExp(`^${template.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
  shapes.set(template, known);
  return known.test(path);
}

function foreignBody(body: unknown): unknown {
  if (typeof body === 'string') return foreignValue(body);
  if (Array.isArray(body)) return body.map(foreignBody);
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      Object.hasOwn(table().members, name) ? foreign(name) : name,
      foreignBody(value),
    ]),
  );
}

/** Texts that people have said: they come back as they are. */
/** Ids that the program brings, a column of its tables, and what stands in a text of JSON. */
const said = new Set<string>(['TWIN_MODELS', 'TWIN_TABLES', 'Models', 'ModelId', 'perModelCategoryVisibilityProps']);
function noteTexts(value: unknown): void {
  if (typeof value === 'string') said.add(value).add(value.trim());
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    for (const [name, member] of Object.entries(value)) {
      said.add(name);
      noteTexts(member);
    }
}

function backOf({ status, headers, body }: Answer): Answer {
  const back = new Headers([...headers].map(([name, value]) => [neutral(name), neutral(value)]));
  return { status, headers: back, body: typeof body === 'string' ? body : JSON.parse(neutral(JSON.stringify(body))) };
}

/** No name of the API is left in neutral words; what has a blank in it is a text of somebody, but for messages of errors. */
function assertForeign({ headers, body }: Answer, what: string): void {
  const left: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value === 'string') {
      const isMessage = at.startsWith('.error') && at.endsWith('.message');
      if (!isOfSomebody(at) && isLeft(value, isMessage)) left.push(`${at}: ${value}`);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        const isName = Object.hasOwn(table().members, name) || isLeft(name, false);
        if (isName && !isKindOfRecords(at)) left.push(`${at}.${name}`);
        look(member, `${at}.${name}`);
      }
  };
  if (typeof body === 'object') look(body, '');
  for (const [name, value] of headers) {
    if (hasNeutralWord(withoutForeign(name))) left.push(`header ${name}`);
    if (name === 'location' && isLeft(withoutFile(value), false)) left.push(`${name}: ${value}`);
  }
  assert.deepEqual(left, [], `neutral words in ${what}`);
}

/** Kinds of records are names of the format of archives, in every installation. */
const isKindOfRecords = (at: string): boolean => at.endsWith('.counts.records');

/** A signed address without the name and the type of the file, which are those that it has. */
const withoutFile = (address: string): string => address.replaceAll(/&rsc[dt]=[^&]*/g, '');

/** Ids never change, nor what people call things. The kinds of jobs are names of our own, of no installation. */
const isOfSomebody = (at: string): boolean =>
  /\.(id|\w+Id|displayName|uniqueName|name|title|description|label)$/.test(at) || /^\.jobs?(\.\d+)?\.kind$/.test(at);

function isLeft(text: string, isMessage: boolean): boolean {
  const isValue = Object.hasOwn(table().values, text) || Object.hasOwn(table().events, text);
  if (!isMessage && !isValue && (/\s/.test(text) || said.has(text))) return false;
  const names = withoutForeign(text)
    .replaceAll(/'[^']*'/g, '')
    .split(/[^\w-]+/);
  return isValue || names.some((name) => hasNeutralWord(name) && !said.has(name) && !/kind=/.test(text));
}

const withoutForeign = (text: string): string =>
  text.replaceAll(/[A-Za-z-]+/g, (word) => (neutral(word) === word ? word : ''));

const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b\d{13}_/g, '<time>_'],
  [/"(step|done|total|unit|percent|log)":(null|\d+|"[^"]*"|\[[^\]]*\])/g, '<progress>'],
  [/"message":(null|"One of three")/g, '<progress>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d(\.\d+)?|\d{4})Z/g, '<time>'],
  // ids of 43 and 66 signs may have no digit by chance
  [/(?<![\w-])(?=[\w-]*\d|(?:[\w-]{43}|[\w-]{66})(?![\w-]))[\w-]{20,}(\.[\w-]{20,})?/g, '<id>'],
  [/\b(se|st)=[^&"]+/g, '$1=<time>'],
];

/** The order of members is free. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What of an answer must be the same when the request is made once more. */
export function comparable({ status, body }: Answer): unknown {
  const text = typeof body === 'string' ? body : JSON.stringify(inOrder(body));
  return { status, body: volatile.reduce((told, [pattern, name]) => told.replaceAll(pattern, name), text) };
}
