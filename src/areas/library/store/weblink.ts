import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { q, type WebLinkRow } from '../tables.ts';

export const findWebLink = (db: Reader, parentId: string, id: string): Promise<WebLinkRow | undefined> =>
  db.first(q.selectFrom('library_weblinks').selectAll().where('id', '=', id).where('parent_id', '=', parentId));

/** The oldest first. */
export const webLinksOf = (db: Reader, parentId: string): Promise<WebLinkRow[]> =>
  db.all(
    q.selectFrom('library_weblinks').selectAll().where('parent_id', '=', parentId).orderBy('created').orderBy('id'),
  );

/** False when the name is taken. */
export const insertWebLink = async (tx: Transaction, row: WebLinkRow): Promise<boolean> =>
  (await tx.run(
    q
      .insertInto('library_weblinks')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )) === 1;

export const webLinkNamesake = (db: Reader, row: WebLinkRow): Promise<Pick<WebLinkRow, 'id'> | undefined> =>
  db.first(
    q
      .selectFrom('library_weblinks')
      .select('id')
      .where('parent_id', '=', row.parent_id)
      .where('name_folded', '=', row.name_folded)
      .where('id', '<>', row.id),
  );

export const updateWebLinkRow = (tx: Transaction, row: WebLinkRow): Promise<number> =>
  tx.run(q.updateTable('library_weblinks').set(row).where('id', '=', row.id));

export const deleteWebLinkRow = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.run(q.deleteFrom('library_weblinks').where('id', '=', id))) === 1;
