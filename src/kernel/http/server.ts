import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import findMyWay from 'find-my-way';
import { type Log, stackOf } from '../log.ts';
import type { Caller } from '../ports/people.ts';
import { isListed, parseNetworks } from '../std/network.ts';
import { asUnavailable, ContentLost, retryAfterSeconds, Unavailable } from '../std/unavailable.ts';
import { undeclared } from './answer-check.ts';
import { cachingOf, mediaOf } from './answers.ts';
import { drainOf } from './drain.ts';
import type { Api, Endpoint } from './endpoint.ts';
import type { Mount } from './mount.ts';
import type { Exchange, Handled, Pipeline, Route, Served } from './pipeline.ts';
import { fail, isFailed, problems } from './problem.ts';
import { standardHeaders, writeOutcome } from './reply.ts';
import { readRest } from './rest.ts';

const longestUrl = 8192;
const keepAliveTimeout = 65_000;
const usualGraceMs = 1000;
const correlationForm = /^[A-Za-z0-9._-]{1,128}$/;
const methods = 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS';

export interface ServerOptions {
  readonly apis: readonly Api[];
  readonly mounts: readonly Mount[];
  readonly pipeline: Pipeline;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly trustedProxies: readonly string[];
  readonly log: Log;
  /** Checks every answer against its declaration and turns an undeclared one into a 500 (tests, development). */
  readonly checkAnswers: boolean;
  /** How long idle connections are left open at the end, in milliseconds; tests have no time for it. */
  readonly graceMs?: number | undefined;
  /** Sees each answer of an operation: its status, and the code of a refusal. */
  readonly onAnswer?: ((endpoint: Endpoint, status: number, code: string | undefined) => void) | undefined;
}

export interface HttpServer {
  listen(port: number, host: string): Promise<number>;
  /** Stops taking connections and finishes the requests under way, and those that come on connections kept alive. */
  close(): Promise<void>;
}

type PathRoutes = Map<string, Route>;

/** How long one request may take to arrive: a large block over a slow line takes hours. Headers have 60 s. */
const slowestUpload = 12 * 3_600_000;

/** The HTTP server: mounts first, then the APIs' operations. */
export function httpServer(options: ServerOptions): HttpServer {
  const serve = servingWith(options);
  const find = routerOf(options);
  const server = createServer({ keepAliveTimeout, requestTimeout: slowestUpload }, (request, response) => {
    drain.answering(response);
    const ambiguous = hasSecondHost(request);
    const mount = ambiguous ? undefined : mountOf(options.mounts, request.url ?? '/');
    if (mount) void handOver(mount, request, response, options.log);
    else void serve(request, response, ambiguous ? unreadable : find(request));
  });
  const drain = drainOf(server);
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    close: () => drain.end(options.graceMs ?? usualGraceMs),
  };
}

/** Two programs on the way may each believe another one of two hosts. */
function hasSecondHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) hosts++;
  return hosts > 1;
}

/** What the router found: an operation's route, the methods of a known path, or that the request is unreadable. */
type Found = {
  readonly route?: Route;
  readonly allow: string;
  readonly params: Record<string, string>;
  readonly bad?: true;
};

const noRoute: Found = { allow: '', params: {} };
const unreadable: Found = { ...noRoute, bad: true };
const routed = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Literal segments without case, a trailing slash as none, a literal before a placeholder whatever the method. */
function routerOf(options: ServerOptions): (request: IncomingMessage) => Found {
  const router = findMyWay({ caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: longestUrl });
  for (const [path, byMethod] of routesOf(options.apis, options)) {
    const allow = allowOf(byMethod);
    for (const method of routed) {
      const route = method === 'HEAD' ? headOf(byMethod) : byMethod.get(method);
      router.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), () => {}, { route, allow });
    }
  }
  return ({ method = 'GET', url = '/' }) => {
    const path = url.split('?', 1)[0] ?? '/';
    if (!isDecodable(path)) return unreadable;
    const found = router.find(method as 'GET', path);
    if (found === null) return noRoute;
    const { route, allow }: Pick<Found, 'allow' | 'route'> = found.store;
    return { ...(route ? { route } : {}), allow, params: found.params as Record<string, string> };
  };
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

function routesOf(apis: readonly Api[], options: ServerOptions): Map<string, PathRoutes> {
  const paths = new Map<string, PathRoutes>();
  const authPath = new URL(options.authUrl).pathname.replace(/\/$/, '');
  for (const api of apis) {
    for (const endpoint of api.endpoints) {
      const path = (api.at === 'auth' ? authPath : '') + endpoint.path;
      const key = path.length > 1 ? path.replace(/\/$/, '') : path;
      const shape = key.replaceAll(/\{\w+\}/g, '{}').toLowerCase();
      const existing = [...paths.keys()].find((one) => one.replaceAll(/\{\w+\}/g, '{}').toLowerCase() === shape) ?? key;
      if (existing !== key) throw new Error(`${key} and ${existing} name their parameters differently.`);
      const routes: PathRoutes = paths.get(existing) ?? new Map();
      paths.set(existing, routes);
      const { versions } = routes.get(endpoint.method) ?? {};
      if (versions?.has(api.version)) throw new Error(`${endpoint.method} ${path} is declared twice.`);
      routes.set(endpoint.method, routeOf([...(versions?.values() ?? []), { api, endpoint }]));
    }
  }
  return paths;
}

function routeOf(served: readonly Served[]): Route {
  const newest = served.reduce((one, other) => (other.api.version > one.api.version ? other : one));
  return {
    versions: new Map(served.map((one) => [one.api.version, one])),
    newest: newest.api.version,
    media: mediaOf(newest.endpoint),
  };
}

/** The GET that a HEAD asks for, unless it makes something. */
function headOf(byMethod: PathRoutes): Route | undefined {
  const route = byMethod.get('GET');
  return route && [...route.versions.values()].every(({ endpoint }) => endpoint.head !== false) ? route : undefined;
}

const allowOf = (byMethod: PathRoutes): string =>
  [...byMethod.keys(), ...(headOf(byMethod) ? ['HEAD'] : []), 'OPTIONS'].join(', ');

function mountOf(mounts: readonly Mount[], url: string): Mount | undefined {
  return mounts.find(({ prefix }) => {
    if (!url.startsWith(prefix)) return false;
    const next = url[prefix.length];
    return next === undefined || next === '/' || next === '?';
  });
}

/** A mount answers its own faults; what escapes it must not end the process. */
async function handOver(mount: Mount, request: IncomingMessage, response: ServerResponse, log: Log): Promise<void> {
  try {
    await mount.handle(request, response);
  } catch (error) {
    log.error({ path: mount.prefix, error: stackOf(error) }, 'request failed');
    if (response.headersSent) return void response.destroy();
    const { status, message } =
      asUnavailable('disk', error) instanceof Unavailable ? problems.serviceUnavailable : problems.internalServerError;
    if (status === 503) response.setHeader('Retry-After', retryAfterSeconds);
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(message);
  }
}

type Serve = (request: IncomingMessage, response: ServerResponse, found: Found) => Promise<void>;

function servingWith(options: ServerOptions): Serve {
  const https = options.baseUrl.startsWith('https:');
  const addressOf = addressReader(options.trustedProxies);
  return async (request, response, { route, allow, params, bad }) => {
    const started = performance.now();
    const correlationId = correlationOf(request);
    if (request.method === 'OPTIONS' && !bad) return answerOptions(request, response, allow, correlationId, https);
    const url = request.url ?? '/';
    const at = url.indexOf('?');
    const exchange: Exchange = {
      request,
      path: at < 0 ? url : url.slice(0, at),
      query: at < 0 ? '' : url.slice(at + 1),
      address: addressOf(request),
      correlationId,
      now: Date.now(),
      route,
      allow: allow || undefined,
      params,
    };
    const handled = bad ? { outcome: fail(problems.badRequest) } : await handleSafely(exchange, options);
    const { endpoint, outcome, caller } = handled;
    let status = 0;
    try {
      status = await writeOutcome(request, response, outcome, {
        correlationId,
        https,
        caching: endpoint && cachingOf(endpoint, outcome),
        applied: handled.prefer,
        honoursPrefer: endpoint?.prefer ?? false,
      });
    } catch (error) {
      options.log.warn({ correlationId, error: String(error) }, 'answer not sent whole');
      response.destroy();
    }
    readRest(request);
    if (endpoint) options.onAnswer?.(endpoint, status, isFailed(outcome) ? outcome.problem.code : undefined);
    logRequest(options.log, exchange, caller, status, started);
  };
}

function correlationOf({ headers }: IncomingMessage): string {
  const given = headers['x-correlation-id'];
  return typeof given === 'string' && correlationForm.test(given) ? given : randomUUID();
}

async function handleSafely(exchange: Exchange, options: ServerOptions): Promise<Handled> {
  const url = exchange.request.url ?? '';
  if (url.length > longestUrl) return { outcome: fail(problems.uriTooLong) };
  try {
    const handled = await options.pipeline(exchange);
    const fault = options.checkAnswers && handled.endpoint ? undeclared(handled.endpoint, handled.outcome) : undefined;
    if (fault === undefined) return handled;
    throw new Error(fault);
  } catch (error) {
    if (exchange.request.destroyed && !exchange.request.complete) return { outcome: fail(problems.badRequest) };
    const { correlationId } = exchange;
    const found = asUnavailable('disk', error);
    const away = found instanceof Unavailable;
    options.log.error({ correlationId, error: away ? found.message : stackOf(error) }, 'request failed');
    if (away) return { outcome: fail(problems.serviceUnavailable, { headers: { 'Retry-After': retryAfterSeconds } }) };
    return { outcome: fail(error instanceof ContentLost ? problems.contentLost : problems.internalServerError) };
  }
}

function answerOptions(
  request: IncomingMessage,
  response: ServerResponse,
  allow: string,
  correlationId: string,
  https: boolean,
): void {
  const headers = standardHeaders(request, correlationId, https);
  if (request.headers.origin !== undefined && request.headers['access-control-request-method'] !== undefined) {
    const asked = request.headers['access-control-request-headers'];
    headers.push('Access-Control-Allow-Methods', methods, 'Access-Control-Max-Age', '7200');
    if (asked !== undefined) headers.push('Access-Control-Allow-Headers', asked);
  } else headers.push('Allow', allow || 'OPTIONS');
  response.writeHead(204, headers).end();
}

/** The socket's address, or the one a trusted proxy vouches for. */
export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const networks = parseNetworks(trustedProxies);
  return (request) => {
    let address = request.socket.remoteAddress ?? '';
    if (networks.length === 0) return address;
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => part.trim());
    while (forwarded.length > 0 && isListed(address, networks)) address = forwarded.pop() || address;
    return address;
  };
}

function logRequest(log: Log, exchange: Exchange, caller: Caller | undefined, status: number, started: number): void {
  log.info({
    method: exchange.request.method,
    path: exchange.path,
    status,
    ms: Math.round((performance.now() - started) * 10) / 10,
    user: caller?.userId,
    application: caller?.clientId,
    correlationId: exchange.correlationId,
  });
}
