import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { insertItem, newItem } from '../item/store.ts';
import { folderKind, type ItemRow, q } from '../tables.ts';

const rootOf = prepared((p: { twinId: string }) =>
  q.selectFrom('storage_items').selectAll().where('twin_id', '=', p.twinId).where('parent_id', 'is', null),
);

/** The root folder of a twin, if anybody has asked for it before. */
export const findRoot = (db: Reader, twinId: string): Promise<ItemRow | undefined> => db.first(rootOf, { twinId });

/** The root folder of a twin; it is made when it is first asked for. */
export async function ensureRoot(tx: Transaction, twinId: string, userId: string, now: number): Promise<ItemRow> {
  const found = await findRoot(tx, twinId);
  if (found !== undefined) return found;
  const row = newItem({ twinId, parentId: null, kind: folderKind, name: '' }, userId, now);
  await insertItem(tx, row);
  return row;
}
