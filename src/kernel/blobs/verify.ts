import { createHash } from 'node:crypto';
import type { Reader } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import { ContentLost } from '../std/unavailable.ts';
import { hashInto, readSlices } from './content.ts';
import type { BlobStore } from './store.ts';
import { type BlobRow, type PartRow, partsOf, q } from './tables.ts';

const rowsTogether = 500;

/** Content that was looked at. */
export interface Verified {
  readonly blob: Pick<BlobRow, 'id' | 'area' | 'container' | 'size'>;
  /** Undefined where the bytes are as they were stored. */
  readonly lost: string | undefined;
}

const keptAfter = prepared((p: { id: string }) =>
  q
    .selectFrom('blobs')
    .select(['id', 'area', 'container', 'size', 'sha256'])
    .where('state', '=', 'kept')
    .where('id', '>', p.id)
    .orderBy('id')
    .limit(rowsTogether),
);

/** Reads all content that somebody has taken over, or what `wanted` says of its parts, and compares it with its digest. */
export async function* verifyContent(
  db: Reader,
  store: BlobStore,
  wanted: (parts: readonly PartRow[]) => boolean = () => true,
): AsyncGenerator<Verified> {
  let last = '';
  for (;;) {
    const blobs = await db.all(keptAfter, { id: last });
    for (const { sha256, ...blob } of blobs) {
      const parts = await db.all(partsOf, { blob: blob.id });
      if (wanted(parts)) yield { blob, lost: await faultOf(store, parts, sha256) };
    }
    const end = blobs.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

async function faultOf(
  store: BlobStore,
  parts: readonly PartRow[],
  sha256: string | null,
): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await hashInto(hash, await readSlices(store, parts));
  } catch (error) {
    if (error instanceof ContentLost) return error.message;
    throw error;
  }
  return hash.digest('hex') === sha256 ? undefined : 'The bytes are not those that were stored.';
}
