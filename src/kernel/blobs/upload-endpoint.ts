import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import { isBlockId, mostBlocks, parseBlockList } from './block-list.ts';
import { commitBlocks } from './commit.ts';
import { type BlobDeps, isFault } from './deps.ts';
import type { FaultCode } from './faults.ts';
import { openBlob } from './open-blob.ts';
import { TooLarge } from './store.ts';
import { type Body, putBlock, putContent } from './upload.ts';

const mebibyte = 2 ** 20;
const largestPut = 256 * mebibyte;
const largestBlock = 100 * mebibyte;
const largestBlockList = mostBlocks * 160;

/** `PUT url`: the whole content. */
export async function answerPutBlob(deps: BlobDeps, request: IncomingMessage, id: string): Promise<Answer | FaultCode> {
  if (headerOf(request, 'x-ms-blob-type')?.toLowerCase() !== 'blockblob') return 'MissingRequiredHeader';
  if (isTooLong(request, largestPut)) return 'RequestBodyTooLarge';
  if (!(await takesContent(deps, id))) return 'BlobNotFound';
  const result = await putContent(deps, id, bodyOf(request, largestPut), contentTypeOf(request));
  return isFault(result) ? result : created(result.sha256, result.committed);
}

/** `PUT url&comp=block`: one block. */
export async function answerPutBlock(
  deps: BlobDeps,
  request: IncomingMessage,
  id: string,
  blockId: string,
): Promise<Answer | FaultCode> {
  if (!isBlockId(blockId)) return 'InvalidBlockId';
  if (isTooLong(request, largestBlock)) return 'RequestBodyTooLarge';
  if (!(await takesContent(deps, id))) return 'BlobNotFound';
  const result = await putBlock(deps, id, blockId, bodyOf(request, largestBlock));
  return isFault(result) ? result : created(result.tag, deps.now());
}

/** `PUT url&comp=blocklist`: the content becomes the listed blocks. */
export async function answerPutBlockList(
  deps: BlobDeps,
  request: IncomingMessage,
  id: string,
): Promise<Answer | FaultCode> {
  if (isTooLong(request, largestBlockList)) return 'RequestBodyTooLarge';
  if (!(await takesContent(deps, id))) return 'BlobNotFound';
  const bytes = await readBody(request, largestBlockList);
  const md5 = headerOf(request, 'content-md5');
  if (md5 !== undefined && md5 !== createHash('md5').update(bytes).digest('base64')) return 'Md5Mismatch';
  const list = parseBlockList(bytes.toString('utf8'));
  if (list === undefined) return 'InvalidBlockList';
  const result = await commitBlocks(deps, id, list, contentTypeOf(request));
  return isFault(result) ? result : created(result.sha256, result.committed);
}

const takesContent = async (deps: BlobDeps, id: string): Promise<boolean> =>
  (await openBlob(deps, deps.db, id)) !== undefined;

const bodyOf = (request: IncomingMessage, limit: number): Body => ({
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

const isTooLong = (request: IncomingMessage, limit: number): boolean => (lengthOf(request) ?? 0) > limit;

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
function contentTypeOf(request: IncomingMessage): string | undefined {
  const type = headerOf(request, 'x-ms-blob-content-type');
  return type !== undefined && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[\x20-\x7e]*)?$/.test(type) ? type : undefined;
}

const created = (tag: string, modified: number): Answer => ({
  status: 201,
  headers: {
    ETag: `"${tag}"`,
    'Last-Modified': new Date(modified).toUTCString(),
    'x-ms-request-server-encrypted': 'true',
  },
});
