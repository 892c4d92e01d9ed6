import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import { type PlaceLimiter, placeLimiter } from '../kernel/limits/place-limiter.ts';
import type { Mount } from '../std/mount.ts';
import { retryAfterSeconds, Unavailable } from '../std/unavailable.ts';
import type { Core } from './core.ts';
import { TooBusy } from './identity/passwords.ts';
import { libraryAnswers, temporarilyUnavailable } from './oidc/around.ts';
import { discoveryDocument, keySetDocument } from './oidc/discovery.ts';
import { routes } from './oidc/provider.ts';
import { userInfo } from './oidc/user-info.ts';
import { pageOf } from './pages/pages.ts';
import { fieldsOf, mediaTypeOf, readBytes, requestFor } from './request-body.ts';
import { isOriginOfPage } from './store/applications.ts';
import { browserCookie, devicesCookie, sessionCookie } from './web/cookies.ts';
import {
  errorPage,
  notFound,
  type PageAnswer,
  type PageRequest,
  readCookie,
  unavailablePage,
  waitPage,
} from './web/page.ts';
import { sendPage } from './web/send.ts';
import { stylesheet, stylesheetPath } from './web/style.ts';

const longestUrl = 8000;
/** Nobody fills in so many; each may write a row, whoever sends it. */
const formsPerMinute = { address: 300, network: 1200 };
const correlationForm = /^[A-Za-z0-9._-]{1,128}$/;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** Below the authorization server's address. */
  readonly path: string;
  readonly query: string;
  readonly address: string;
  readonly correlationId: string;
}

type AddressOf = (request: IncomingMessage) => string;

/** Everything below the authorization server's address but its JSON APIs. */
export function mountsOf(core: Core, addressOf: AddressOf): Mount[] {
  const handle = handlerOf(core, addressOf);
  const prefixes = ['/connect', '/account', '/.well-known'].map((prefix) => core.path + prefix);
  // RFC 8414 puts the metadata of an issuer with a path here
  if (core.path !== '') prefixes.push(`/.well-known/oauth-authorization-server${core.path}`);
  return prefixes.map((prefix) => ({ prefix, handle }));
}

function handlerOf(core: Core, addressOf: AddressOf): Mount['handle'] {
  const forms = placeLimiter(formsPerMinute);
  return async (request, response) => {
    const started = performance.now();
    const given = request.headers['x-correlation-id'];
    const correlationId = typeof given === 'string' && correlationForm.test(given) ? given : randomUUID();
    response.setHeader('X-Correlation-ID', correlationId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    if (core.https) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    const exchange = exchangeOf(core, request, response, { address: addressOf(request), correlationId });
    try {
      await route(core, exchange, forms);
    } catch (error) {
      answerFailure(core, exchange, error, correlationId);
    }
    if (!request.complete) request.resume();
    core.log.info({
      method: exchange.method,
      path: core.path + exchange.path,
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      correlationId,
    });
  };
}

function exchangeOf(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
  from: Pick<Exchange, 'address' | 'correlationId'>,
): Exchange {
  const url = request.url ?? '/';
  const at = url.indexOf('?');
  const whole = at < 0 ? url : url.slice(0, at);
  const path = whole.startsWith('/.well-known/oauth-authorization-server') ? whole : whole.slice(core.path.length);
  const query = at < 0 ? '' : url.slice(at + 1);
  return { request, response, method: request.method ?? 'GET', path, query, ...from };
}

function answerFailure(core: Core, { response, method, path }: Exchange, error: unknown, correlationId: string): void {
  const head = method === 'HEAD';
  if (error instanceof TooBusy && !response.headersSent) {
    const busy = errorPage(core, 503, 'Too many people sign in just now', 'Please try again in a few seconds.');
    return sendPage(core, response, { ...busy, retryAfter: Number(retryAfterSeconds) }, head);
  }
  if (error instanceof Unavailable && !response.headersSent) {
    core.log.error({ correlationId, error: error.message }, 'failed');
    if (isPage(path)) return sendPage(core, response, unavailablePage(core), head);
    response.setHeader('Retry-After', retryAfterSeconds);
    return json(response, 503, temporarilyUnavailable, head);
  }
  const mistaken = error instanceof errors.OIDCProviderError;
  if (!mistaken)
    core.log.error({ correlationId, error: error instanceof Error ? error.stack : String(error) }, 'failed');
  if (response.headersSent) return void response.destroy();
  const answer = mistaken
    ? errorPage(core, 400, 'This request cannot be answered', error.error_description ?? error.message)
    : errorPage(core, 500, 'Something went wrong', 'Please try again later.');
  sendPage(core, response, answer, head);
}

/** What people see in a browser, where programs call the rest. */
const isPage = (path: string): boolean => path === routes.authorization || pageOf(path) !== undefined;

async function route(core: Core, exchange: Exchange, forms: PlaceLimiter): Promise<void> {
  const { method, path, request } = exchange;
  if ((request.url ?? '').length > longestUrl) {
    return page(core, exchange, errorPage(core, 414, 'The address is too long', 'It has more than 8,000 characters.'));
  }
  await core.keys.upToDate(Date.now());
  if (path.startsWith('/.well-known/')) return wellKnown(core, exchange);
  if (path === stylesheetPath) return style(exchange);
  const asksBefore = method === 'OPTIONS';
  if (path === routes.userinfo && !asksBefore) return answerUserInfo(core, exchange);
  if (path === routes.userinfo || libraryAnswers(method, path)) {
    const welcome = !asksBefore || (await isOriginOfPage(core.db, request.headers.origin));
    return welcome ? callLibrary(core, exchange) : void exchange.response.writeHead(204, { Vary: 'Origin' }).end();
  }
  return routePage(core, exchange, forms);
}

async function routePage(core: Core, exchange: Exchange, forms: PlaceLimiter): Promise<void> {
  const { method } = exchange;
  const handler = pageOf(exchange.path);
  if (handler === undefined) return page(core, exchange, notFound(core));
  const wait = method === 'POST' ? forms.take(exchange.address, Date.now()) : undefined;
  if (wait !== undefined) return page(core, exchange, waitPage(core, wait * 1000));
  const pageRequest = await pageRequestOf(exchange);
  if (pageRequest === 'tooLarge') {
    return page(core, exchange, errorPage(core, 413, 'The form is too large', 'Please enter less.'));
  }
  if (pageRequest === undefined) return page(core, exchange, notFound(core));
  const answer = await handler(core, pageRequest);
  sendPage(core, exchange.response, answer, method === 'HEAD');
}

function page(core: Core, { response, method }: Exchange, answer: PageAnswer): void {
  sendPage(core, response, answer, method === 'HEAD');
}

async function pageRequestOf(exchange: Exchange): Promise<PageRequest | undefined | 'tooLarge'> {
  const { request, method, path, query, address, correlationId } = exchange;
  if (!['GET', 'HEAD', 'POST'].includes(method)) return undefined;
  const { headers } = request;
  let form = new URLSearchParams();
  if (method === 'POST') {
    const body = await readBytes(request);
    if (body === undefined) return 'tooLarge';
    if (mediaTypeOf(request) === 'application/x-www-form-urlencoded') form = new URLSearchParams(body.toString('utf8'));
  }
  const names = [...form.keys()];
  const site = headers['sec-fetch-site'];
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    path,
    query,
    params: new URLSearchParams(query),
    form: new Set(names).size === names.length ? new Map(form) : new Map(),
    browserId: readCookie(headers.cookie, browserCookie),
    sessionId: readCookie(headers.cookie, sessionCookie),
    address,
    userAgent: headers['user-agent'] ?? '',
    correlationId,
    devices: readCookie(headers.cookie, devicesCookie),
    acceptLanguage: headers['accept-language'] ?? '',
    sameOrigin: site === undefined || site === 'same-origin' || site === 'none',
  };
}

type Callback = ReturnType<Provider['callback']>;
const callbacks = new WeakMap<Provider, Callback>();

function callbackOf(provider: Provider): Callback {
  const callback = callbacks.get(provider) ?? provider.callback();
  callbacks.set(provider, callback);
  return callback;
}

/** The library believes scheme, host and address that its request names: they are ours, never the client's. */
async function callLibrary(core: Core, exchange: Exchange): Promise<void> {
  const { request, response, method, path, query, address } = exchange;
  const { protocol, host } = new URL(core.issuer);
  const headers = {
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-forwarded-for': address,
  };
  const body = method === 'POST' ? await readBytes(request) : undefined;
  if (method === 'POST' && body === undefined) {
    return json(response, 413, { error: 'invalid_request', error_description: 'the body is too large' });
  }
  const fields = body && fieldsOf(request, body);
  fields?.delete('resource');
  const copy = requestFor(request, query ? `${path}?${query}` : path, headers, fields);
  await callbackOf(core.provider())(copy, response);
}

function wellKnown(core: Core, { method, path, response }: Exchange): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Correlation-ID');
    response.writeHead(204).end();
    return;
  }
  const document = documentAt(core, path);
  const known = document !== undefined && (method === 'GET' || method === 'HEAD');
  if (known) response.setHeader('Cache-Control', 'public, max-age=3600');
  json(response, known ? 200 : 404, known ? document : { error: 'not_found' }, method === 'HEAD');
}

function documentAt(core: Core, path: string): object | undefined {
  if (path === routes.jwks) return keySetDocument(core);
  const metadata = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];
  const known = [...metadata, `/.well-known/oauth-authorization-server${core.path}`].includes(path);
  return known ? discoveryDocument(core) : undefined;
}

async function answerUserInfo(core: Core, { request, response, method }: Exchange): Promise<void> {
  const body = method === 'POST' ? await readBytes(request) : undefined;
  const inForm = body && new URLSearchParams(body.toString('utf8')).get('access_token');
  const authorization = request.headers.authorization ?? (inForm ? `Bearer ${inForm}` : undefined);
  const answer = await userInfo(core, authorization);
  const { origin } = request.headers;
  response.setHeader('Vary', 'Origin');
  response.setHeader('Cache-Control', 'no-store');
  const mayRead = answer.status === 200 ? answer.origins.includes(origin ?? '') : await isOriginOfPage(core.db, origin);
  if (origin !== undefined && mayRead) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate, X-Correlation-ID');
  }
  if (answer.challenge) response.setHeader('WWW-Authenticate', answer.challenge);
  json(response, answer.status, answer.body, method === 'HEAD');
}

function style({ response, method }: Exchange): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.writeHead(200, {
    'Content-Type': 'text/css; charset=utf-8',
    'Content-Length': Buffer.byteLength(stylesheet),
  });
  response.end(method === 'HEAD' ? undefined : stylesheet);
}

function json(response: ServerResponse, status: number, value: unknown, head = false): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(head ? undefined : body);
}
