import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { selectContent } from '../../kernel/blobs/content-select.ts';
import { streamUpload } from '../../kernel/blobs/stream-upload.ts';
import type { Outcome, StreamBody } from './endpoint.ts';
import type { FileBody } from './file-body.ts';
import { jobHeader } from './noting.ts';
import { errorBody, fail, isFailed, problems } from './problem.ts';
import type { Words } from './words.ts';

const compressAbove = 1024;
const beyondAscii = /[^\u0020-\u007e]/;
const brotli = promisify(brotliCompress);
const gunzippable = promisify(gzip);

/** What scripts may read of every answer; the headers of an answer of its own are added. */
const exposed = [
  'Location',
  'ETag',
  'Retry-After',
  'X-Correlation-ID',
  'X-Request-Id',
  'Content-Disposition',
  'Content-Range',
  'Preference-Applied',
  'X-Max-Return',
  jobHeader,
  'TwinPlatform-RateLimited-Tier',
  'TwinPlatform-RateLimited-API',
  'TwinPlatform-RateLimited-Operation',
  'TwinPlatform-RateLimited-Application',
];
const exposedText = exposed.join(', ');

/**
 * Headers of every answer of an API, as pairs ready for the socket; what scripts may read only for their requests. `own`:
 * the headers that this answer has besides.
 */
export function standardHeaders(
  request: IncomingMessage,
  correlationId: string,
  https: boolean,
  own?: Readonly<Record<string, string>>,
  words?: Words,
): string[] {
  const headers = [
    'X-Correlation-ID',
    correlationId,
    'Access-Control-Allow-Origin',
    '*',
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'no-referrer',
  ];
  if (request.headers.origin !== undefined) {
    const shown = own === undefined ? exposedText : [...new Set([...exposed, ...Object.keys(own)])].join(', ');
    headers.push('Access-Control-Expose-Headers', words ? shown.split(', ').map(words.header).join(', ') : shown);
  }
  if (https) headers.push('Strict-Transport-Security', 'max-age=31536000');
  return headers;
}

export interface ReplyOptions {
  readonly correlationId: string;
  readonly requestId: string;
  readonly https: boolean;
  /** The Cache-Control header of the answer; undefined: the usual one. */
  readonly caching: string | undefined;
  readonly applied: 'minimal' | 'representation' | undefined;
  readonly honoursPrefer: boolean;
  readonly passed: Passed;
  /** Where there is a table of names: the words of the answer, and whether they depend on the header Accept. */
  readonly names?: { readonly words: Words | undefined; readonly byAccept: boolean } | undefined;
}

/** Counts the bytes of a stream without a length, also of one that ends before its time. */
export interface Passed {
  bytes: number;
}

/** What was sent: the status, and the bytes of the body as they went out. */
export interface Sent {
  readonly status: number;
  readonly bytes: number;
}

/** Writes an outcome: JSON, stream or nothing, with ETag, 304, HEAD and compression. */
export async function writeOutcome(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: Outcome,
  options: ReplyOptions,
): Promise<Sent> {
  const { correlationId, https, names } = options;
  const headers = standardHeaders(request, correlationId, https, outcome.headers, names?.words);
  headers.push('X-Request-Id', options.requestId);
  if (names?.byAccept) headers.push('Vary', 'Accept');
  if (outcome.headers) for (const [name, value] of Object.entries(outcome.headers)) headers.push(name, value);
  if (isFailed(outcome)) return writeJson(request, response, outcome.problem.status, errorBody(outcome), headers);
  pushVariants(headers, options);
  if (outcome.status === 204 || outcome.body === undefined) return writeEmpty(response, outcome.status, headers);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads && options.caching === undefined) headers.push('Cache-Control', 'private, no-cache');
  if (isFile(outcome.body)) return writeFile(request, response, outcome.body, headers);
  const tag = tagOf(outcome.version, options.applied);
  if (tag !== undefined) headers.push('ETag', tag);
  if (tag !== undefined && outcome.status === 200 && matches(request.headers['if-none-match'], tag)) {
    response.writeHead(304, headers).end();
    return { status: 304, bytes: 0 };
  }
  const sent = isStream(outcome.body)
    ? await writeStream(request, response, outcome.status, outcome.body, headers, options.passed)
    : await writeJson(request, response, outcome.status, outcome.body, headers);
  if (request.method !== 'HEAD') outcome.sent?.();
  return sent;
}

function writeEmpty(response: ServerResponse, status: number, headers: string[]): Sent {
  if (status !== 204) headers.push('Content-Length', '0');
  response.writeHead(status, headers).end();
  return { status, bytes: 0 };
}

function pushVariants(headers: string[], { caching, honoursPrefer, applied }: ReplyOptions): void {
  if (caching !== undefined) headers.push('Cache-Control', caching);
  if (honoursPrefer) headers.push('Vary', 'Prefer');
  if (applied) headers.push('Preference-Applied', `return=${applied}`);
}

/** A weak tag: what `Prefer` leaves out of an answer makes it another representation. */
const tagOf = (version: string | number | undefined, applied: ReplyOptions['applied']): string | undefined =>
  version === undefined ? undefined : `W/"${version}${applied === 'representation' ? 'r' : ''}"`;

/** JSON holds neither streams nor functions. */
const isStream = (body: unknown): body is StreamBody =>
  typeof body === 'object' && body !== null && 'stream' in body && body.stream instanceof Readable;

const isFile = (body: unknown): body is FileBody =>
  typeof body === 'object' && body !== null && 'open' in body && typeof body.open === 'function';

/** If-None-Match and If-Match compare without the mark of weakness (conventions.md section 14). */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const plain = tag.replace(/^W\//, '');
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === plain);
}

const endings: (() => void)[] = [];

/**
 * The answers of one turn of the event loop go out together: each alone would wake its receiver anew, which under many
 * connections costs more than all the rest.
 */
function atEndOfTurn(send: () => void): void {
  if (endings.push(send) === 1) setImmediate(sendAll);
}

function sendAll(): void {
  for (const send of endings.splice(0)) send();
}

async function writeJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: string[],
): Promise<Sent> {
  let body: string | Buffer = JSON.stringify(value);
  headers.push('Content-Type', 'application/json; charset=utf-8');
  const accepted = body.length > compressAbove ? (request.headers['accept-encoding'] ?? '') : '';
  if (body.length > compressAbove) headers.push('Vary', 'Accept-Encoding');
  if (/\bbr\b/.test(accepted)) {
    body = await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    headers.push('Content-Encoding', 'br');
  } else if (/\bgzip\b/.test(accepted)) {
    body = await gunzippable(body, { level: 1 });
    headers.push('Content-Encoding', 'gzip');
  }
  // one byte a sign goes out faster than UTF-8, and most answers are ASCII
  const ascii = typeof body === 'string' && !beyondAscii.test(body);
  const bytes = ascii ? body.length : Buffer.byteLength(body);
  headers.push('Content-Length', String(bytes));
  response.writeHead(status, headers);
  if (request.method === 'HEAD') {
    response.end();
    return { status, bytes: 0 };
  }
  atEndOfTurn(() => response.end(body, ascii ? 'latin1' : 'utf8'));
  return { status, bytes };
}

async function writeStream(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: StreamBody,
  headers: string[],
  passed: Passed,
): Promise<Sent> {
  headers.push('Content-Type', body.type);
  if (body.length !== undefined) headers.push('Content-Length', String(body.length));
  response.writeHead(status, headers);
  if (request.method === 'HEAD') {
    body.stream.destroy();
    response.end();
    return { status, bytes: 0 };
  }
  response.flushHeaders();
  if (body.length === undefined) await pipeline(body.stream, counting(passed), response);
  else await pipeline(body.stream, response);
  return { status, bytes: body.length ?? passed.bytes };
}

/** Passes everything on, and counts it. */
const counting = (passed: Passed): Transform =>
  new Transform({
    transform(chunk: Buffer | string, _encoding, done) {
      passed.bytes += Buffer.byteLength(chunk);
      done(null, chunk);
    },
  });

/** A stored file, or the part of it that was asked for. */
async function writeFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: FileBody,
  headers: string[],
): Promise<Sent> {
  const { size, sha256, type: contentType } = file;
  const label = { 'Content-Disposition': file.disposition, 'Content-Security-Policy': 'sandbox' };
  const selected = selectContent(request.method, request.headers, { size, tag: sha256, contentType, headers: label });
  if ('headers' in selected) for (const [name, value] of Object.entries(selected.headers)) headers.push(name, value);
  if (selected.is === 'changed' || selected.is === 'beyond') {
    const refusal = fail(selected.is === 'changed' ? problems.preconditionFailed : problems.rangeNotSatisfiable);
    return writeJson(request, response, refusal.problem.status, errorBody(refusal), headers);
  }
  if (selected.is === 'known') {
    response.writeHead(304, headers).end();
    return { status: 304, bytes: 0 };
  }
  const body = request.method === 'HEAD' ? undefined : await file.open(selected.range);
  response.writeHead(selected.status, headers);
  if (body === undefined) response.end();
  else await streamUpload(body, response);
  const { start, end } = selected.range;
  return { status: selected.status, bytes: body === undefined ? 0 : end - start + 1 };
}
