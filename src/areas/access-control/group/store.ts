import { sql } from 'kysely';
import type { Page } from '../../../api/query/paging.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { isUuid } from '../../../std/ids.ts';
import { type GroupRow, q } from '../tables.ts';

/** As many users and directory groups of a group are shown. */
export const mostShown = 50;
const idsPerQuery = 500;

/** What is in a group: the first of its users and directory groups, and how many it has. */
export interface GroupContent {
  readonly users: readonly string[];
  readonly userCount: number;
  readonly directories: readonly string[];
  readonly directoryCount: number;
}

/** A group by its id, if it is defined on one of the twins. */
export async function findGroup(db: Reader, twinIds: readonly string[], id: string): Promise<GroupRow | undefined> {
  if (!isUuid(id)) return undefined;
  const query = q.selectFrom('groups').selectAll().where('id', '=', id.toLowerCase());
  return db.first(query.where('twin_id', 'in', twinIds));
}

/** Groups defined on a twin, by creation. */
export const groupsOf = (db: Reader, twinId: string, page?: Page): Promise<GroupRow[]> => {
  const all = q.selectFrom('groups').selectAll().where('twin_id', '=', twinId).orderBy('position').orderBy('id');
  return db.all(page ? all.limit(page.top + 1).offset(page.skip) : all);
};

export const groupsById = async (db: Reader, ids: readonly string[]): Promise<Map<string, GroupRow>> => {
  const rows = ids.length === 0 ? [] : await db.all(q.selectFrom('groups').selectAll().where('id', 'in', ids));
  return new Map(rows.map((row) => [row.id, row]));
};

interface Entry {
  readonly group_id: string;
  readonly value: string;
  readonly total: number;
}

/** What is in each of the groups. */
export async function contentsOf(db: Reader, groupIds: readonly string[]): Promise<(id: string) => GroupContent> {
  const users = await firstEntries(db, 'group_users', 'user_id', groupIds);
  const directories = await firstEntries(db, 'group_directories', 'directory', groupIds);
  return (id) => {
    const ofUsers = users.get(id) ?? [];
    const ofDirectories = directories.get(id) ?? [];
    return {
      users: ofUsers.map((entry) => entry.value),
      userCount: ofUsers[0]?.total ?? 0,
      directories: ofDirectories.map((entry) => entry.value),
      directoryCount: ofDirectories[0]?.total ?? 0,
    };
  };
}

async function firstEntries(
  db: Reader,
  table: 'group_users' | 'group_directories',
  column: 'user_id' | 'directory',
  groupIds: readonly string[],
): Promise<Map<string, Entry[]>> {
  const found: Entry[] = [];
  for (let at = 0; at < groupIds.length; at += idsPerQuery) {
    found.push(...(await db.all(entriesOf(table, column, groupIds.slice(at, at + idsPerQuery)))));
  }
  return Map.groupBy(found, (row) => row.group_id);
}

function entriesOf(
  table: 'group_users' | 'group_directories',
  column: 'user_id' | 'directory',
  groupIds: readonly string[],
) {
  const value = sql.ref<string>(column);
  const ranked = q
    .selectFrom(table)
    .select('group_id')
    .select(value.as('value'))
    .select(sql<number>`count(*) over (partition by group_id)`.as('total'))
    .select(sql<number>`row_number() over (partition by group_id order by place, ${value})`.as('rank'))
    .where('group_id', 'in', groupIds);
  return q
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('rank', '<=', mostShown)
    .orderBy('group_id')
    .orderBy('rank');
}

/** True when another group of the twin has the name, without case. */
export async function isNameTaken(db: Reader, group: Pick<GroupRow, 'id' | 'twin_id' | 'name_folded'>) {
  const same = q.selectFrom('groups').select('id').where('twin_id', '=', group.twin_id);
  const other = await db.first(same.where('name_folded', '=', group.name_folded).where('id', '<>', group.id));
  return other !== undefined;
}

/** All users of a group, in their order. */
export const usersIn = async (db: Reader, groupId: string): Promise<string[]> =>
  (await db.all(q.selectFrom('group_users').select('user_id').where('group_id', '=', groupId).orderBy('place'))).map(
    (row) => row.user_id,
  );

/** All directory groups of a group, in their order. */
export const directoriesIn = async (db: Reader, groupId: string): Promise<string[]> =>
  (
    await db.all(q.selectFrom('group_directories').select('directory').where('group_id', '=', groupId).orderBy('place'))
  ).map((row) => row.directory);
