import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { q } from '../tables.ts';

/** Removes everything that belongs to a catalog or a component, files too. */
export async function deleteChildren(
  tx: Transaction,
  { blobs }: Pick<Ports, 'blobs'>,
  parentId: string,
): Promise<void> {
  await blobs.remove(tx, await filesOf(tx, parentId));
  await tx.run(q.deleteFrom('library_documents').where('parent_id', '=', parentId));
  await tx.run(q.deleteFrom('library_weblinks').where('parent_id', '=', parentId));
  await tx.run(q.deleteFrom('library_variations').where('parent_id', '=', parentId));
}

/** Blobs that documents of a catalog or component have or wait for. */
async function filesOf(db: Reader, parentId: string): Promise<string[]> {
  const documents = q.selectFrom('library_documents').select(['blob_id', 'upload_id']);
  const rows = await db.all(documents.where('parent_id', '=', parentId));
  return rows.flatMap((row) => [row.blob_id, row.upload_id]).filter((id) => id !== null);
}
