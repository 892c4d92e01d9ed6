import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Caller } from '../../kernel/callers/people.ts';
import { tracedAnswer } from '../../kernel/tracing/http.ts';
import { spanUnderWay, type Tracer } from '../../kernel/tracing/span.ts';
import { drainRequest } from '../../std/drain-request.ts';
import { type Log, stackOf } from '../../std/log.ts';
import type { Mount } from '../../std/mount.ts';
import { isListed, parseNetworks } from '../../std/network.ts';
import { newTimeId } from '../../std/time-id.ts';
import { asUnavailable, ContentChanged, ContentLost, retryAfterSeconds, Unavailable } from '../../std/unavailable.ts';
import { undeclared } from './answer-check.ts';
import { cachingOf } from './answers.ts';
import type { Api, Endpoint } from './endpoint.ts';
import type { Exchange, Exchanged, Handled, Pipeline } from './exchange.ts';
import { fail, isFailed, problems } from './problem.ts';
import { type Sent, standardHeaders, writeOutcome } from './reply.ts';
import { type Found, longestUrl, routerOf, unreadable } from './router.ts';
import { shutdownOf } from './shutdown.ts';
import type { Names } from './words.ts';

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
  /** Sees each answer of an operation: its status, the code of a refusal, and how long it took. */
  readonly onAnswer?: ((endpoint: Endpoint, status: number, code: string | undefined, ms: number) => void) | undefined;
  /** Sees each exchange whose request was readable, once its answer was handed over or its connection has ended. */
  readonly onExchange?: ((done: Exchanged) => void) | undefined;
  /** Other words for the same operations. */
  readonly names?: Names | undefined;
  /** Traces every request. */
  readonly tracer?: Tracer | undefined;
}

export interface HttpServer {
  listen(port: number, host: string): Promise<number>;
  /** Stops taking connections and finishes the requests under way, and those that come on connections kept alive. */
  close(): Promise<void>;
}

/** How long one request may take to arrive: a large block over a slow line takes hours. Headers have 60 s. */
const slowestUpload = 12 * 3_600_000;

/** The HTTP server: mounts first, then the APIs' operations. */
export function httpServer(options: ServerOptions): HttpServer {
  const serve = servingWith(options);
  const find = routerOf(options);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const ambiguous = hasSecondHost(request);
    const mount = ambiguous ? undefined : mountOf(options.mounts, request.url ?? '/');
    if (mount) void handOver(mount, request, response, options.log);
    else void serve(request, response, ambiguous ? unreadable : find(request));
  };
  const server = createServer({ keepAliveTimeout, requestTimeout: slowestUpload }, (request, response) => {
    drain.answering(response);
    tracedAnswer(options.tracer, request, response, () => answer(request, response));
  });
  const drain = shutdownOf(server);
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

function mountOf(mounts: readonly Mount[], url: string): Mount | undefined {
  return mounts.find(({ prefix }) => {
    if (!url.startsWith(prefix)) return false;
    const next = url[prefix.length];
    return next === undefined || next === '/' || next === '?';
  });
}

/** A mount answers its own faults; what escapes it must not end the process. */
async function handOver(mount: Mount, request: IncomingMessage, response: ServerResponse, log: Log): Promise<void> {
  spanUnderWay()?.rename(`${request.method} ${mount.prefix}`);
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
  return async (request, response, found) => {
    const { allow, bad } = found;
    const started = performance.now();
    const correlationId = correlationOf(request);
    if (request.method === 'OPTIONS' && !bad) return answerOptions(request, response, allow, correlationId, https);
    const exchange = exchangeOf(request, found, { correlationId, address: addressOf(request), names: options.names });
    const { words } = exchange;
    const handled = bad ? { outcome: fail(problems.badRequest) } : await handleSafely(exchange, options);
    const { endpoint, outcome, caller } = handled;
    tellTrace(exchange, endpoint);
    const isGone = request.socket.destroyed;
    const passed = { bytes: 0 };
    let sent: Sent = { status: 0, bytes: 0 };
    try {
      const told = words === undefined ? outcome : words.outcome(endpoint, outcome);
      sent = await writeOutcome(request, response, told, {
        correlationId,
        requestId: exchange.requestId,
        passed,
        https,
        caching: endpoint && cachingOf(endpoint, outcome),
        applied: handled.prefer,
        honoursPrefer: endpoint?.prefer ?? false,
        names: options.names && { words, byAccept: !found.named },
      });
    } catch (error) {
      options.log.warn({ correlationId, error: String(error) }, 'answer not sent whole');
      response.destroy();
    }
    drainRequest(request);
    const ms = performance.now() - started;
    const { status } = sent;
    const begun = statusOf(sent, response);
    if (endpoint)
      options.onAnswer?.(endpoint, begun ?? status, isFailed(outcome) ? outcome.problem.code : undefined, ms);
    logRequest(options.log, exchange, caller, status, ms);
    options.onExchange?.({
      exchange,
      outcome,
      response,
      started,
      ms,
      status: isGone ? null : begun,
      responseBytes: Math.max(sent.bytes, passed.bytes),
    });
  };
}

/** Of an answer that was cut off, too; null where there was none. */
function statusOf({ status }: Sent, response: ServerResponse): number | null {
  if (status !== 0) return status;
  return response.headersSent ? response.statusCode : null;
}

const none: readonly Endpoint[] = [];
const known = new WeakMap<object, readonly Endpoint[]>();

function endpointsOf(route: Found['route']): readonly Endpoint[] {
  if (route === undefined) return none;
  const endpoints = known.get(route) ?? [...route.versions.values()].map(({ endpoint }) => endpoint);
  known.set(route, endpoints);
  return endpoints;
}

interface Received {
  readonly correlationId: string;
  readonly address: string;
  readonly names: Names | undefined;
}

/** A request as the pipeline takes it: its path in neutral words, whatever words it came in. */
function exchangeOf(
  request: IncomingMessage,
  { route, allow, params, named, testOnly }: Found,
  { correlationId, address, names }: Received,
): Exchange {
  const url = request.url ?? '/';
  const at = url.indexOf('?');
  const asked = at < 0 ? url : url.slice(0, at);
  const now = Date.now();
  const exchange = {
    request,
    path: asked,
    query: at < 0 ? '' : url.slice(at + 1),
    address,
    correlationId,
    now,
    route,
    allow: allow || undefined,
    testOnly,
    params,
    requestId: newTimeId(now),
    noted: {},
  };
  if (names === undefined) return exchange;
  const endpoints = endpointsOf(route);
  const words = names.wordsOf(request, endpoints, named ?? false);
  const [first] = endpoints;
  if (words === undefined || !named || first === undefined) return { ...exchange, words };
  return { ...exchange, words, path: words.path(first, asked), asked };
}

/** A request is traced by the name of its operation; the correlation id leads to its line in the log. */
function tellTrace({ correlationId }: Exchange, endpoint: Endpoint | undefined): void {
  const span = spanUnderWay();
  if (span === undefined) return;
  if (endpoint) span.rename(endpoint.id);
  span.add({ 'http.route': endpoint?.path, 'twin_platform.correlation_id': correlationId });
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
    if (error instanceof ContentChanged) return { outcome: fail(problems.contentChanged) };
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

function logRequest(log: Log, exchange: Exchange, caller: Caller | undefined, status: number, ms: number): void {
  log.info({
    method: exchange.request.method,
    path: exchange.path,
    ...(exchange.asked === undefined ? {} : { asked: exchange.asked }),
    status,
    ms: Math.round(ms * 10) / 10,
    user: caller?.userId,
    application: caller?.clientId,
    correlationId: exchange.correlationId,
  });
}
