import { type ClientRequest, type OutgoingHttpHeaders, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { pinned } from '../../std/pinned.ts';
import { endsWith, spanOfRequest } from '../tracing/http.ts';
import type { Destination } from './destination.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly signal: AbortSignal;
}

/**
 * Begins a request on a connection of its own, to an address that was checked. Certificates are verified; a redirect is
 * an answer like any other, so nobody is led elsewhere. Where the work is traced, the other side is told of which trace.
 */
export function requestTo(to: Destination, { method, headers, signal }: OutgoingRequest): ClientRequest {
  const span = spanOfRequest(method, to.url);
  const request = (to.url.protocol === 'https:' ? tlsRequest : plainRequest)(to.url, {
    method,
    headers: { ...headers, ...span?.headers },
    signal,
    agent: false,
    lookup: pinned(to.addresses),
  });
  if (span) endsWith(span, request);
  return request;
}
