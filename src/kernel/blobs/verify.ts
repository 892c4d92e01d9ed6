import { createHash } from 'node:crypto';
import type { Pace } from '../../std/pace.ts';
import { ContentLost, Unavailable } from '../../std/unavailable.ts';
import type { Reader } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import { hashInto, readSlices } from './content.ts';
import type { BlobStore } from './store.ts';
import { type BlobRow, type PartRow, partsOf, q } from './tables.ts';

const rowsTogether = 500;

/** `missing`: some of the bytes are not there, or cannot be read; `changed`: they are others. */
export type ContentFault = 'missing' | 'changed';

/** Content that was looked at. */
export interface Verified {
  readonly blob: Pick<BlobRow, 'id' | 'area' | 'container' | 'size'>;
  /** Undefined where the bytes are as they were stored; `why` is a sentence for operators. */
  readonly lost: { readonly fault: ContentFault; readonly why: string } | undefined;
}

export interface Verifying {
  /** Content is looked at where this says so of its parts; default: all. */
  readonly wanted?: (parts: readonly PartRow[]) => boolean;
  /** Only content whose id comes after this one; it comes in the order of the ids. */
  readonly after?: string;
  /** How fast it is read; default: as fast as it can be. */
  readonly pace?: Pace;
}

/** What a content costs besides its bytes: so much slower are many small ones read. */
const contentCost = 2 ** 16;
const atOnce: Pace = async () => {};

const keptAfter = prepared((p: { id: string }) =>
  q
    .selectFrom('blobs')
    .select(['id', 'area', 'container', 'size', 'sha256'])
    .where('state', '=', 'kept')
    .where('id', '>', p.id)
    .orderBy('id')
    .limit(rowsTogether),
);

const isKept = prepared((p: { id: string }) =>
  q.selectFrom('blobs').select('id').where('id', '=', p.id).where('state', '=', 'kept'),
);

/**
 * Reads all content that somebody has taken over and compares it with its digest. Content that is removed meanwhile is
 * left out. Errors: `Unavailable`, and the reason of the pace's signal.
 */
export async function* verifyContent(
  db: Reader,
  store: BlobStore,
  { wanted = () => true, after = '', pace = atOnce }: Verifying = {},
): AsyncGenerator<Verified> {
  let last = after;
  for (;;) {
    const blobs = await db.all(keptAfter, { id: last });
    for (const { sha256, ...blob } of blobs) {
      const parts = await db.all(partsOf, { blob: blob.id });
      if (!wanted(parts)) continue;
      await pace(contentCost);
      const lost = await faultOf(store, parts, sha256, pace);
      if (lost === undefined || (await db.first(isKept, blob)) !== undefined) yield { blob, lost };
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
  pace: Pace,
): Promise<Verified['lost']> {
  const hash = createHash('sha256');
  try {
    await hashInto(hash, await readSlices(store, parts), pace);
  } catch (error) {
    if (error instanceof ContentLost) return { fault: 'missing', why: error.message };
    if (!(error instanceof Unavailable)) throw error;
    await store.ping(); // where the store is there, it is this content that cannot be read: a broken sector
    return { fault: 'missing', why: error.message };
  }
  return hash.digest('hex') === sha256
    ? undefined
    : { fault: 'changed', why: 'The bytes are not those that were stored.' };
}
