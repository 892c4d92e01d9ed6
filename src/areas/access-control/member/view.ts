import type { Static } from 'typebox';
import type { People, User } from '../../../kernel/callers/people.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { GroupContent } from '../group/store.ts';
import { roleRefView } from '../role/view.ts';
import type { GroupRow, RoleRow } from '../tables.ts';
import type { groupMember, ownerMember, userMember } from './schema.ts';

/** UserBase of a user who may no longer exist. */
export const ownerView = (id: string, user: User | undefined): Static<typeof ownerMember> => ({
  id,
  email: user?.email ?? null,
  givenName: user?.givenName ?? null,
  surname: user?.surname ?? null,
  organization: user?.organizationName ?? null,
});

/** UserMember */
export const userMemberView = (
  id: string,
  user: User | undefined,
  roles: readonly RoleRow[],
): Static<typeof userMember> => ({ ...ownerView(id, user), roles: roles.map(roleRefView) });

/** GroupMember */
export const groupMemberView = (
  group: GroupRow,
  content: Pick<GroupContent, 'userCount' | 'directoryCount'>,
  roles: readonly RoleRow[],
): Static<typeof groupMember> => ({
  id: group.id,
  groupName: group.name,
  groupDescription: group.description,
  roles: roles.map(roleRefView),
  membersCount: content.userCount,
  imsGroupsCount: content.directoryCount,
});

/** Users by their ids; those who no longer exist are not in it. */
export async function usersById(users: People, db: Reader, ids: readonly string[]): Promise<Map<string, User>> {
  const found = ids.length === 0 ? [] : await users.byIds(db, [...new Set(ids)]);
  return new Map(found.map((user) => [user.id, user]));
}
