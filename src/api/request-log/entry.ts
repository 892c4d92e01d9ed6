import { createHash } from 'node:crypto';
import type { Identified } from '../../kernel/callers/people.ts';
import type { WindowUse } from '../../kernel/limits/rate-limits.ts';
import type { EntryFacts, NewEntry } from '../../kernel/request-log/entry.ts';
import { isSecretName, redactedText } from '../../kernel/request-log/redaction/by-form.ts';
import { redactedPath, redactedQuery } from '../../kernel/request-log/redaction/query.ts';
import type { Api, Endpoint } from '../http/endpoint.ts';
import type { Exchange, Exchanged } from '../http/exchange.ts';
import { isFailed } from '../http/problem.ts';
import { keptBodies } from './bodies.ts';

const longestAgent = 200;
const longestText = 1000;
const mostListed = 20;
/** What a command needs to ask the same again. */
const repeatedHeaders = ['Accept', 'Content-Type', 'Prefer', 'If-Match'] as const;

/** What is known of a request besides its exchange. */
export interface Recorded {
  readonly caller: Identified;
  readonly api: Api | undefined;
  readonly sampled: number;
  readonly rateLimit: WindowUse | undefined;
  readonly traceId: string | null;
  /** Whether bodies are kept of this application now. */
  readonly bodies: boolean;
}

/** The entry of a request, redacted; `ms` up to the last byte handed to the socket. */
export function entryOf(done: Exchanged, recorded: Recorded, ms: number): NewEntry {
  const { exchange, outcome, status } = done;
  const { caller, api, sampled } = recorded;
  const { noted, request } = exchange;
  const { endpoint } = noted;
  return {
    id: exchange.requestId,
    userId: caller.userId,
    userOrganization: caller.organizationId,
    clientId: caller.clientId,
    clientOrganization: caller.applicationOrganizationId,
    mode: 'Production',
    operationId: endpoint?.id ?? null,
    api: api?.name ?? null,
    method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
    path: pathOf(exchange),
    status,
    code: isFailed(outcome) && status !== null ? outcome.problem.code : null,
    twinId: noted.twinId?.slice(0, 200) ?? null,
    correlationId: exchange.correlationId,
    durationMs: Math.round(ms * 10) / 10,
    sampled,
    jobs: (noted.jobs ?? []).slice(0, mostListed),
    keyDigest: keyDigestOf(exchange, caller),
    bodies: recorded.bodies ? keptBodies(done, api) : undefined,
    facts: factsOf(done, recorded),
  };
}

function factsOf({ exchange, outcome, responseBytes, status }: Exchanged, recorded: Recorded): EntryFacts {
  const { noted, request } = exchange;
  const { endpoint } = noted;
  const refusal = isFailed(outcome) && status !== null ? outcome : undefined;
  const requestBytes = Number(request.headers['content-length'] ?? noted.bodyBytes ?? 0);
  return {
    apiVersion: recorded.api?.version ?? null,
    template: endpoint?.path ?? null,
    query: redactedQuery(neutralQuery(exchange, endpoint), endpoint?.query),
    message: refusal ? textOf(refusal.message ?? refusal.problem.message) : null,
    target: refusal ? textOrNull(refusal.target ?? refusal.problem.target) : null,
    details: (refusal?.details ?? [])
      .slice(0, mostListed)
      .map(({ code, target }) => ({ code, target: textOrNull(target) })),
    requestBytes,
    responseBytes,
    address: exchange.address || null,
    userAgent: textOrNull(request.headers['user-agent'])?.slice(0, longestAgent) ?? null,
    traceId: recorded.traceId,
    idempotencyKey: typeof request.headers['idempotency-key'] === 'string',
    rateLimit: recorded.rateLimit ?? null,
    events: (noted.events ?? []).slice(0, mostListed),
    headers: headersOf(exchange),
    hasBody: requestBytes > 0,
  };
}

const textOf = (text: string): string => redactedText(text).slice(0, longestText);
const textOrNull = (text: string | null | undefined): string | null => (text ? textOf(text) : null);

/** The path as it was called; of an id whose name says that it is a secret only the name. */
function pathOf({ path: neutral, asked, params }: Exchange): string {
  const path = asked ?? neutral;
  const secrets = Object.entries(params).flatMap(([name, value]) => (isSecretName(name) && value ? [value] : []));
  const kept = secrets.length === 0 ? path : withoutSecrets(path, secrets);
  return redactedPath(kept);
}

/** Redaction knows the parameters by the names of the specification. */
const neutralQuery = ({ query, words }: Exchange, endpoint: Endpoint | undefined): string =>
  words === undefined || endpoint === undefined ? query : words.query(endpoint, query);

const withoutSecrets = (path: string, secrets: readonly string[]): string =>
  path
    .split('/')
    .map((part) =>
      secrets.some((secret) => part === secret || part === encodeURIComponent(secret)) ? '[redacted]' : part,
    )
    .join('/');

function headersOf({ request }: Exchange): Record<string, string> {
  const given = repeatedHeaders.flatMap((name): [string, string][] => {
    const value = request.headers[name.toLowerCase()];
    return typeof value === 'string' && value !== '' ? [[name, textOf(value).slice(0, longestAgent)]] : [];
  });
  return Object.fromEntries(given);
}

/** Requests that are the same by their key: of one caller, method and path. */
function keyDigestOf({ request, path }: Exchange, { clientId, userId }: Identified): string | null {
  if (request.method !== 'POST') return null;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  return createHash('sha256')
    .update(JSON.stringify([clientId, userId, path, key]))
    .digest('base64url');
}
