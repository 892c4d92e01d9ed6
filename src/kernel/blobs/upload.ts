import type { Readable } from 'node:stream';
import { newId } from '../../std/ids.ts';
import { Unavailable } from '../../std/unavailable.ts';
import { type Content, replaceContent } from './commit.ts';
import { type BlobDeps, discard, isFault, type UploadFault } from './deps.ts';
import { openBlob } from './open-blob.ts';
import type { PutOptions } from './store.ts';
import { type BlobRow, blockById, putBlockRow, q } from './tables.ts';

export interface Body {
  readonly stream: Readable;
  readonly length: number | undefined;
  /** Most bytes it may have, else `TooLarge`. */
  readonly limit: number;
  /** In base64, when the sender gave one to check. */
  readonly md5: string | undefined;
}

/** Makes the body the whole content of an open blob; uncommitted blocks are dropped. */
export async function putContent(
  deps: BlobDeps,
  id: string,
  body: Body,
  contentType: string | undefined,
): Promise<Content | UploadFault> {
  const stored = await putObject(deps, body, { digests: ['sha256'] });
  if (isFault(stored)) return stored;
  const { key, size, sha256 } = stored;
  const content: Content = { size, sha256, contentType, committed: deps.now() };
  const result = await deps.db.write(async (tx): Promise<Content | UploadFault> => {
    const blob = await openBlob(deps, tx, id);
    if (blob === undefined) return 'BlobNotFound';
    await replaceContent(deps, tx, blob, [{ block_id: null, key, start: 0, size }], content);
    return content;
  });
  return unlessRefused(deps, key, result);
}

/** Stores one uncommitted block; one with the same id is replaced. Answers with a tag of these bytes. */
export async function putBlock(deps: BlobDeps, id: string, blockId: string, body: Body): Promise<Tag | UploadFault> {
  const hashed = deps.hashes.begin(id);
  let key: string | undefined;
  try {
    const stored = await putObject(deps, body, hashed ? { onChunk: hashed.take } : {});
    if (isFault(stored)) return stored;
    const result = unlessRefused(deps, stored.key, await addBlock(deps, id, blockId, stored));
    if (!isFault(result)) key = stored.key;
    return result;
  } finally {
    hashed?.done(key);
  }
}

async function addBlock(deps: BlobDeps, id: string, blockId: string, stored: PutObject): Promise<Tag | UploadFault> {
  const { key, size } = stored;
  return deps.db.write(async (tx): Promise<Tag | UploadFault> => {
    const blob = await openBlob(deps, tx, id);
    if (blob === undefined) return 'BlobNotFound';
    if (!fits(blob, blockId)) return 'InvalidBlockId';
    if (blob.block_id_length === null) {
      await tx.run(q.updateTable('blobs').set({ block_id_length: blockId.length }).where('id', '=', id));
    }
    const former = await tx.first(blockById, { blob: id, blockId });
    await tx.run(putBlockRow, { blob: id, block_id: blockId, key, size });
    if (former) tx.afterCommit(() => discard(deps, [former.key]));
    return { tag: key };
  });
}

export interface Tag {
  readonly tag: string;
}

const fits = (blob: BlobRow, blockId: string): boolean =>
  blob.block_id_length === null || blob.block_id_length === blockId.length;

interface PutObject {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/** Stores a body as an object of its own. */
async function putObject(deps: BlobDeps, body: Body, options: PutOptions): Promise<PutObject | UploadFault> {
  const key = newId();
  const { digests = [] } = options;
  const put = deps.store.put(key, body.stream, {
    ...options,
    limit: body.limit,
    digests: body.md5 === undefined ? digests : [...digests, 'md5'],
    ...(body.length === undefined ? {} : { length: body.length }),
  });
  const stored = await put.catch((error) => {
    if (!(error instanceof Unavailable)) discard(deps, [key]); // not every store forgets what was broken off
    throw error;
  });
  const { sha256 = '', md5 = '' } = stored.digests;
  const mismatch = body.md5 !== undefined && body.md5 !== Buffer.from(md5, 'hex').toString('base64');
  return mismatch ? unlessRefused(deps, key, 'Md5Mismatch') : { key, size: stored.size, sha256 };
}

/**
 * Removes a new object again when it was refused. After an error of the database it stays, for the commit may have
 * gone through; the collection finds it if not.
 */
function unlessRefused<T>(deps: BlobDeps, key: string, result: T | UploadFault): T | UploadFault {
  if (isFault(result)) discard(deps, [key]);
  return result;
}
