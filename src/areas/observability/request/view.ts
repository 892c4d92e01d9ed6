import type { Static } from 'typebox';
import { type Entry, type EntryScope, type KeptBodies, seesWhole } from '../../../kernel/request-log/entry.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { timeOfId } from '../../../std/time-id.ts';
import { curlOf } from './curl.ts';
import { meaningOf } from './meanings.ts';
import type { request, wholeRequest } from './schema.ts';

type RequestView = Static<typeof request>;

/** An entry for somebody; limited where it is that of somebody else. */
export const requestView = (entry: Entry, scope: EntryScope): RequestView =>
  seesWhole(scope, entry) ? wholeView(entry) : limitedView(entry);

const wholeView = (entry: Entry): RequestView => ({
  ...shown(entry),
  path: entry.path,
  query: entry.query,
  message: entry.message,
  target: entry.target,
  details: [...entry.details],
  userId: entry.userId,
  twinId: entry.twinId,
  address: entry.address,
  userAgent: entry.userAgent,
  idempotencyKey: entry.idempotencyKey,
  retryOf: entry.retryOf,
  rateLimit: entry.rateLimit,
  jobs: [...entry.jobs],
  events: [...entry.events],
  bodies: entry.bodies,
  limited: false,
});

const limitedView = (entry: Entry): RequestView => ({
  ...shown(entry),
  path: entry.template ?? '',
  query: null,
  message: null,
  target: null,
  details: [],
  userId: null,
  twinId: null,
  address: null,
  userAgent: null,
  idempotencyKey: false,
  retryOf: null,
  rateLimit: null,
  jobs: [],
  events: [],
  bodies: false,
  limited: true,
});

const shown = (entry: Entry) => ({
  id: entry.id,
  dateTime: isoTime(timeOfId(entry.id)),
  operationId: entry.operationId,
  api: entry.api,
  apiVersion: entry.apiVersion,
  method: entry.method,
  status: entry.status,
  code: entry.code,
  durationMs: entry.durationMs,
  requestBytes: entry.requestBytes,
  responseBytes: entry.responseBytes,
  clientId: entry.clientId,
  mode: entry.mode,
  correlationId: entry.correlationId,
  traceId: entry.traceId,
  fault: null,
  sampled: entry.sampled,
});

/** One entry with all that is kept of it, and what to do about it. */
export function wholeRequestView(
  entry: Entry,
  bodies: KeptBodies | undefined,
  scope: EntryScope,
  addresses: Parameters<typeof curlOf>[2],
): Static<typeof wholeRequest> {
  const view = requestView(entry, scope);
  if (view.limited) return view;
  return {
    ...view,
    curl: curlOf(entry, bodies?.request ?? null, addresses),
    requestBody: bodies?.request ?? null,
    responseBody: bodies?.response ?? null,
    meaning: meaningOf(entry),
  };
}
