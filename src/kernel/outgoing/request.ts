import { type ClientRequest, type OutgoingHttpHeaders, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { type Destination, pinned } from './destination.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly signal: AbortSignal;
}

/**
 * Begins a request on a connection of its own, to an address that was checked. Certificates are verified; a redirect is
 * an answer like any other, so nobody is led elsewhere.
 */
export const requestTo = (to: Destination, { method, headers, signal }: OutgoingRequest): ClientRequest =>
  (to.url.protocol === 'https:' ? tlsRequest : plainRequest)(to.url, {
    method,
    headers,
    signal,
    agent: false,
    lookup: pinned(to.addresses),
  });
