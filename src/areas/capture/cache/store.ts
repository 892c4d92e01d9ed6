import type { Blobs } from '../../../kernel/blobs/port.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { readJson } from '../../../std/json.ts';
import { type CacheRow, q } from '../tables.ts';

export const findCache = (db: Reader, jobId: string): Promise<CacheRow | undefined> =>
  db.first(q.selectFrom('capture_caches').selectAll().where('job_id', '=', jobId));

export const insertCache = (tx: Transaction, row: CacheRow): Promise<number> =>
  tx.run(q.insertInto('capture_caches').values(row));

/** What the jobs of a workspace have kept. */
export const cachesIn = (db: Reader, workspaceId: string): Promise<CacheRow[]> =>
  db.all(q.selectFrom('capture_caches').selectAll().where('workspace_id', '=', workspaceId));

/** Some of those that were made before. */
export const cachesBefore = (db: Reader, time: number): Promise<CacheRow[]> =>
  db.all(q.selectFrom('capture_caches').selectAll().where('created', '<', time).limit(20));

/** Of all workspaces of a twin. */
export const cachesOfTwin = (db: Reader, twinId: string): Promise<CacheRow[]> =>
  db.all(
    q
      .selectFrom('capture_caches as c')
      .innerJoin('capture_workspaces as w', 'w.id', 'c.workspace_id')
      .selectAll('c')
      .where('w.twin_id', '=', twinId),
  );

export async function removeCaches(
  tx: Transaction,
  rows: readonly CacheRow[],
  blobs: Pick<Blobs, 'remove'>,
): Promise<void> {
  for (const { job_id, files } of rows) {
    await tx.run(q.deleteFrom('capture_caches').where('job_id', '=', job_id));
    await blobs.remove(
      tx,
      readJson(files).map(({ blobId }) => blobId),
    );
  }
}
