import type { Maintenance } from '../jobs/job.ts';
import type { BlobDeps } from './deps.ts';
import { deleteBlocks, deleteParts, q } from './tables.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A download that began before the removal gets this long to end. */
const readersGrace = hour;
/** Nothing is written for longer than this before its row follows. */
const orphanAge = day;
const blobsPerRound = 100;
const keysPerQuery = 500;

export type CollectDeps = Pick<BlobDeps, 'db' | 'store' | 'now'>;

/** Frees what nobody can reach any more: blobs that were removed or never taken, and objects that no row names. */
export function blobMaintenance(deps: CollectDeps): Maintenance[] {
  return [
    { name: 'blobs.removed', everyMs: 10 * minute, run: (signal) => collectRemoved(deps, signal) },
    { name: 'blobs.orphans', everyMs: day, run: (signal) => collectOrphans(deps, signal) },
  ];
}

/** Bytes first, then rows: what a kill interrupts is done again. */
export async function collectRemoved(deps: CollectDeps, signal?: AbortSignal): Promise<void> {
  await deps.db.write((tx) => {
    const expired = q.updateTable('blobs').set({ state: 'removed', due: deps.now() });
    return tx.run(expired.where('state', '!=', 'removed').where('due', '<=', deps.now()));
  });
  for (;;) {
    const due = deps.now() - readersGrace;
    const found = await deps.db.all(
      q.selectFrom('blobs').select('id').where('state', '=', 'removed').where('due', '<=', due).limit(blobsPerRound),
    );
    if (found.length === 0 || signal?.aborted) return;
    const ids = found.map((blob) => blob.id);
    const parts = await deps.db.all(q.selectFrom('blob_parts').select('key').distinct().where('blob', 'in', ids));
    const blocks = await deps.db.all(q.selectFrom('blob_blocks').select('key').where('blob', 'in', ids));
    await deps.store.remove([...parts, ...blocks].map((row) => row.key));
    await deps.db.write(async (tx) => {
      for (const blob of ids) {
        await tx.run(deleteParts, { blob });
        await tx.run(deleteBlocks, { blob });
      }
      await tx.run(q.deleteFrom('blob_drafts').where('blob', 'in', ids));
      await tx.run(q.deleteFrom('blobs').where('id', 'in', ids));
    });
  }
}

export async function collectOrphans(deps: CollectDeps, signal?: AbortSignal): Promise<void> {
  const before = deps.now() - orphanAge;
  await deps.store.discardUnfinished(before);
  let old: string[] = [];
  for await (const { key, modified } of deps.store.list()) {
    if (signal?.aborted) return;
    if (modified < before) old.push(key);
    if (old.length < keysPerQuery) continue;
    await removeUnnamed(deps, old);
    old = [];
  }
  await removeUnnamed(deps, old);
}

async function removeUnnamed(deps: CollectDeps, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const parts = await deps.db.all(q.selectFrom('blob_parts').select('key').where('key', 'in', keys));
  const blocks = await deps.db.all(q.selectFrom('blob_blocks').select('key').where('key', 'in', keys));
  const named = new Set([...parts, ...blocks].map((row) => row.key));
  await deps.store.remove(keys.filter((key) => !named.has(key)));
}
