import type { BlobDeps } from './deps.ts';
import type { Blobs } from './port.ts';
import { blobById, q } from './tables.ts';
import { readContent } from './verified.ts';

const rowsPerInsert = 500;

/** Blobs that stay for who reads them later. */
export const pins = (deps: BlobDeps): Pick<Blobs, 'pin' | 'unpin' | 'readPinned'> => ({
  async pin(tx, holder, ids) {
    for (let first = 0; first < ids.length; first += rowsPerInsert) {
      const rows = ids.slice(first, first + rowsPerInsert).map((blob) => ({ holder, blob }));
      await tx.run(
        q
          .insertInto('blob_pins')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing()),
      );
    }
  },
  async unpin(tx, holder) {
    await tx.run(q.deleteFrom('blob_pins').where('holder', '=', holder));
  },
  async readPinned(id) {
    const blob = await deps.db.first(blobById, { id });
    if (blob === undefined || blob.state === 'open') return undefined;
    return readContent(deps, blob, { start: 0, end: (blob.size ?? 0) - 1 });
  },
});
