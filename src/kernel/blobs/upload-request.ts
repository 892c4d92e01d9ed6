import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import { mostBlocks, parseBlockList } from './block-list.ts';
import type { ListedBlock } from './commit.ts';
import type { FaultCode } from './faults.ts';
import { TooLarge } from './store.ts';
import type { Body } from './upload.ts';

/* What the uploads of the block-blob protocol read off a request, and how they are answered. */

const mebibyte = 2 ** 20;
export const largestPut = 256 * mebibyte;
export const largestBlock = 100 * mebibyte;
const largestBlockList = mostBlocks * 160;

/** What is wrong with a request that brings a whole content, before it is read. */
export function faultOfPut(request: IncomingMessage): FaultCode | undefined {
  if (headerOf(request, 'x-ms-blob-type')?.toLowerCase() !== 'blockblob') return 'MissingRequiredHeader';
  return isTooLong(request, largestPut) ? 'RequestBodyTooLarge' : undefined;
}

/** The blocks that the body lists. Errors: `TooLarge`. */
export async function listedBlocks(
  request: IncomingMessage,
): Promise<readonly ListedBlock[] | 'RequestBodyTooLarge' | 'Md5Mismatch' | 'InvalidBlockList'> {
  if (isTooLong(request, largestBlockList)) return 'RequestBodyTooLarge';
  const bytes = await readBody(request, largestBlockList);
  const md5 = headerOf(request, 'content-md5');
  if (md5 !== undefined && md5 !== createHash('md5').update(bytes).digest('base64')) return 'Md5Mismatch';
  return parseBlockList(bytes.toString('utf8')) ?? 'InvalidBlockList';
}

export const bodyOf = (request: IncomingMessage, limit: number): Body => ({
  stream: request,
  length: lengthOf(request),
  limit,
  md5: headerOf(request, 'content-md5'),
});

/** Undefined with chunked transfer encoding. */
function lengthOf(request: IncomingMessage): number | undefined {
  const text = request.headers['content-length'];
  return text === undefined ? undefined : Number(text);
}

export const isTooLong = (request: IncomingMessage, limit: number): boolean => (lengthOf(request) ?? 0) > limit;

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limit) throw new TooLarge('The block list is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The type to store, or undefined to keep the one there; one that could not be sent again is not taken. */
export function contentTypeOf(request: IncomingMessage): string | undefined {
  const type = headerOf(request, 'x-ms-blob-content-type');
  return type !== undefined && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[\x20-\x7e]*)?$/.test(type) ? type : undefined;
}

/** 201 for stored bytes with a tag. */
export const created = (tag: string, modified: number): Answer => ({
  status: 201,
  headers: {
    ETag: `"${tag}"`,
    'Last-Modified': new Date(modified).toUTCString(),
    'x-ms-request-server-encrypted': 'true',
  },
});
