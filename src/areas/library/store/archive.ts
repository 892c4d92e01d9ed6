import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { type ArchiveRow, q } from '../tables.ts';

const archives = q.selectFrom('library_archives').selectAll();

export const findArchive = (db: Reader, publicId: string): Promise<ArchiveRow | undefined> =>
  db.first(archives.where('public_id', '=', publicId));
export const archiveOfJob = (db: Reader, jobId: string): Promise<ArchiveRow | undefined> =>
  db.first(archives.where('job_id', '=', jobId));
export const archiveOfFile = (db: Reader, blobId: string): Promise<ArchiveRow | undefined> =>
  db.first(archives.where('blob_id', '=', blobId));

export const insertArchive = (tx: Transaction, row: ArchiveRow): Promise<number> =>
  tx.run(q.insertInto('library_archives').values(row));

export const updateArchive = (tx: Transaction, id: string, change: Partial<ArchiveRow>): Promise<number> =>
  tx.run(q.updateTable('library_archives').set(change).where('id', '=', id));

/** Imports whose file never came. */
export const overdueArchives = (db: Reader, now: number): Promise<ArchiveRow[]> =>
  db.all(archives.where('due', '<', now).where('ending', 'is', null).limit(500));

export const deleteOldArchives = (tx: Transaction, before: number): Promise<number> =>
  tx.run(q.deleteFrom('library_archives').where('created', '<', before).where('ending', 'is not', null));
