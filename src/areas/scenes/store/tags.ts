import { NoLongerThere } from '../../../api/http/problem.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { q, type TagRow } from '../tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('scene_tags').selectAll().where('id', '=', p.id));

export const findTag = (db: Reader, id: string): Promise<TagRow | undefined> => db.first(byId, { id });

/** A page of the tags of a twin, by name. */
export const tagsOf = (db: Reader, twinId: string, skip: number, limit: number): Promise<TagRow[]> =>
  db.all(
    q
      .selectFrom('scene_tags')
      .selectAll()
      .where('twin_id', '=', twinId)
      .orderBy('name_folded')
      .orderBy('id')
      .limit(limit)
      .offset(skip),
  );

/** Which of these are tags of the twin. */
export async function knownTags(db: Reader, twinId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const tags = q.selectFrom('scene_tags').select('id').where('twin_id', '=', twinId);
  return (await db.all(tags.where('id', 'in', ids))).map(({ id }) => id);
}

/** False when the id, or in this twin the name, is in use. */
export const insertTag = async (tx: Transaction, row: TagRow): Promise<boolean> =>
  (await tx.run(
    q
      .insertInto('scene_tags')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )) === 1;

/** True when another tag of the twin has the name, without case. */
export async function isNameTaken(db: Reader, tag: Pick<TagRow, 'id' | 'twin_id' | 'name_folded'>): Promise<boolean> {
  const others = q.selectFrom('scene_tags').select('id').where('twin_id', '=', tag.twin_id);
  return (await db.first(others.where('name_folded', '=', tag.name_folded).where('id', '!=', tag.id))) !== undefined;
}

export const updateTagRow = (tx: Transaction, id: string, change: Partial<TagRow>): Promise<number> =>
  tx.run(q.updateTable('scene_tags').set(change).where('id', '=', id));

/** Takes the tag off all scenes, too. Errors: `Gone`. */
export async function deleteTagRow(tx: Transaction, id: string): Promise<void> {
  await tx.run(q.deleteFrom('scene_tagged').where('tag_id', '=', id));
  const deleted = await tx.run(q.deleteFrom('scene_tags').where('id', '=', id));
  if (deleted === 0) throw new NoLongerThere(`Tag ${id} was deleted.`);
}
