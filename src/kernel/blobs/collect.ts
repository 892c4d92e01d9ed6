import type { Pace } from '../../std/pace.ts';
import { condition } from '../db/condition.ts';
import type { Reader } from '../db/database.ts';
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
/** What it costs to look at so many keys, in bytes of content. */
const listingCost = 2 ** 20;

export type CollectDeps = Pick<BlobDeps, 'db' | 'store' | 'now'>;
type LookDeps = Pick<BlobDeps, 'store' | 'now'> & { readonly db: Reader };

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
      q
        .selectFrom('blobs')
        .select('id')
        .where('state', '=', 'removed')
        .where('due', '<=', due)
        .where(condition`not exists (select 1 from blob_pins where blob_pins.blob = blobs.id)`)
        .limit(blobsPerRound),
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
  await deps.store.discardUnfinished(deps.now() - orphanAge);
  for await (const keys of unnamed(deps)) {
    if (signal?.aborted) return;
    await deps.store.remove(keys);
  }
}

/** Objects that no row names and that the next collection of orphans removes. */
export async function countUnreferenced(deps: LookDeps, pace?: Pace): Promise<number> {
  let count = 0;
  for await (const keys of unnamed(deps)) {
    await pace?.(listingCost);
    count += keys.length;
  }
  return count;
}

/** The keys of old objects that no row names, some hundred objects at a time: also where none of these is one. */
async function* unnamed(deps: LookDeps): AsyncGenerator<string[]> {
  const before = deps.now() - orphanAge;
  let old: string[] = [];
  for await (const { key, modified } of deps.store.list()) {
    if (modified < before) old.push(key);
    if (old.length < keysPerQuery) continue;
    yield await unnamedOf(deps, old);
    old = [];
  }
  yield await unnamedOf(deps, old);
}

async function unnamedOf(deps: LookDeps, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const parts = await deps.db.all(q.selectFrom('blob_parts').select('key').where('key', 'in', keys));
  const blocks = await deps.db.all(q.selectFrom('blob_blocks').select('key').where('key', 'in', keys));
  const named = new Set([...parts, ...blocks].map((row) => row.key));
  return keys.filter((key) => !named.has(key));
}
