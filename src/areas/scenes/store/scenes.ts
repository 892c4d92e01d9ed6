import { NoLongerThere } from '../../../api/http/problem.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { q, type SceneRow, type TagRow } from '../tables.ts';

/** A scene with its tags, by name. */
export interface LocatedScene {
  readonly row: SceneRow;
  readonly tags: readonly TagRow[];
}

const byId = prepared((p: { id: string }) => q.selectFrom('scenes').selectAll().where('id', '=', p.id));
const tagged = q
  .selectFrom('scene_tags as tag')
  .innerJoin('scene_tagged as tagged', 'tagged.tag_id', 'tag.id')
  .selectAll('tag')
  .orderBy('tag.name_folded')
  .orderBy('tag.id');
const tagsOfScene = prepared((p: { id: string }) => tagged.where('tagged.scene_id', '=', p.id));

/** A scene of whatever twin. */
export async function findScene(db: Reader, id: string): Promise<LocatedScene | undefined> {
  const row = await db.first(byId, { id });
  return row && { row, tags: await db.all(tagsOfScene, { id }) };
}

/** A scene once more, in a transaction. Errors: `Gone`, when it was deleted since. */
export async function again(tx: Transaction, id: string): Promise<LocatedScene> {
  const scene = await findScene(tx, id);
  if (scene === undefined) throw new NoLongerThere(`Scene ${id} was deleted.`);
  return scene;
}

/** A page of the scenes of a twin, oldest first. */
export async function scenesOf(db: Reader, twinId: string, skip: number, limit: number): Promise<LocatedScene[]> {
  const scenes = q.selectFrom('scenes').selectAll().where('twin_id', '=', twinId);
  const rows = await db.all(scenes.orderBy('created').orderBy('id').limit(limit).offset(skip));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const tags = await db.all(tagged.select('tagged.scene_id').where('tagged.scene_id', 'in', ids));
  const byScene = Map.groupBy(tags, (tag) => tag.scene_id);
  return rows.map((row) => ({ row, tags: byScene.get(row.id) ?? [] }));
}

/** False when the id is in use, in whatever twin. */
export const insertScene = async (tx: Transaction, row: SceneRow): Promise<boolean> =>
  (await tx.run(
    q
      .insertInto('scenes')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )) === 1;

export const updateScene = (tx: Transaction, id: string, change: Partial<SceneRow>): Promise<number> =>
  tx.run(q.updateTable('scenes').set(change).where('id', '=', id));

/** Makes exactly these the tags of a scene. */
export async function replaceTags(tx: Transaction, sceneId: string, tagIds: readonly string[]): Promise<void> {
  await tx.run(q.deleteFrom('scene_tagged').where('scene_id', '=', sceneId));
  if (tagIds.length === 0) return;
  await tx.run(q.insertInto('scene_tagged').values(tagIds.map((tag_id) => ({ scene_id: sceneId, tag_id }))));
}

/** Removes a scene with its objects; scenes below it stay, at the top. */
export async function deleteSceneRows(tx: Transaction, id: string, now: number): Promise<void> {
  const orphans = q.updateTable('scenes').set((value) => ({
    parent_id: null,
    modified: now,
    version: value('version', '+', 1),
  }));
  await tx.run(orphans.where('parent_id', '=', id));
  await tx.run(q.deleteFrom('scene_tagged').where('scene_id', '=', id));
  await tx.run(q.deleteFrom('scene_objects').where('scene_id', '=', id));
  const deleted = await tx.run(q.deleteFrom('scenes').where('id', '=', id));
  if (deleted === 0) throw new NoLongerThere(`Scene ${id} was deleted.`);
}
