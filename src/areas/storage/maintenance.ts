import type { Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { updateItem } from './item/store.ts';
import { type ItemRow, q, states } from './tables.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const keptInBin = 30 * day;
const rowsPerWrite = 200;

/** Removes files whose first upload was not completed in time, and forgets the uploads of others. */
export const endUploads = ({ db, now }: Kit): Maintenance => ({
  name: 'storage.uploads',
  everyMs: 10 * minute,
  async run() {
    await db.write(async (tx) => {
      const items = q.deleteFrom('storage_items').where('state', '=', states.pending);
      await tx.run(items.where('upload_due', '<=', now()));
      const uploads = q.updateTable('storage_items').set({ upload_id: null, upload_due: null });
      await tx.run(uploads.where('upload_due', '<=', now()));
    });
  },
});

/** Deletes entries of recycle bins for good 30 days after their deletion. */
export const emptyBins = ({ db, now }: Kit): Maintenance => ({
  name: 'storage.recycleBins',
  everyMs: 60 * minute,
  async run() {
    await db.write((tx) => {
      const old = q.updateTable('storage_items').set({ state: 'gone' }).where('state', '=', states.recycled);
      return tx.run(old.where('recycled', '<=', (now() - keptInBin) * 1000));
    });
  },
});

/**
 * Removes what is gone, a few rows at a time, however much lies below it: a gone folder first hands its state to what
 * is in it, and goes once nothing is. Entries of the recycle bin and unfinished uploads
 * have their own ends.
 */
export const removeGone = ({ db, ports }: Kit): Maintenance => ({
  name: 'storage.gone',
  everyMs: minute,
  async run(signal) {
    for (let left = true; left; ) {
      signal.throwIfAborted();
      left = await db.write((tx) => removeSome(tx, ports));
    }
  },
});

async function removeSome(tx: Transaction, { blobs, listeners }: Kit['ports']): Promise<boolean> {
  const gone = await tx.all(
    q.selectFrom('storage_items').selectAll().where('state', '=', states.gone).limit(rowsPerWrite),
  );
  const ids = gone.map((row) => row.id);
  if (ids.length === 0) return false;
  const children = q.selectFrom('storage_items').select(['id', 'parent_id']).where('parent_id', 'in', ids);
  const inside = await tx.all(children.where('state', '=', states.live).limit(rowsPerWrite));
  for (const { id } of inside) await updateItem(tx, id, { state: 'gone' });
  const full = new Set(inside.map((child) => child.parent_id));
  const empty = inside.length === rowsPerWrite ? [] : gone.filter((row) => !full.has(row.id));
  await blobs.remove(tx, empty.flatMap(blobsOf));
  const removed = empty.map((row) => row.id);
  if (removed.length > 0) await listeners.files.purged(tx, removed);
  for (const id of removed) await tx.run(q.deleteFrom('storage_items').where('id', '=', id));
  return true;
}

const blobsOf = ({ blob_id, upload_id }: ItemRow): string[] => [blob_id, upload_id].filter((id) => id !== null);

/** What the area holds of a twin, unfinished uploads too: marked here, removed as all that is gone. */
export async function purgeTwin(tx: Transaction, twinId: string): Promise<void> {
  const items = q.updateTable('storage_items').set({ state: 'gone' }).where('twin_id', '=', twinId);
  await tx.run(items.where('parent_id', 'is', null));
  await tx.run(items.where('state', '=', states.recycled));
  await tx.run(items.where('state', '=', states.pending));
}
