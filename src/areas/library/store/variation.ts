import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { q, type VariationRow } from '../tables.ts';

export const findVariation = (db: Reader, parentId: string, id: string): Promise<VariationRow | undefined> =>
  db.first(q.selectFrom('library_variations').selectAll().where('id', '=', id).where('parent_id', '=', parentId));

/** The oldest first. */
export const variationsOf = (db: Reader, parentId: string): Promise<VariationRow[]> =>
  db.all(
    q.selectFrom('library_variations').selectAll().where('parent_id', '=', parentId).orderBy('created').orderBy('id'),
  );

const rowsPerInsert = 200;

export async function insertVariations(tx: Transaction, rows: readonly VariationRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsPerInsert) {
    await tx.run(q.insertInto('library_variations').values(rows.slice(first, first + rowsPerInsert)));
  }
}

export const updateVariationRow = (tx: Transaction, row: VariationRow): Promise<number> =>
  tx.run(q.updateTable('library_variations').set(row).where('id', '=', row.id));

export const deleteVariationRow = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.run(q.deleteFrom('library_variations').where('id', '=', id))) === 1;
