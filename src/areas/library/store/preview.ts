import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { type PreviewRow, q } from '../tables.ts';

const previews = q.selectFrom('library_previews').selectAll();

export const findPreview = (db: Reader, componentId: string): Promise<PreviewRow | undefined> =>
  db.first(previews.where('component_id', '=', componentId));
export const previewOfJob = (db: Reader, jobId: string): Promise<PreviewRow | undefined> =>
  db.first(previews.where('job_id', '=', jobId));
export const previewsOf = (db: Reader, componentIds: readonly string[]): Promise<PreviewRow[]> =>
  componentIds.length === 0 ? Promise.resolve([]) : db.all(previews.where('component_id', 'in', componentIds));

export const insertPreview = (tx: Transaction, row: PreviewRow): Promise<number> =>
  tx.run(q.insertInto('library_previews').values(row));

export const updatePreview = (tx: Transaction, componentId: string, change: Partial<PreviewRow>): Promise<number> =>
  tx.run(q.updateTable('library_previews').set(change).where('component_id', '=', componentId));

export const deletePreview = (tx: Transaction, componentId: string): Promise<number> =>
  tx.run(q.deleteFrom('library_previews').where('component_id', '=', componentId));

export const filesOfPreview = ({ model_blob, picture_blob }: PreviewRow): string[] =>
  [model_blob, picture_blob].filter((id) => id !== null);
