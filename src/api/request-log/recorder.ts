import type { Caller, Identified, Identify } from '../../kernel/callers/people.ts';
import type { RateLimiter } from '../../kernel/limits/rate-limits.ts';
import type { RequestLog } from '../../kernel/request-log/request-log.ts';
import { spanUnderWay } from '../../kernel/tracing/span.ts';
import type { Api, Endpoint } from '../http/endpoint.ts';
import type { Exchanged } from '../http/exchange.ts';
import { entryOf, type Recorded } from './entry.ts';

/** Requests that took longer are always kept. */
const slowMs = 1000;

export interface RecorderOptions {
  readonly log: RequestLog;
  readonly apis: readonly Api[];
  readonly identify: Identify;
  readonly limiter: Pick<RateLimiter, 'fullest'>;
}

/**
 * Writes an entry of each request whose caller is known into the log of requests. Nothing is computed for an entry before
 * it is known that it will be kept, and no request waits for it.
 */
export function requestRecorder({ log, apis, identify, limiter }: RecorderOptions): (done: Exchanged) => void {
  const apiOf = new Map<Endpoint, Api>(apis.flatMap((api) => api.endpoints.map((endpoint) => [endpoint, api])));

  function record(done: Exchanged, caller: Identified, limited?: Caller): void {
    const { exchange, status, ms, response } = done;
    const plain = status !== null && status < 400 && ms < slowMs;
    const sampled = log.wants(caller.clientId, plain, exchange.now);
    if (sampled === 0) return;
    if (log.isFull) return log.drop(1);
    const { endpoint } = exchange.noted;
    const rateLimit = limited && limiter.fullest(limited, exchange.now);
    const recorded: Recorded = {
      caller,
      sampled,
      rateLimit,
      traceId: traceIdUnderWay(),
      api: endpoint && apiOf.get(endpoint),
      bodies: log.switches.isOn(caller.clientId, exchange.now),
    };
    const write = () => log.add(entryOf(done, recorded, performance.now() - done.started));
    if (response.writableFinished || response.destroyed) return write();
    response.once('close', write);
  }

  return (done) => {
    const { noted, request } = done.exchange;
    if (noted.caller) return record(done, noted.caller, noted.caller);
    const { authorization } = request.headers;
    if (done.status !== 401 || authorization === undefined) return;
    identify(authorization).then(
      (caller) => caller && record(done, caller),
      () => log.drop(1), // the database is away: whose request it was is not known
    );
  };
}

/** By W3C Trace Context, of what is kept of a trace. */
function traceIdUnderWay(): string | null {
  const span = spanUnderWay();
  return span?.sampled ? (span.headers.traceparent?.split('-')[1] ?? null) : null;
}
