import { IncomingMessage } from 'node:http';
import { isRecord } from '../std/records.ts';

const mostBytes = 64 * 1024;

/** The body's bytes, or undefined when there are too many. */
export async function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return undefined;
  const arriving: AsyncIterable<Buffer> = request;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of arriving) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

export const mediaTypeOf = (request: IncomingMessage): string =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * The fields of a token request. They may come as JSON too, because one native library sends them so; undefined when
 * they are neither.
 */
export function fieldsOf(request: IncomingMessage, body: Buffer): URLSearchParams | undefined {
  const type = mediaTypeOf(request);
  if (type === 'application/x-www-form-urlencoded') return new URLSearchParams(body.toString('utf8'));
  if (type !== 'application/json') return body.length === 0 ? new URLSearchParams() : undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isRecord(parsed)) return undefined;
  return new URLSearchParams(Object.entries(parsed).flatMap(([name, value]) => fieldsNamed(name, value)));
}

const fieldsNamed = (name: string, value: unknown): [string, string][] =>
  [value]
    .flat()
    .filter((one) => one !== null && one !== undefined)
    .map((one) => [name, typeof one === 'object' ? '' : String(one)]);

const sent = new WeakMap<IncomingMessage, URLSearchParams>();

/** The fields of a request that `requestFor` made. */
export const fieldsSent = (request: IncomingMessage): URLSearchParams | undefined => sent.get(request);

/** A copy of a request, with another address and with its fields as a form, for the library to read. */
export function requestFor(
  original: IncomingMessage,
  url: string,
  headers: Readonly<Record<string, string>>,
  fields: URLSearchParams | undefined,
): IncomingMessage {
  const copy = new IncomingMessage(original.socket);
  copy.method = original.method;
  copy.url = url;
  copy.httpVersion = original.httpVersion;
  copy.headers = { ...original.headers, ...headers };
  if (fields !== undefined) {
    const body = Buffer.from(fields.toString());
    copy.headers['content-type'] = 'application/x-www-form-urlencoded';
    copy.headers['content-length'] = String(body.length);
    delete copy.headers['transfer-encoding'];
    copy.push(body);
    sent.set(copy, fields);
  }
  copy.push(null);
  copy.complete = true; // else its end would close the connection
  return copy;
}
