import type { IncomingMessage } from 'node:http';
import type { Blobs } from '../ports/blobs.ts';
import type { SchemaNode } from '../schema/node.ts';
import { isRecord } from '../std/records.ts';
import { mediaType, overlap } from './accept.ts';
import { anyType, type Endpoint, isRaw, type RawBody, type StreamedBody } from './endpoint.ts';
import { type Poured, pourBody } from './poured-body.ts';
import { type Detail, type Failed, fail, problems } from './problem.ts';

export const defaultMaxBody = 2 ** 20;
const deepest = 32;
/** The server as a whole waits for hours, because uploads may; a body that is held in memory may not take so long. */
const longestArrivalMs = 60_000;

/** `pour`: the body is still to be read, once nothing else is wrong with the request. */
export type ReadBody =
  | { readonly value: unknown }
  | { readonly fault: Detail }
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
  const bytes = await collect(request, most);
  if (bytes === undefined) return tooLarge;
  if (bytes.length === 0) return endpoint.bodyOptional ? { value: {} } : { fault: invalidBody() };
  if (!isJson(type) && !endpoint.bodyTypes?.includes(type)) return fail(problems.unsupportedMediaType);
  return parseJson(bytes, body);
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
  const bytes = await collect(request, most);
  return bytes === undefined ? tooLarge : { value: { bytes, type } };
}

/** The whole body; undefined when it is larger than `most`. Listeners, because an iterator costs more than the rest. */
function collect(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooSlow = setTimeout(() => request.destroy(new Error('The body took too long to arrive.')), longestArrivalMs);
    const settle = (done: () => void) => {
      clearTimeout(tooSlow);
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      done();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) return void chunks.push(chunk);
      request.pause();
      settle(() => resolve(undefined));
    };
    const onEnd = () => settle(() => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size)));
    const onError = (error: Error) => settle(() => reject(error));
    const onClose = () => settle(() => reject(new Error('The connection ended before the body did.')));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

function parseJson(bytes: Buffer, { type }: SchemaNode): ReadBody {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { fault: invalidBody('Failed to parse request body. Make sure it is a valid JSON.') };
  }
  const fits = type === 'array' ? Array.isArray(value) : isRecord(value);
  if (!fits) return { fault: invalidBody() };
  return isTooDeep(value, deepest) ? { fault: invalidBody() } : { value };
}

const invalidBody = (message = 'Invalid request body.'): Detail => ({
  code: 'InvalidRequestBody',
  message,
  target: null,
});

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((child) => isTooDeep(child, levels - 1));
}
