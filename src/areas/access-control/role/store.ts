import { sql } from 'kysely';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { isUuid } from '../../../std/ids.ts';
import { type MemberType, q, type RoleRow } from '../tables.ts';

/** Who holds roles in a twin: a user or a group. */
export interface Member {
  readonly type: MemberType;
  readonly id: string;
}

/** Roles defined on a twin: the built-in ones, then the others by creation. */
export const rolesDefinedOn = (db: Reader, twinId: string): Promise<RoleRow[]> =>
  db.all(
    q
      .selectFrom('roles')
      .selectAll()
      .where('twin_id', '=', twinId)
      .orderBy(sql`case when built_in is null then 1 else 0 end`)
      .orderBy('position')
      .orderBy('id'),
  );

/** A role by its id, if it is defined on one of the twins. */
export async function findRole(db: Reader, twinIds: readonly string[], id: string): Promise<RoleRow | undefined> {
  if (!isUuid(id)) return undefined;
  return db.first(q.selectFrom('roles').selectAll().where('id', '=', id.toLowerCase()).where('twin_id', 'in', twinIds));
}

/** The role that makes its holders owners of the twin. */
export async function ownerRole(db: Reader, twinId: string): Promise<RoleRow> {
  const role = await db.first(
    q.selectFrom('roles').selectAll().where('twin_id', '=', twinId).where('built_in', '=', 'Owner'),
  );
  if (role === undefined) throw new Error(`Twin ${twinId} has no Owner role.`);
  return role;
}

/**
 * Those of the roles that a user or group can be given in a twin, in the order of the ids: its own and its Account's.
 * An Account's Owner role counts on the Account only, and a group is never an owner.
 */
export async function assignableRoles(
  db: Reader,
  twin: TwinFacts,
  type: MemberType,
  ids: readonly string[],
): Promise<RoleRow[]> {
  if (ids.length === 0) return [];
  const query = q.selectFrom('roles').selectAll().where('id', 'in', ids);
  const rows = await db.all(query.where('twin_id', 'in', [twin.id, twin.accountId]));
  const fits = (role: RoleRow) => role.built_in !== 'Owner' || (type === 'User' && role.twin_id === twin.id);
  const found = new Map(rows.filter(fits).map((role) => [role.id, role]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

const heldBy = prepared((p: { twinId: string; type: MemberType; id: string }) =>
  q
    .selectFrom('role_assignments as a')
    .innerJoin('roles as r', 'r.id', 'a.role_id')
    .selectAll('r')
    .where('a.twin_id', '=', p.twinId)
    .where('a.member_type', '=', p.type)
    .where('a.member_id', '=', p.id)
    .orderBy('a.place'),
);

/** Roles of a member in the order of their assignment; none for who is no member. */
export const rolesOf = (db: Reader, twinId: string, { type, id }: Member): Promise<RoleRow[]> =>
  db.all(heldBy, { twinId, type, id });

/** The same for many members of one type. */
export async function rolesOfMany(
  db: Reader,
  twinId: string,
  type: MemberType,
  ids: readonly string[],
): Promise<Map<string, RoleRow[]>> {
  const found = new Map<string, RoleRow[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await db.all(
    q
      .selectFrom('role_assignments as a')
      .innerJoin('roles as r', 'r.id', 'a.role_id')
      .selectAll('r')
      .select('a.member_id')
      .where('a.twin_id', '=', twinId)
      .where('a.member_type', '=', type)
      .where('a.member_id', 'in', ids)
      .orderBy('a.place'),
  );
  for (const { member_id, ...role } of rows) found.get(member_id)?.push(role);
  return found;
}
