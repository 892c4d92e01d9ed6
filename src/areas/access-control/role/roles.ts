import type { RoleFacts, Roles } from '../../../api/ports/access.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { q, type RoleRow } from '../tables.ts';
import { findRole, rolesDefinedOn } from './store.ts';

/** Roles as other areas name them. */
export const rolesWith = (ports: Pick<Ports, 'people' | 'twins'>): Roles => ({
  async usableIn(db, twinId) {
    const twin = await ports.twins.find(db, twinId);
    if (twin === undefined) return [];
    const places = [...new Set([twin.id, twin.accountId])];
    const rows = await Promise.all(places.map((place) => rolesDefinedOn(db, place)));
    return rows
      .flat()
      .filter((role) => counts(role, twin))
      .map(factsOf);
  },
  async find(db, twinId, roleId) {
    const twin = await ports.twins.find(db, twinId);
    const role = twin && (await findRole(db, [twin.id, twin.accountId], roleId));
    return role && counts(role, twin) ? factsOf(role) : undefined;
  },
  async holders(db, twinId, roleId) {
    const people = await usersWith(db, twinId, roleId);
    const directories = await directoriesWith(db, twinId, roleId);
    const more = directories.length === 0 ? [] : await ports.people.inGroups(db, directories);
    return [...new Set([...people, ...more])];
  },
});

const factsOf = ({ id, display_name }: RoleRow): RoleFacts => ({ id, displayName: display_name });

/** An Account's Owner role counts on the Account only. */
const counts = (role: RoleRow, twin: TwinFacts): boolean => role.built_in !== 'Owner' || role.twin_id === twin.id;

const assignments = (twinId: string, roleId: string) =>
  q.selectFrom('role_assignments as a').where('a.twin_id', '=', twinId).where('a.role_id', '=', roleId);

async function usersWith(db: Reader, twinId: string, roleId: string): Promise<string[]> {
  const direct = assignments(twinId, roleId).where('a.member_type', '=', 'User').select('a.member_id as id');
  const byGroup = assignments(twinId, roleId)
    .innerJoin('group_users as g', 'g.group_id', 'a.member_id')
    .where('a.member_type', '=', 'Group')
    .select('g.user_id as id');
  return (await db.all(direct.union(byGroup))).map(({ id }) => id);
}

async function directoriesWith(db: Reader, twinId: string, roleId: string): Promise<string[]> {
  const directories = assignments(twinId, roleId)
    .innerJoin('group_directories as g', 'g.group_id', 'a.member_id')
    .where('a.member_type', '=', 'Group')
    .select('g.directory')
    .distinct();
  return (await db.all(directories)).map(({ directory }) => directory);
}
