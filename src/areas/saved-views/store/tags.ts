import { NoLongerThere } from '../../../api/http/problem.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { q, type TagRow } from '../tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('saved_view_tags').selectAll().where('id', '=', p.id));

export const findTag = (db: Reader, id: string): Promise<TagRow | undefined> => db.first(byId, { id });

export const insertTag = (tx: Transaction, row: TagRow): Promise<number> =>
  tx.run(q.insertInto('saved_view_tags').values(row));

/** The tag as it is then. Errors: `Gone`, when it was deleted since. */
export async function changeTag(tx: Transaction, id: string, change: Partial<TagRow>): Promise<TagRow> {
  const row = await findTag(tx, id);
  if (row === undefined) throw new NoLongerThere(`Tag ${id} was deleted.`);
  const whole = { ...change, version: row.version + 1 };
  await tx.run(q.updateTable('saved_view_tags').set(whole).where('id', '=', id));
  return { ...row, ...whole };
}

/** All tags of a twin, or of one of its models, by name. */
export function tagsIn(db: Reader, twinId: string, modelId: string | null): Promise<TagRow[]> {
  const all = q.selectFrom('saved_view_tags').selectAll().where('twin_id', '=', twinId);
  const wanted = modelId === null ? all : all.where('model_id', '=', modelId);
  return db.all(wanted.orderBy('name_folded').orderBy('id'));
}

const carrier = prepared((p: { tag: string }) =>
  q.selectFrom('saved_view_tagged').select('view_id').where('tag_id', '=', p.tag).limit(1),
);

/** True while any view carries the tag, whoever sees it. */
export const isCarried = async (db: Reader, tag: string): Promise<boolean> =>
  (await db.first(carrier, { tag })) !== undefined;

/** Errors: `Gone`. */
export async function deleteTagRow(tx: Transaction, id: string): Promise<void> {
  const deleted = await tx.run(q.deleteFrom('saved_view_tags').where('id', '=', id));
  if (deleted === 0) throw new NoLongerThere(`Tag ${id} was deleted.`);
}
