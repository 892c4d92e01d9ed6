import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { type ExportRow, type PieceRow, q } from './tables.ts';

export const exportPlace = { area: 'archives', container: 'exports' } as const;
export const workPlace = { area: 'archives', container: 'work' } as const;
export const mediaType = 'application/vnd.twin-archive+zip';

export const findExport = (db: Reader, id: string): Promise<ExportRow | undefined> =>
  db.first(q.selectFrom('archive_exports').selectAll().where('id', '=', id));

export const runningExport = (db: Reader, twinId: string): Promise<{ readonly id: string } | undefined> =>
  db.first(
    q
      .selectFrom('archive_exports')
      .select('id')
      .where('twin_id', '=', twinId)
      .where('state', 'in', ['Queued', 'Running']),
  );

export async function updateExport(tx: Transaction, id: string, change: Partial<ExportRow>): Promise<void> {
  await tx.run(q.updateTable('archive_exports').set(change).where('id', '=', id));
}

/** The piece that was written last. */
export const lastPiece = (db: Reader, exportId: string): Promise<PieceRow | undefined> =>
  db.first(
    q.selectFrom('archive_pieces').selectAll().where('export_id', '=', exportId).orderBy('idx', 'desc').limit(1),
  );

export const pieceAt = (db: Reader, exportId: string, idx: number): Promise<PieceRow | undefined> =>
  db.first(q.selectFrom('archive_pieces').selectAll().where('export_id', '=', exportId).where('idx', '=', idx));

const present = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null);

/** How long after its file what is known of an export or import is kept, in milliseconds. */
export const rowKept = 90 * 86_400_000;

export interface Removal {
  remove(tx: Transaction, ids: readonly string[]): Promise<void>;
  unpin(tx: Transaction, holder: string): Promise<void>;
}

/** Lets go what the work of an export needed, but for its file. */
export async function endWork(tx: Transaction, row: ExportRow, blobs: Removal): Promise<void> {
  await blobs.unpin(tx, row.id);
  await blobs.remove(tx, present([row.plan_blob, row.parts_blob]));
  await tx.run(q.deleteFrom('archive_pieces').where('export_id', '=', row.id));
  await updateExport(tx, row.id, { plan_blob: null, parts_blob: null });
}

/** Removes the file of an export, whole or begun. */
export async function removeFile(tx: Transaction, row: ExportRow, blobs: Removal): Promise<void> {
  await blobs.remove(tx, present([row.file_blob]));
  await updateExport(tx, row.id, { file_blob: null });
}
