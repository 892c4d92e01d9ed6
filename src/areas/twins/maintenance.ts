import type { Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { keptFor } from './export/store.ts';
import { imageOf } from './image/store.ts';
import { q } from './tables.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** How long an operator can bring a deleted twin back. */
export const keptAfterDeletion = 30 * day;

/** Removes exports whose time is over, with their files. */
export const removeOldExports = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'twins.exports',
  everyMs: 10 * minute,
  async run() {
    await db.write(async (tx) => {
      const old = await tx.all(
        q
          .selectFrom('twin_exports')
          .select(['id', 'blob_id'])
          .where('completed', '<', now() - keptFor),
      );
      await ports.blobs.remove(
        tx,
        old.flatMap((row) => row.blob_id ?? []),
      );
      for (const { id } of old) await tx.run(q.deleteFrom('twin_exports').where('id', '=', id));
    });
  },
});

/** Removes twins that were deleted 30 days ago, with all that every area holds of them. */
export const purgeDeletedTwins = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'twins.purge',
  everyMs: 60 * minute,
  async run(signal) {
    const due = await db.all(
      q
        .selectFrom('twins')
        .select('id')
        .where('deleted', '<', now() - keptAfterDeletion),
    );
    for (const { id } of due) {
      signal.throwIfAborted();
      await db.write((tx) => ports.listeners.twins.purged(tx, id));
    }
  },
});

/** What this area itself holds of a twin. */
export async function purgeTwin(tx: Transaction, twinId: string, { ports }: Kit): Promise<void> {
  const row = await tx.first(q.selectFrom('twins').select('image').where('id', '=', twinId));
  const image = row ? imageOf(row) : null;
  if (image) await ports.blobs.remove(tx, [image.small.blobId, image.large.blobId]);
  const repositories = q.selectFrom('twin_repositories').select('id').where('twin_id', '=', twinId);
  await tx.run(q.deleteFrom('twin_repository_resources').where('repository_id', 'in', repositories));
  await tx.run(q.deleteFrom('twin_repositories').where('twin_id', '=', twinId));
  await tx.run(q.deleteFrom('twin_favorites').where('twin_id', '=', twinId));
  await tx.run(q.deleteFrom('twin_recents').where('twin_id', '=', twinId));
  await tx.run(q.deleteFrom('twins').where('id', '=', twinId));
}
