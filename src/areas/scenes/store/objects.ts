import { cutPage, type Page } from '../../../api/query/paging.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type ObjectData, type ObjectRow, q } from '../tables.ts';

/** An object with its data. */
export type WholeObject = ObjectRow & { readonly data: ObjectData };

/** All but `data`, which may be large. */
const columns = [
  'id',
  'scene_id',
  'kind',
  'schema_version',
  'name',
  'name_folded',
  'place',
  'display_order',
  'visible',
  'parent_id',
  'related_id',
  'resource_twin_id',
  'resource_class',
  'created',
  'created_by',
  'modified',
  'version',
  'data_size',
] as const satisfies readonly (keyof ObjectRow)[];

const byId = prepared((p: { scene: string; id: string }) =>
  q.selectFrom('scene_objects').select(columns).where('id', '=', p.id).where('scene_id', '=', p.scene),
);

export const findObject = (db: Reader, scene: string, id: string): Promise<ObjectRow | undefined> =>
  db.first(byId, { scene, id });

/** Objects with their data, by id. */
export async function wholeObjects(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, WholeObject>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all(q.selectFrom('scene_objects').selectAll().where('id', 'in', ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Bytes of data in one page; where they are more, the page is shorter than was asked for. */
const mostBytes = 32 * 2 ** 20;

export type ObjectOrder = 'kind' | 'displayName' | 'order';
const orderColumns = { kind: 'kind', displayName: 'name_folded', order: 'place' } as const;

/** A page of the objects of a scene without some; missing values come last. */
export async function pageOfObjects(
  db: Reader,
  sceneId: string,
  { without, order, page }: { without: ReadonlySet<string>; order: ObjectOrder; page: Page },
): Promise<{ rows: WholeObject[]; hasMore: boolean }> {
  const column = orderColumns[order];
  const all = q.selectFrom('scene_objects').select(columns).where('scene_id', '=', sceneId);
  const shown = without.size === 0 ? all : all.where('id', 'not in', [...without]);
  const ordered = shown
    .orderBy((value) => value(column, 'is', null))
    .orderBy(column)
    .orderBy('created')
    .orderBy('id');
  const { rows, hasMore } = cutPage(await db.all(ordered.limit(page.top + 1).offset(page.skip)), page);
  const fitting = rows.slice(0, countWithin(rows));
  const whole = await wholeObjects(
    db,
    fitting.map(({ id }) => id),
  );
  return {
    rows: fitting.flatMap(({ id }) => whole.get(id) ?? []), // one may be deleted meanwhile
    hasMore: hasMore || fitting.length < rows.length,
  };
}

/** How many of the rows fit into a page: at least one. */
function countWithin(rows: readonly ObjectRow[]): number {
  let bytes = 0;
  const end = rows.findIndex(({ data_size }, at) => {
    bytes += data_size;
    return at > 0 && bytes > mostBytes;
  });
  return end < 0 ? rows.length : end;
}

/** False when the id is in use, in whatever scene. */
export const insertObject = async (tx: Transaction, row: WholeObject): Promise<boolean> =>
  (await tx.run(
    q
      .insertInto('scene_objects')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )) === 1;

export const updateObjectRow = (tx: Transaction, id: string, change: Partial<WholeObject>): Promise<number> =>
  tx.run(q.updateTable('scene_objects').set(change).where('id', '=', id));

/** Which of these are objects of the scene, with their kinds. */
export async function kindsById(db: Reader, scene: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = q.selectFrom('scene_objects').select(['id', 'kind']).where('scene_id', '=', scene);
  return new Map((await db.all(rows.where('id', 'in', ids))).map(({ id, kind }) => [id, kind]));
}

export async function countObjects(db: Reader, scene: string): Promise<number> {
  const count = q.selectFrom('scene_objects').select((value) => value.fn.countAll<number>().as('count'));
  return Number((await db.first(count.where('scene_id', '=', scene)))?.count ?? 0);
}

/**
 * Removes objects of a scene with what styles them; what lies below them stays, at the top. Answers the ids of all that
 * are gone.
 */
export async function deleteObjects(
  tx: Transaction,
  scene: string,
  ids: readonly string[],
  changed: Pick<ObjectRow, 'modified' | 'version'>,
): Promise<string[]> {
  const styling = q.selectFrom('scene_objects').select('id').where('scene_id', '=', scene);
  const styles = await tx.all(styling.where('related_id', 'in', ids));
  const gone = [...new Set([...ids, ...styles.map(({ id }) => id)])];
  const orphans = q.updateTable('scene_objects').set({ parent_id: null, ...changed });
  await tx.run(orphans.where('scene_id', '=', scene).where('parent_id', 'in', gone));
  await tx.run(q.deleteFrom('scene_objects').where('id', 'in', gone));
  return gone;
}

/** Removes all objects of a scene; answers what they were, by id. */
export async function takeObjects(tx: Transaction, scene: string): Promise<ReadonlyMap<string, ObjectRow>> {
  const rows = await tx.all(q.selectFrom('scene_objects').select(columns).where('scene_id', '=', scene));
  await tx.run(q.deleteFrom('scene_objects').where('scene_id', '=', scene));
  return new Map(rows.map((row) => [row.id, row]));
}
