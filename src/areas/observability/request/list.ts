import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import type { RequestLog } from '../../../kernel/request-log/request-log.ts';
import { isUuid } from '../../../std/ids.ts';
import { isoTimeOrNull } from '../../../std/iso-time.ts';
import { badToken, requestNotFound } from '../errors.ts';
import { filterOf } from './filter.ts';
import type { requestsQuery } from './schema.ts';
import { scopeOf } from './scope.ts';
import { requestView, wholeRequestView } from './view.ts';

const usualTop = 50;

/** A page of what the caller sees; later pages hold nothing that has arrived since the first. */
export async function listRequests(query: Static<typeof requestsQuery>, context: Context, log: RequestLog) {
  const { $top: top = usualTop, continuationToken: token, ...filters } = query;
  const { caller, now, ports, baseUrl } = context;
  const binding = `requests ${caller.userId} ${JSON.stringify(filters)}`;
  const after = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && after === undefined) return badToken();
  const scope = await scopeOf(ports, context.db, caller);
  const upTo = after === undefined ? await log.lastSequence() : Number(after[1]);
  const before = after === undefined ? undefined : String(after[0]);
  const found = await log.list({ filter: filterOf(filters, caller.userId), scope, before, upTo }, top + 1);
  const page = found.slice(0, top);
  const last = page.at(-1);
  const next = found.length > top && last && writeContinuation(ports.secrets, binding, [last.id, upTo], now);
  const linkTo = continuationLinks(`${baseUrl}/observability/requests`, { ...query, $top: top });
  const oldest = await log.oldest();
  return reply(200, {
    requests: page.map((entry) => requestView(entry, scope)),
    retention: {
      hours: log.keptHours,
      oldestDateTime: isoTimeOrNull(oldest),
      dropped: log.dropped,
    },
    _links: { self: linkTo(token), ...(next ? { next: linkTo(next) } : {}) },
  });
}

/** One entry that the caller sees. */
export async function getRequest(requestId: string, context: Context, log: RequestLog) {
  const { caller, ports, baseUrl } = context;
  if (!isUuid(requestId)) return fail(requestNotFound);
  const scope = await scopeOf(ports, context.db, caller);
  const entry = await log.find(requestId.toLowerCase(), scope);
  if (entry === undefined) return fail(requestNotFound);
  const bodies = entry.bodies ? await log.bodiesOf(entry.id) : undefined;
  const addresses = { baseUrl, authUrl: ports.settings.authUrl };
  return reply(200, { request: wholeRequestView(entry, bodies, scope, addresses) });
}
