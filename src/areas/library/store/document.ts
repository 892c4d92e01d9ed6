import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { type DocumentRow, q } from '../tables.ts';

export const findDocument = (db: Reader, parentId: string, id: string): Promise<DocumentRow | undefined> =>
  db.first(q.selectFrom('library_documents').selectAll().where('id', '=', id).where('parent_id', '=', parentId));

/** The oldest first. */
export const documentsOf = (db: Reader, parentId: string): Promise<DocumentRow[]> =>
  db.all(
    q.selectFrom('library_documents').selectAll().where('parent_id', '=', parentId).orderBy('created').orderBy('id'),
  );

/** False when name, extension and version are taken. */
export const insertDocument = async (tx: Transaction, row: DocumentRow): Promise<boolean> =>
  (await tx.run(
    q
      .insertInto('library_documents')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )) === 1;

export const documentNamesake = (db: Reader, row: DocumentRow): Promise<Pick<DocumentRow, 'id'> | undefined> =>
  db.first(
    q
      .selectFrom('library_documents')
      .select('id')
      .where('parent_id', '=', row.parent_id)
      .where('name_folded', '=', row.name_folded)
      .where('extension_folded', '=', row.extension_folded)
      .where('version_folded', '=', row.version_folded)
      .where('id', '<>', row.id),
  );

export const updateDocumentRow = (tx: Transaction, row: DocumentRow): Promise<number> =>
  tx.run(q.updateTable('library_documents').set(row).where('id', '=', row.id));

/** Changes something of a document that its own request is not about. */
export const touchDocument = (
  tx: Transaction,
  id: string,
  change: Partial<Pick<DocumentRow, 'active' | 'design_id' | 'previous_id'>>,
  now: number,
): Promise<number> =>
  tx.run(
    q
      .updateTable('library_documents')
      .set((value) => ({ ...change, modified: now, revision: value('revision', '+', 1) }))
      .where('id', '=', id),
  );

export const deleteDocumentRow = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.run(q.deleteFrom('library_documents').where('id', '=', id))) === 1;

/** Variations lose a design document that goes. */
export const clearDesignOfVariations = (tx: Transaction, designId: string, now: number): Promise<number> =>
  tx.run(
    q
      .updateTable('library_variations')
      .set((value) => ({ design_id: null, modified: now, revision: value('revision', '+', 1) }))
      .where('design_id', '=', designId),
  );
