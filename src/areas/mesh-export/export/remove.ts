import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type ExportRow, q } from '../tables.ts';
import { openExports } from './store.ts';

/** The blobs of an export that no other one shares. */
const ownBlobs = prepared((p: { id: string }) =>
  q
    .selectFrom('mesh_files as file')
    .select('blob_id')
    .distinct()
    .where('export_id', '=', p.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mesh_files as other')
            .select('other.name')
            .whereRef('other.blob_id', '=', 'file.blob_id')
            .where('other.export_id', '<>', p.id),
        ),
      ),
    ),
);
const deleteFiles = prepared((p: { id: string }) => q.deleteFrom('mesh_files').where('export_id', '=', p.id));
const deleteRow = prepared((p: { id: string }) => q.deleteFrom('mesh_exports').where('id', '=', p.id));

/** Removes exports with the files that no other one shares, and ends a job that has nothing left to make. */
export async function removeExports(
  tx: Transaction,
  rows: readonly ExportRow[],
  { blobs, jobs }: Pick<Ports, 'blobs' | 'jobs'>,
): Promise<void> {
  for (const { id } of rows) {
    const own = (await tx.all(ownBlobs, { id })).map((file) => file.blob_id);
    await tx.run(deleteFiles, { id });
    await tx.run(deleteRow, { id });
    await blobs.remove(tx, own);
  }
  const unfinished = rows.filter(({ status }) => status === 'NotStarted' || status === 'InProgress');
  for (const job of new Set(unfinished.map(({ job_id }) => job_id))) {
    if ((await openExports(tx, job)).length === 0) await jobs.cancel(tx, job);
  }
}
