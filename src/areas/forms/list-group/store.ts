import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { fold, likeLiteral } from '../../../std/text.ts';
import type { Asked } from '../paging.ts';
import { type ListGroupRow, q } from '../tables.ts';
import type { Lists } from './tree.ts';

export const findListGroup = (db: Reader, id: string): Promise<ListGroupRow | undefined> =>
  db.first(q.selectFrom('form_list_groups').selectAll().where('id', '=', id.toLowerCase()));

/** A page of the list groups of a twin, by name. */
export function listGroupsOf(db: Reader, twinId: string, search: string | undefined, { top, after }: Asked) {
  let all = q.selectFrom('form_list_groups').selectAll().where('twin_id', '=', twinId);
  if (search !== undefined) {
    all = all.where(condition`name_folded like ${`%${likeLiteral(fold(search))}%`} escape '\\'`);
  }
  if (after) all = all.where(condition`(name_folded, id) > (${after[0]}, ${after[1]})`);
  return db.all(all.orderBy('name_folded').orderBy('id').limit(top));
}

/** Which of the GUIDs are list groups of a twin. */
export async function listGroupsAmong(db: Reader, twinId: string, ids: readonly string[]): Promise<ListGroupRow[]> {
  if (ids.length === 0) return [];
  return db.all(q.selectFrom('form_list_groups').selectAll().where('twin_id', '=', twinId).where('id', 'in', ids));
}

interface By {
  readonly userId: string;
  readonly now: number;
}

const listColumns = ({ lists, tree }: Lists) => ({ lists: JSON.stringify(lists), tree: JSON.stringify(tree) });

export function newListGroup(twinId: string, name: string, lists: Lists, { userId, now }: By, id = newId()) {
  return {
    id,
    twin_id: twinId,
    name,
    name_folded: fold(name),
    ...listColumns(lists),
    created: now,
    created_by: userId,
    modified: now,
    modified_by: userId,
    revision: 1,
  } satisfies ListGroupRow;
}

export const insertListGroup = (tx: Transaction, row: ListGroupRow): Promise<number> =>
  tx.run(q.insertInto('form_list_groups').values(row));

/** Puts other lists in the place of those of a list group; its name stays. */
export async function replaceLists(tx: Transaction, row: ListGroupRow, lists: Lists, { userId, now }: By) {
  const change = { ...listColumns(lists), modified: now, modified_by: userId, revision: row.revision + 1 };
  await tx.run(q.updateTable('form_list_groups').set(change).where('id', '=', row.id));
  return { ...row, ...change };
}

/** A list group of the twin with this name and content; made when there is none. Answers its id. */
export async function sameListGroup(tx: Transaction, twinId: string, name: string, lists: Lists, by: By) {
  const named = q.selectFrom('form_list_groups').selectAll().where('twin_id', '=', twinId).where('name', '=', name);
  const wanted = listColumns(lists);
  const same = (await tx.all(named)).find((row) => row.lists === wanted.lists && row.tree === wanted.tree);
  if (same) return same.id;
  const row = newListGroup(twinId, name, lists, by);
  await insertListGroup(tx, row);
  return row.id;
}
