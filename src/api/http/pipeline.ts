import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as breathe } from 'node:timers/promises';
import { actorOf } from '../../kernel/audit.ts';
import type { Caller } from '../../kernel/callers/people.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { SchemaNode } from '../../kernel/schema/node.ts';
import { acceptReader, jsonTypeReader } from './accept.ts';
import { authenticated, refuse, waiting } from './authenticated.ts';
import { type ReadBody, readBody } from './body.ts';
import type { Context } from './context.ts';
import { type Endpoint, isRaw, type Outcome } from './endpoint.ts';
import type { Exchange, Handled, Pipeline, PipelineOptions, Route, Served } from './exchange.ts';
import { runOnce } from './idempotency.ts';
import { namingJobs, noting } from './noting.ts';
import { type Failed, fail, isFailed, NoLongerThere, problems } from './problem.ts';
import { parseQuery } from './query-string.ts';
import { isOutOfReach } from './reach.ts';
import { matches } from './reply.ts';
import { runEndpoint } from './run.ts';
import { addressFaultsOf, declaredBody, faultsOf, trimmedBody } from './validation.ts';

/**
 * The steps of conventions.md section 4, in its order: 401, 429, 404 of the operation, 406, malformed path ids,
 * existence and permission, 412, body, validation, and then the handler.
 */
export function pipelineOf(options: PipelineOptions): Pipeline {
  const askedVersion = acceptReader(options.vendorAliases);
  const isJson = jsonTypeReader(options.vendorAliases);

  const handle: Pipeline = async (exchange) => {
    const { request, route } = exchange;
    const found = route && pickVersion(route, askedVersion, request.headers.accept);
    const picked = pickedIn(found);
    const reader = options.db.forRequest();
    const caller = await authenticated(exchange, picked.endpoint, reader, options);
    if (typeof caller === 'string') {
      return { ...picked, outcome: refuse(caller, exchange, options.limiter, picked.endpoint) };
    }
    if ('waitMs' in caller) return { ...picked, outcome: waiting(Math.ceil(caller.waitMs / 1000)) };
    if (exchange.testOnly !== true || caller.mode === 'Test') return answer(exchange, found, caller, reader);
    return answer({ ...exchange, allow: undefined }, undefined, caller, reader);
  };

  const answer = async (exchange: Exchange, found: Picked, caller: Caller, reader: Reader): Promise<Handled> => {
    const picked = pickedIn(found);
    noteAsker(exchange, caller, picked.endpoint);
    const wait = options.limiter.take(caller, exchange.now);
    if (wait !== undefined) return { ...picked, caller, outcome: overLimit(wait, caller, found) };
    if (found === undefined) return { caller, outcome: noSuchOperation(exchange.allow) };
    if (found === 'notAcceptable') return { caller, outcome: fail(problems.notAcceptable) };
    const { endpoint } = found;
    const prefer = endpoint.prefer ? preferOf(exchange.request.headers.prefer) : undefined;
    const outcome = await serve(endpoint, exchange, { caller, reader, prefer }, options, isJson);
    return { outcome: withDeprecation(outcome, endpoint), endpoint, caller, ...(prefer ? { prefer } : {}) };
  };
  return async (exchange) => withAlways(await handle(exchange));
}

function noteAsker({ noted }: Exchange, caller: Caller, endpoint: Endpoint | undefined): void {
  noted.caller = caller;
  if (endpoint) noted.endpoint = endpoint;
  caller.asked = (twinId) => {
    noted.twinId ??= twinId;
  };
}

/** The headers that every answer of an endpoint has. */
function withAlways(handled: Handled): Handled {
  const { endpoint, outcome } = handled;
  if (endpoint?.always === undefined) return handled;
  return { ...handled, outcome: { ...outcome, headers: { ...endpoint.always, ...outcome.headers } } };
}

type Picked = Served | undefined | 'notAcceptable';

const pickedIn = (found: Picked) => (typeof found === 'object' ? { endpoint: found.endpoint } : {});

function pickVersion(route: Route, asked: ReturnType<typeof acceptReader>, accept: string | undefined): Picked {
  const version = asked(accept, route.media);
  if (version === 'none') return 'notAcceptable';
  return route.versions.get(version === 'newest' ? route.newest : version);
}

function overLimit(wait: number, caller: Caller, found: Picked): Failed {
  const operation = typeof found === 'object' ? { api: found.api.name, id: found.endpoint.id } : undefined;
  return fail(problems.rateLimitExceeded, {
    headers: {
      'Retry-After': String(wait),
      'TwinPlatform-RateLimited-Tier': caller.tier,
      'TwinPlatform-RateLimited-API': operation?.api ?? '',
      'TwinPlatform-RateLimited-Operation': operation?.id ?? '',
      'TwinPlatform-RateLimited-Application': caller.clientId,
    },
  });
}

const noSuchOperation = (allow: string | undefined): Failed =>
  fail(problems.resourceNotFound, {
    details: [{ code: 'OperationNotFound', message: 'Unable to match incoming request to an operation.' }],
    ...(allow ? { headers: { Allow: allow } } : {}),
  });

function preferOf(header: string | string[] | undefined): 'minimal' | 'representation' | undefined {
  const text = Array.isArray(header) ? header.join(',') : header;
  const match = /(?:^|[,;\s])return\s*=\s*"?(minimal|representation)"?(?=$|[,;\s])/i.exec(text ?? '');
  const asked = match?.[1]?.toLowerCase();
  return asked === 'minimal' || asked === 'representation' ? asked : undefined;
}

/** Who asks, through what, and how the answer is preferred. */
interface Asker {
  readonly caller: Caller;
  readonly reader: Reader;
  readonly prefer: Handled['prefer'];
}

async function serve(
  endpoint: Endpoint,
  exchange: Exchange,
  { caller, reader, prefer }: Asker,
  options: PipelineOptions,
  isJson: (type: string) => boolean,
): Promise<Outcome> {
  const { params } = exchange;
  const query = parseQuery(exchange.words?.query(endpoint, exchange.query) ?? exchange.query, endpoint.query);
  if (query === undefined) return fail(problems.badRequest);
  const addressFaults = addressFaultsOf(endpoint, params, query);
  if (addressFaults.length > 0 && endpoint.invalid) return fail(endpoint.invalid, { details: addressFaults });
  const context = contextOf(endpoint, exchange, { caller, reader }, query, options);
  try {
    return await serveTarget(endpoint, { exchange, query, prefer }, context, options, isJson);
  } catch (error) {
    if (!(error instanceof NoLongerThere)) throw error;
    const again = await endpoint.access.resolve(params, { ...context, db: options.db });
    return isFailed(again) ? again : fail(problems.serviceUnavailable, { headers: { 'Retry-After': '1' } });
  }
}

interface Asked {
  readonly exchange: Exchange;
  readonly query: Record<string, unknown>;
  readonly prefer: Handled['prefer'];
}

async function serveTarget(
  endpoint: Endpoint,
  { exchange, query, prefer }: Asked,
  context: Context,
  options: PipelineOptions,
  isJson: (type: string) => boolean,
): Promise<Outcome> {
  const { request, params } = exchange;
  const { caller } = context;
  if (isOutOfReach(endpoint, caller)) return fail(problems.insufficientPermissions);
  const target = await endpoint.access.resolve(params, context);
  if (isFailed(target)) return target;
  if (!fresh(endpoint, request, target)) return fail(problems.preconditionFailed);
  const given = await readBody(request, endpoint, isJson);
  if (isFailed(given)) return given;
  const read = neutralBody(endpoint, given, exchange);
  noteBody(exchange, endpoint, read);
  const body = 'value' in read ? trimmedBody(endpoint, read.value) : undefined;
  const headers = headersOf(endpoint, request);
  const fault = 'fault' in read ? read.fault : undefined;
  const faults = await faultsOf(endpoint, { query, body, headers }, target, context, fault);
  if (faults.length > 0) {
    const message = endpoint.invalidMessage?.(faults);
    return fail(endpoint.invalid ?? problems.badRequest, { details: faults, ...(message ? { message } : {}) });
  }
  const run = (found: unknown, value: unknown, said = value): Promise<Outcome> => {
    const input = { params, query, body: value, headers, target: found, prefer };
    const runIt = async () => namingJobs(await runEndpoint(endpoint, input, context), exchange.noted);
    const key = request.headers['idempotency-key'];
    if (endpoint.method !== 'POST' || endpoint.secret || typeof key !== 'string') return runIt();
    const keyed = { key, caller, path: exchange.path, body: said, now: exchange.now, invalid: endpoint.invalid };
    return runOnce(options.db, keyed, runIt);
  };
  if ('isLarge' in read && read.isLarge) await breathe();
  return 'pour' in read
    ? runPoured(endpoint, read, params, context, run)
    : run(target, declaredBody(endpoint, body), body);
}

/** The value of a body in neutral words. */
const neutralBody = (endpoint: Endpoint, read: ReadBody, { words }: Exchange): ReadBody =>
  words !== undefined && 'value' in read ? { ...read, value: words.body(endpoint, read.value) } : read;

/** The body may have taken hours: whose it is and who may do it is asked again once it is there. */
async function runPoured(
  endpoint: Endpoint,
  { pour }: Extract<ReadBody, { pour: unknown }>,
  params: Record<string, string>,
  context: Context,
  run: (target: unknown, value: unknown, said: unknown) => Promise<Outcome>,
): Promise<Outcome> {
  const poured = await pour(context.ports.blobs);
  if (isFailed(poured)) return poured;
  try {
    const { userId, clientId } = context.caller;
    const caller = await context.ports.people.callerOf(context.db, userId, clientId);
    if (caller === undefined) return fail(problems.unauthorized);
    const target = await endpoint.access.resolve(params, { ...context, caller });
    if (isFailed(target)) return target;
    const { sha256, type } = poured.body;
    return await run(target, poured.body, { sha256, type });
  } finally {
    await poured.done();
  }
}

function fresh(endpoint: Endpoint, request: IncomingMessage, target: unknown): boolean {
  const given = request.headers['if-match'];
  if (given === undefined || endpoint.version === undefined || endpoint.method === 'GET') return true;
  const version = endpoint.version(target);
  return matches(given, `"${version}"`) || matches(given, `"${version}r"`);
}

/** What handlers get. Nothing is worked out when it is asked for: an object with getters of its own takes V8 some microseconds to make. */
function contextOf(
  endpoint: Endpoint,
  exchange: Exchange,
  { caller, reader }: Pick<Asker, 'caller' | 'reader'>,
  query: Readonly<Record<string, unknown>>,
  options: PipelineOptions,
): Context {
  const { db } = options;
  const { address, correlationId, request } = exchange;
  const context: Context = {
    query,
    caller,
    by: actorOf(caller, { address, correlationId, userAgent: request.headers['user-agent'] ?? '' }),
    db: reader,
    baseUrl: options.baseUrl,
    now: exchange.now,
    correlationId,
    words: exchange.words,
    ports: options.ports,
    disconnected: endOf(request.socket),
    write(given) {
      const work = noting(exchange.noted, given);
      const conditional = request.headers['if-match'] !== undefined && endpoint.version !== undefined;
      if (!conditional) return db.write(work);
      return db.write(async (tx) => {
        const target = await endpoint.access.resolve(exchange.params, { ...context, db: tx });
        const stale = isFailed(target) || !fresh(endpoint, request, target);
        return stale ? fail(problems.preconditionFailed) : work(tx);
      });
    },
  };
  return context;
}

function noteBody({ noted }: Exchange, endpoint: Endpoint, read: ReadBody): void {
  if (endpoint.body === undefined) return;
  noted.bodyBytes = 'bytes' in read ? read.bytes : undefined;
  if ('fault' in read) noted.isBroken = true;
  else if (!isRaw(endpoint.body)) noted.body = read.value;
}

const ends = new WeakMap<Socket, AbortSignal>();

/** One signal a connection, however many requests come on it. */
function endOf(socket: Socket): AbortSignal {
  const known = ends.get(socket);
  if (known) return known;
  const end = new AbortController();
  socket.once('close', () => end.abort());
  if (socket.destroyed) end.abort();
  ends.set(socket, end.signal);
  return end.signal;
}

/** The headers that the endpoint declares, by their declared spelling, as their schema's type. */
function headersOf(endpoint: Endpoint, request: IncomingMessage): Record<string, string | number> {
  if (endpoint.headers === undefined) return {};
  const { properties = {} }: SchemaNode = endpoint.headers;
  const values: Record<string, string | number> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const text = request.headers[name.toLowerCase()];
    if (typeof text !== 'string') continue;
    const whole = schema.type === 'integer' && /^\d{1,15}$/.test(text.trim());
    values[name] = whole ? Number(text) : text;
  }
  return values;
}

function withDeprecation(outcome: Outcome, endpoint: Endpoint): Outcome {
  if (endpoint.deprecated === undefined) return outcome;
  const since = Math.floor(Date.parse(endpoint.deprecated.since) / 1000);
  const headers = {
    ...outcome.headers,
    Deprecation: `@${since}`,
    Link: `<${endpoint.deprecated.successor}>; rel="successor-version"`,
  };
  return { ...outcome, headers };
}
