import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { q, type UploadRow } from '../tables.ts';

const byPublicId = prepared((p: { id: string }) =>
  q.selectFrom('library_uploads').selectAll().where('public_id', '=', p.id),
);
const byJob = prepared((p: { job: string }) => q.selectFrom('library_uploads').selectAll().where('job_id', '=', p.job));
const byDesign = prepared((p: { blob: string }) =>
  q.selectFrom('library_uploads').selectAll().where('design_blob', '=', p.blob),
);

export const findUpload = (db: Reader, publicId: string): Promise<UploadRow | undefined> =>
  db.first(byPublicId, { id: publicId });
export const uploadOfJob = (db: Reader, job: string): Promise<UploadRow | undefined> => db.first(byJob, { job });
export const uploadOfDesign = (db: Reader, blob: string): Promise<UploadRow | undefined> =>
  db.first(byDesign, { blob });

export const insertUpload = (tx: Transaction, row: UploadRow): Promise<number> =>
  tx.run(q.insertInto('library_uploads').values(row));

export const updateUpload = (tx: Transaction, id: string, change: Partial<UploadRow>): Promise<number> =>
  tx.run(q.updateTable('library_uploads').set(change).where('id', '=', id));

/** Uploads whose file never came. */
export const overdueUploads = (db: Reader, now: number): Promise<UploadRow[]> =>
  db.all(q.selectFrom('library_uploads').selectAll().where('due', '<', now).where('ending', 'is', null).limit(500));

export const deleteOldUploads = (tx: Transaction, before: number): Promise<number> =>
  tx.run(q.deleteFrom('library_uploads').where('created', '<', before).where('ending', 'is not', null));
