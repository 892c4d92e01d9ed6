import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { q, type ThumbnailRow } from '../tables.ts';

const thumbnails = q.selectFrom('library_thumbnails').selectAll();

export const findThumbnail = (db: Reader, parentId: string): Promise<ThumbnailRow | undefined> =>
  db.first(thumbnails.where('parent_id', '=', parentId));
export const thumbnailOfJob = (db: Reader, jobId: string): Promise<ThumbnailRow | undefined> =>
  db.first(thumbnails.where('job_id', '=', jobId));
export const thumbnailsOf = (db: Reader, parentIds: readonly string[]): Promise<ThumbnailRow[]> =>
  parentIds.length === 0 ? Promise.resolve([]) : db.all(thumbnails.where('parent_id', 'in', parentIds));

export const insertThumbnail = (tx: Transaction, row: ThumbnailRow): Promise<number> =>
  tx.run(q.insertInto('library_thumbnails').values(row));

type Picture = Pick<ThumbnailRow, 'picture_blob' | 'picture_format'>;

export const setPicture = (tx: Transaction, parentId: string, picture: Picture): Promise<number> =>
  tx.run(q.updateTable('library_thumbnails').set(picture).where('parent_id', '=', parentId));

export const deleteThumbnail = (tx: Transaction, parentId: string): Promise<number> =>
  tx.run(q.deleteFrom('library_thumbnails').where('parent_id', '=', parentId));
