import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import { isBlockId } from './block-list.ts';
import { commitBlocks } from './commit.ts';
import { type BlobDeps, isFault } from './deps.ts';
import type { FaultCode } from './faults.ts';
import { openBlob } from './open-blob.ts';
import { putBlock, putContent } from './upload.ts';
import {
  bodyOf,
  contentTypeOf,
  created,
  faultOfPut,
  isTooLong,
  largestBlock,
  largestPut,
  listedBlocks,
} from './upload-request.ts';

/** `PUT url`: the whole content. */
export async function answerPutBlob(deps: BlobDeps, request: IncomingMessage, id: string): Promise<Answer | FaultCode> {
  const fault = faultOfPut(request);
  if (fault) return fault;
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
  if (!(await takesContent(deps, id))) return 'BlobNotFound';
  const list = await listedBlocks(request);
  if (typeof list === 'string') return list;
  const result = await commitBlocks(deps, id, list, contentTypeOf(request));
  return isFault(result) ? result : created(result.sha256, result.committed);
}

const takesContent = async (deps: BlobDeps, id: string): Promise<boolean> =>
  (await openBlob(deps, deps.db, id)) !== undefined;
