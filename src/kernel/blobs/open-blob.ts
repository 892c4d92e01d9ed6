import type { Reader } from '../db/database.ts';
import type { BlobDeps } from './deps.ts';
import { writerOf } from './rights.ts';
import { type BlobRow, blobById, isOpen } from './tables.ts';

/** A blob into which content may be put: by an address whose holder may still write, or by the server itself. */
export async function openBlob(
  { rights, now }: Pick<BlobDeps, 'rights' | 'now'>,
  db: Reader,
  id: string,
): Promise<BlobRow | undefined> {
  const blob = await db.first(blobById, { id });
  if (!isOpen(blob, now())) return undefined;
  const writer = writerOf(blob);
  return writer === undefined || (await rights.mayWrite(db, writer)) ? blob : undefined;
}
