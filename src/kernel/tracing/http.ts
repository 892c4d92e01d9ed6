import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { type Span, spanUnderWay, type Tracer, within } from './span.ts';

/**
 * Answers a request as a span, until the last byte was sent or the connection is closed. Of its address only the path is
 * told: queries hold signatures.
 */
export function tracedAnswer(
  tracer: Tracer | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  if (tracer === undefined) return answer();
  const { method = '', url = '', headers } = request;
  const path = url.split('?', 1)[0];
  const span = tracer.begin(method, 'server', { 'http.request.method': method, 'url.path': path }, headers);
  response.once('close', () => {
    span.add({ 'http.response.status_code': response.statusCode });
    span.end(faultOf(response));
  });
  within(span, answer);
}

function faultOf(response: ServerResponse): Error | undefined {
  if (!response.writableFinished) return new Error('The connection was closed before the end of the answer.');
  return response.statusCode < 500 ? undefined : new Error(`Status ${response.statusCode}`);
}

/** A request to somebody else as a piece of what is under way. Of the address only the host is told: paths may be secret. */
export function spanOfRequest(method: string, { protocol, hostname, port }: URL): Span | undefined {
  return spanUnderWay()?.child(method, 'client', {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  });
}

/** Ends the span with the request. */
export function endsWith(span: Span, request: ClientRequest): void {
  let fault: unknown;
  request.once('response', ({ statusCode }) => span.add({ 'http.response.status_code': statusCode }));
  request.once('error', (error) => {
    fault = error;
  });
  request.once('close', () => span.end(fault));
}
