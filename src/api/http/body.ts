import type { IncomingMessage } from 'node:http';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Blobs } from '../../kernel/blobs/port.ts';
import type { SchemaNode } from '../../kernel/schema/node.ts';
import { type JsonBounds, type JsonExcess, jsonBounds } from '../../std/json-bounds.ts';
import { isRecord } from '../../std/records.ts';
import { mediaType, overlap } from './accept.ts';
import { anyType, type Endpoint, isRaw, type RawBody, type StreamedBody } from './endpoint.ts';
import { type Detail, type Failed, fail, problems } from './problem.ts';
import { type Poured, pourBody } from './streamed-upload.ts';

export const defaultMaxBody = 2 ** 20;
/** The server as a whole waits for hours, because uploads may; a body that is held in memory may not take so long. */
const longestArrivalMs = 60_000;
/** Other requests have their turn between the steps of work on larger JSON. */
const quickBytes = 2 ** 17;

/**
 * `bytes`: its length. `pour`: the body is still to be read, once nothing else is wrong with the request. `isLarge`: other requests should
 * have their turn between what is done with it.
 */
export type ReadBody =
  | { readonly value: unknown; readonly isLarge?: boolean; readonly bytes?: number }
  | { readonly fault: Detail; readonly bytes?: number }
  | { readonly value: undefined; pour(blobs: Blobs): Promise<Poured | Failed> };

const isStreamed = (body: RawBody): body is StreamedBody => 'place' in body;

/** Whether a raw body may be of a media type, '' for none. */
const takes = ({ types }: RawBody, type: string): boolean => types.some((one) => one === type || overlap(one, type));

/** Whether there is a media type that the endpoint's body may not have. */
export const refusesTypes = ({ body }: Endpoint): boolean =>
  body !== undefined && !(isRaw(body) && anyType.every((one) => body.types.includes(one)));

/** Reads and parses a request's body as its endpoint wants it. Faults of the JSON itself are told with the others. */
export async function readBody(
  request: IncomingMessage,
  endpoint: Endpoint,
  isJson: (type: string) => boolean,
): Promise<ReadBody | Failed> {
  const { body } = endpoint;
  if (body === undefined) return { value: undefined };
  const most = isRaw(body) ? body.maxBytes : (endpoint.maxBody ?? defaultMaxBody);
  const tooLarge = fail(problems.requestTooLarge, isRaw(body) ? { message: body.tooLarge } : {});
  if (Number(request.headers['content-length'] ?? 0) > most) return tooLarge;
  const type = mediaType(request.headers['content-type']);
  if (isRaw(body)) return readRaw(request, body, type, tooLarge);
  const read = await collect(request, most, jsonBounds());
  if (read === undefined) return tooLarge;
  const { bytes, tooDeep } = read;
  if (bytes.length === 0) return endpoint.bodyOptional ? { value: {} } : { fault: invalidBody() };
  if (!isJson(type) && !endpoint.bodyTypes?.includes(type)) return fail(problems.unsupportedMediaType);
  if (tooDeep) return { fault: invalidBody() };
  const parsed = { ...parseJson(bytes, body), bytes: bytes.length };
  if (bytes.length <= quickBytes) return parsed;
  await breathe();
  return { ...parsed, isLarge: true };
}

async function readRaw(
  request: IncomingMessage,
  body: RawBody,
  type: string,
  tooLarge: Failed,
): Promise<ReadBody | Failed> {
  const most = body.maxBytes;
  if (!takes(body, type)) return fail(problems.unsupportedMediaType);
  if (isStreamed(body)) {
    const { place } = body;
    const pour = async (blobs: Blobs) => {
      const poured = await pourBody(request, blobs, { place, type, most });
      return poured === 'tooLarge' ? tooLarge : poured;
    };
    return { value: undefined, pour };
  }
  const read = await collect(request, most);
  return read === undefined ? tooLarge : { value: { bytes: read.bytes, type } };
}

interface Collected {
  readonly bytes: Buffer;
  readonly tooDeep: boolean;
}

/** The whole body; undefined when it is larger than `most` or the bounds. Listeners, because an iterator costs more than the rest. */
function collect(request: IncomingMessage, most: number, bounds?: JsonBounds): Promise<Collected | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let excess: JsonExcess | undefined;
    const tooSlow = setTimeout(() => request.destroy(new Error('The body took too long to arrive.')), longestArrivalMs);
    const settle = (done: () => void) => {
      clearTimeout(tooSlow);
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      done();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      excess = bounds?.take(chunk);
      if (size <= most && excess !== 'many') return void chunks.push(chunk);
      request.pause();
      settle(() => resolve(undefined));
    };
    const onEnd = () => {
      const [first] = chunks;
      const bytes = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks, size);
      settle(() => resolve({ bytes, tooDeep: excess === 'deep' }));
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onClose = () => settle(() => reject(new Error('The connection ended before the body did.')));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

function parseJson(bytes: Buffer, { type }: SchemaNode): { readonly value: unknown } | { readonly fault: Detail } {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { fault: invalidBody('Failed to parse request body. Make sure it is a valid JSON.') };
  }
  const fits = type === 'array' ? Array.isArray(value) : isRecord(value);
  return fits ? { value } : { fault: invalidBody() };
}

const invalidBody = (message = 'Invalid request body.'): Detail => ({
  code: 'InvalidRequestBody',
  message,
  target: null,
});
