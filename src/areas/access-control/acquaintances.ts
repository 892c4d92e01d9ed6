import type { AccessControl } from '../../api/ports/access.ts';
import { condition } from '../../kernel/db/condition.ts';
import { memberTwins } from './access.ts';
import { q } from './tables.ts';

const idsPerQuery = 400;

/** Users who are in a twin together with the caller, directly, through a group or through a directory group. */
export const sharesTwin: AccessControl['sharesTwin'] = async (db, caller, users) => {
  const inMine = condition`m.twin_id in ${memberTwins(caller)}`;
  const found = new Set<string>();
  for (let at = 0; at < users.length; at += idsPerQuery) {
    const ids = users.slice(at, at + idsPerQuery).map((user) => user.id);
    const direct = q
      .selectFrom('members as m')
      .select('m.member_id as id')
      .where('m.member_type', '=', 'User')
      .where('m.member_id', 'in', ids)
      .where(inMine);
    const byGroup = q
      .selectFrom('members as m')
      .innerJoin('group_users as g', 'g.group_id', 'm.member_id')
      .select('g.user_id as id')
      .where('m.member_type', '=', 'Group')
      .where('g.user_id', 'in', ids)
      .where(inMine);
    for (const row of await db.all(direct.union(byGroup))) found.add(row.id);
  }
  const directories = [...new Set(users.flatMap((user) => user.groups))];
  if (directories.length === 0) return found;
  const shared = await db.all(
    q
      .selectFrom('members as m')
      .innerJoin('group_directories as g', 'g.group_id', 'm.member_id')
      .select('g.directory')
      .distinct()
      .where('m.member_type', '=', 'Group')
      .where('g.directory', 'in', directories)
      .where(inMine),
  );
  const mine = new Set(shared.map((row) => row.directory));
  for (const user of users) if (user.groups.some((group) => mine.has(group))) found.add(user.id);
  return found;
};
