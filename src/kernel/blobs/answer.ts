import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { drainRequest } from '../../std/drain-request.ts';
import { retryAfterSeconds } from '../../std/unavailable.ts';
import { type FaultCode, faults, faultXml } from './faults.ts';
import { protocolVersion } from './signed-url.ts';
import { streamUpload } from './stream-upload.ts';

/** What the blob endpoint answers. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** A stream's chunks are the answer's own; bytes are not. */
  readonly body?: string | Uint8Array | Readable;
}

const exposed = [
  'ETag',
  'Last-Modified',
  'Content-Length',
  'Content-Range',
  'Content-Disposition',
  'Accept-Ranges',
  'Retry-After',
  'x-ms-request-id',
  'x-ms-client-request-id',
  'x-ms-version',
  'x-ms-error-code',
  'x-ms-blob-type',
  'x-ms-request-server-encrypted',
].join(', ');

/** Writes an answer and settles what is left of the request; rejects when the client or the source breaks off. */
export async function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer | FaultCode,
): Promise<void> {
  const { status, headers, body } = typeof answer === 'string' ? refusal(answer) : answer;
  for (const [name, value] of Object.entries(commonHeaders(request))) response.setHeader(name, value);
  const stream = body instanceof Readable;
  if (body !== undefined && !stream) response.setHeader('Content-Length', Buffer.byteLength(body));
  else if (body === undefined && headers['Content-Length'] === undefined && status !== 204 && status !== 304) {
    response.setHeader('Content-Length', 0);
  }
  response.writeHead(status, headers);
  if (stream) return streamUpload(body, response);
  response.end(request.method === 'HEAD' ? undefined : body);
  drainRequest(request);
}

/** The answer that tells a fault in the protocol's XML. */
export function refusal(code: FaultCode, more: Readonly<Record<string, string>> = {}): Answer {
  const later: Record<string, string> = code === 'ServerBusy' ? { 'Retry-After': retryAfterSeconds } : {};
  return {
    status: faults[code][0],
    headers: { 'Content-Type': 'application/xml', 'x-ms-error-code': code, ...later, ...more },
    body: faultXml(code),
  };
}

function commonHeaders(request: IncomingMessage): Record<string, string> {
  const client = request.headers['x-ms-client-request-id'];
  return {
    'x-ms-request-id': randomUUID(),
    'x-ms-version': protocolVersion,
    ...(typeof client === 'string' && client.length <= 1024 ? { 'x-ms-client-request-id': client } : {}),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed,
    'Content-Security-Policy': 'sandbox',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
}

/** The answer to a preflight: any header may be sent. */
export function preflight(request: IncomingMessage, methods: string): Answer {
  const asked = request.headers['access-control-request-headers'];
  return {
    status: 204,
    headers: {
      Allow: methods,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Max-Age': '7200',
      ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
    },
  };
}
