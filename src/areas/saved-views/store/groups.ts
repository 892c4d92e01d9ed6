import { NoLongerThere } from '../../../api/http/problem.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type GroupRow, q } from '../tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('saved_view_groups').selectAll().where('id', '=', p.id));

export const findGroup = (db: Reader, id: string): Promise<GroupRow | undefined> => db.first(byId, { id });

export const insertGroup = (tx: Transaction, row: GroupRow): Promise<number> =>
  tx.run(q.insertInto('saved_view_groups').values(row));

/** The group as it is then. Errors: `Gone`, when it was deleted since. */
export async function changeGroup(tx: Transaction, id: string, change: Partial<GroupRow>): Promise<GroupRow> {
  const row = await findGroup(tx, id);
  if (row === undefined) throw new NoLongerThere(`Group ${id} was deleted.`);
  const whole = { ...change, version: row.version + 1 };
  await tx.run(q.updateTable('saved_view_groups').set(whole).where('id', '=', id));
  return { ...row, ...whole };
}

/** Its views stay, without group. Errors: `Gone`. */
export async function deleteGroupRow(tx: Transaction, id: string): Promise<void> {
  const deleted = await tx.run(q.deleteFrom('saved_view_groups').where('id', '=', id));
  if (deleted === 0) throw new NoLongerThere(`Group ${id} was deleted.`);
  await tx.run(q.updateTable('saved_views').set({ group_id: null }).where('group_id', '=', id));
}

/** All groups of a twin, or of one of its models, by name. */
export function groupsIn(db: Reader, twinId: string, modelId: string | null): Promise<GroupRow[]> {
  const all = q.selectFrom('saved_view_groups').selectAll().where('twin_id', '=', twinId);
  const wanted = modelId === null ? all : all.where('model_id', '=', modelId);
  return db.all(wanted.orderBy('name_folded').orderBy('id'));
}
