import type { IncomingMessage } from 'node:http';
import findMyWay from 'find-my-way';
import type { TSchema } from 'typebox';
import type { Api, Endpoint } from '../http/endpoint.ts';
import type { Names } from '../http/words.ts';
import type { Compiled } from './compile.ts';
import { apiInWords } from './definition.ts';
import type { Operation } from './operation.ts';
import { pathChanger, pathRule } from './paths.ts';
import { inLanguage, type Plan } from './plan.ts';
import { type QueryWords, queryWords } from './query.ts';
import { requestWords, type WordsOfTable } from './request-words.ts';
import { eventIn, eventOf } from './words.ts';

/** An event as a webhook sends it. */
export interface Envelope {
  readonly eventType: string;
  readonly content: unknown;
}

/** The table of an installation, ready to serve. */
export interface InstalledNames extends Names {
  readonly compiled: Compiled;
  /** Vendors of the table, as media types have them. */
  readonly vendors: readonly string[];
  readonly scopes: readonly string[];
  /** An event in words of the table. */
  event<E extends Envelope>(envelope: E): unknown;
  /** What the definitions name. */
  readonly vendor: string | undefined;
  readonly scope: string | undefined;
  inWords(api: Api): Api;
  /** Whether an Accept header asks for words of the table. */
  asks(accept: string | undefined): boolean;
}

const longestPath = 8192;

export function namesOf(compiled: Compiled, baseUrl: string): InstalledNames {
  const { table, operations } = compiled;
  const vendors = table.vendors.map(({ text }) => `vnd.${text.toLowerCase()}`);
  const asks = vendorReader(vendors);
  const words = wordsOfTable(compiled, baseUrl);
  const usual = requestWords(words, baseUrl);
  const bare = (path: string) => path.replace(/(?<=.)\/$/, '');
  const addresses = new Map([...operations.values()].map((one) => [bare(one.endpoint.path), one]));
  const hosts = new Map(table.hosts.map(({ text }) => [new URL(text).host, new URL(text).origin]));
  const headers = table.headers.map(({ ours, theirs }) => [ours.toLowerCase(), theirs.toLowerCase()] as const);
  /** Of a request whose path says nothing: an address that is ours alone is in our words. */
  const isInTheirs = ({ headers: { accept }, url = '' }: IncomingMessage, endpoints: readonly Endpoint[]): boolean => {
    const [first] = endpoints;
    if (first !== undefined && operations.get(first)?.path !== undefined) return false;
    return asks(accept) || hasForeignName(url, endpoints, words);
  };
  return {
    compiled,
    vendors,
    asks,
    scopes: table.scopes.map(({ theirs }) => theirs),
    vendor: table.vendors[0]?.text,
    scope: table.scopes[0]?.theirs,
    inWords: (api) => apiInWords(api, compiled),
    event: eventsOf(compiled),
    addressOf(template) {
      const operation = addresses.get(bare(template));
      return operation?.path === undefined ? undefined : bare(operation.address);
    },
    wordsOf(request, endpoints, named) {
      if (!named && !isInTheirs(request, endpoints)) return undefined;
      renameHeaders(request, headers);
      const host = hosts.size === 0 ? undefined : hosts.get(request.headers.host?.toLowerCase() ?? '');
      return host === undefined ? usual : requestWords(words, host);
    },
  };
}

/** Headers with names of the table become ours, before anybody looks at them. */
function renameHeaders({ headers }: IncomingMessage, names: readonly (readonly [string, string])[]): void {
  for (const [ours, theirs] of names) {
    const value = headers[theirs];
    if (value === undefined) continue;
    headers[ours] = value;
    delete headers[theirs];
  }
}

/** Whether a query has a parameter that only words of the table have. */
function hasForeignName(url: string, endpoints: readonly Endpoint[], words: WordsOfTable): boolean {
  const at = url.indexOf('?');
  if (at < 0) return false;
  const names = url
    .slice(at + 1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0]?.replace(/(\[\]|%5B%5D)$/i, '') ?? '');
  return endpoints.some((endpoint) =>
    names.some((name) => words.query(endpoint, 'ours')?.isForeign(name.replace('%24', '$'))),
  );
}

function vendorReader(vendors: readonly string[]): (accept: string | undefined) => boolean {
  const known = new Map<string, boolean>();
  return (accept) => {
    if (accept === undefined || accept === '*/*') return false;
    let asks = known.get(accept);
    if (asks === undefined) {
      const types = accept
        .toLowerCase()
        .split(',')
        .map((part) => part.split(';')[0]?.trim() ?? '');
      asks = types.some((type) =>
        vendors.some(
          (vendor) =>
            /^\.v\d{1,4}\+/.test(type.slice(`application/${vendor}`.length)) &&
            type.startsWith(`application/${vendor}`),
        ),
      );
      if (known.size < 200) known.set(accept, asks);
    }
    return asks;
  };
}

function wordsOfTable(compiled: Compiled, baseUrl: string): WordsOfTable {
  const { table, operations } = compiled;
  const queries = { ours: new Map<Endpoint, QueryWords>(), theirs: new Map<Endpoint, QueryWords>() };
  for (const [endpoint, operation] of operations)
    for (const to of ['ours', 'theirs'] as const) queries[to].set(endpoint, queryWords(operation, to));
  const plans = new Map<TSchema, Plan | undefined>();
  const [first] = operations.values();
  return {
    baseUrl,
    operations,
    general: first,
    query: (endpoint, to) => queries[to].get(endpoint),
    pathIn: pathChanger(table.paths.map(pathRule)),
    find: finderOf(operations),
    headers: new Map(table.headers.map(({ ours, theirs }) => [ours.toLowerCase(), theirs])),
    scopes: new Map(table.scopes.map(({ ours, theirs }) => [ours, theirs])),
    eventOf: (type) => eventOf(table.events, type),
    eventIn: (type) => eventIn(table.events, type),
    planOf(schema) {
      if (!plans.has(schema)) plans.set(schema, freshPlan(compiled, '/', schema));
      return plans.get(schema);
    },
  };
}

/** A plan of a shape that no operation declares. */
function freshPlan(compiled: Compiled, template: string, schema: TSchema): Plan | undefined {
  const planner = compiled.planner(template);
  const plan = planner.plan([schema], template);
  planner.settle();
  return plan.changes ? plan : undefined;
}

/** The operation that a link leads to: what reads, where it can. */
function finderOf(operations: ReadonlyMap<Endpoint, Operation>): (path: string) => Operation | undefined {
  const tree = findMyWay({ caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: longestPath });
  const byShape = new Map<string, Operation>();
  for (const operation of operations.values()) {
    const shape = operation.endpoint.path
      .replaceAll(/\{\w+\}/g, '{}')
      .replace(/(?<=.)\/$/, '')
      .toLowerCase();
    const known = byShape.get(shape);
    const isBetter =
      operation.endpoint.method === 'GET' &&
      (known?.endpoint.method !== 'GET' || known.api.version < operation.api.version);
    if (known === undefined || isBetter) byShape.set(shape, operation);
  }
  for (const operation of byShape.values())
    tree.on(
      'GET',
      operation.endpoint.path.replace(/(?<=.)\/$/, '').replaceAll(/\{(\w+)\}/g, ':$1'),
      () => {},
      operation,
    );
  return (path) => tree.find('GET', path)?.store;
}

/** Events hold the names of the API that subscribes to them. */
function eventsOf({ table, events }: Compiled): (envelope: Envelope) => unknown {
  const texts = { link: (text: string) => text, event: (type: string) => eventIn(table.events, type) };
  return (envelope) => inLanguage(events.get(envelope.eventType), envelope, 'theirs', texts);
}
