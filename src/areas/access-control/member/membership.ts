import type { Access } from '../../../api/ports/access.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Actor } from '../../../kernel/audit.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { nilUuid } from '../../../std/ids.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { groupsById } from '../group/store.ts';
import { permissionsOf } from '../permissions.ts';
import { namesOf, recordIn } from '../recording.ts';
import { type Member, rolesOf } from '../role/store.ts';
import { type MemberRow, q, type RoleRow } from '../tables.ts';

/** In which twin memberships change, when and through whom: what its events tell. */
export interface Acting {
  readonly twin: TwinFacts;
  readonly by: Actor;
  readonly now: number;
  readonly ports: Pick<Ports, 'audit' | 'events' | 'people'>;
}

/** What the caller of a request does in a twin. */
export const actingIn = (twin: TwinFacts, { by, ports, now }: Omit<Acting, 'twin'>): Acting => ({
  twin,
  by,
  now,
  ports,
});

/** Owners and account administrators: they may give and take whatever they like. */
export const isInCharge = (access: Access): boolean => access.owner || access.administrator;

/** True when somebody may give these roles: only what they hold themselves, and ownership only those in charge. */
export const mayGive = (access: Access, roles: readonly RoleRow[]): boolean =>
  isInCharge(access) ||
  roles.every((role) => role.built_in !== 'Owner' && permissionsOf(role).every((name) => access.may(name)));

/** True when somebody may take these roles away from a member: ownership only those in charge. */
export const mayTake = (access: Access, roles: readonly RoleRow[]): boolean =>
  isInCharge(access) || roles.every((role) => role.built_in !== 'Owner');

/** Roles of `a` that are not in `b`. */
export const without = (a: readonly RoleRow[], b: readonly RoleRow[]): RoleRow[] =>
  a.filter((role) => !b.some((other) => other.id === role.id));

/**
 * Gives a user or group exactly these roles in a twin, in this order, and raises the events of it. Who held none joins;
 * who holds none any more has left. The only place where memberships change.
 */
export async function setRoles(
  tx: Transaction,
  acting: Acting,
  member: Member,
  roles: readonly RoleRow[],
): Promise<void> {
  const before = await rolesOf(tx, acting.twin.id, member);
  if (before.length === roles.length && before.every((role, place) => role.id === roles[place]?.id)) return;
  const { ports, twin, by, now } = acting;
  const { raise } = ports.events;
  await storeRoles(tx, { twinId: twin.id, now }, member, before.length > 0, roles);
  await recordMember(tx, acting, member, before, roles);
  const content = { memberId: member.id, eventCreatedBy: by.userId ?? nilUuid, memberType: member.type };
  if (roles.length === 0) return raise(tx, { type: 'accessControl.memberRemoved.v1', twin, content });
  for (const [place, role] of without(roles, before).entries()) {
    const joined = before.length === 0 && place === 0;
    const type = joined ? 'accessControl.memberAdded.v1' : 'accessControl.roleAssigned.v1';
    await raise(tx, { type, twin, content: { ...content, roleId: role.id, roleName: role.display_name } });
  }
  for (const role of without(before, roles)) {
    const type = 'accessControl.roleUnassigned.v1';
    await raise(tx, { type, twin, content: { ...content, roleId: role.id, roleName: role.display_name } });
  }
}

async function recordMember(
  tx: Transaction,
  acting: Acting,
  { type, id }: Member,
  before: readonly RoleRow[],
  roles: readonly RoleRow[],
): Promise<void> {
  const action = before.length === 0 ? 'member.added' : roles.length === 0 ? 'member.removed' : 'member.changed';
  const user = type === 'User' ? (await acting.ports.people.byIds(tx, [id]))[0] : undefined;
  const group = type === 'Group' ? (await groupsById(tx, [id])).get(id) : undefined;
  const about = { type, id, name: user?.email ?? group?.name ?? '' };
  await recordIn(tx, acting.twin, acting, action, about, namesOf(roles));
}

/** The same on a twin that may be deleted: it can come back for a while, but has no events. */
export async function setRolesOn(
  tx: Transaction,
  twinId: string,
  member: Member,
  roles: readonly RoleRow[],
  { by, ports, now }: { readonly by: Actor; readonly ports: Ports; readonly now: number },
): Promise<void> {
  const twin = await ports.twins.find(tx, twinId);
  if (twin) await setRoles(tx, { twin, by, now, ports }, member, roles);
  else await storeRoles(tx, { twinId, now }, member, true, roles);
}

type Key = Pick<MemberRow, 'twin_id' | 'member_type' | 'member_id'>;

const removeAssignments = prepared((p: Key) =>
  q
    .deleteFrom('role_assignments')
    .where('twin_id', '=', p.twin_id)
    .where('member_type', '=', p.member_type)
    .where('member_id', '=', p.member_id),
);
const removeMember = prepared((p: Key) =>
  q
    .deleteFrom('members')
    .where('twin_id', '=', p.twin_id)
    .where('member_type', '=', p.member_type)
    .where('member_id', '=', p.member_id),
);
const countChange = prepared((p: Key) =>
  q
    .updateTable('members')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('twin_id', '=', p.twin_id)
    .where('member_type', '=', p.member_type)
    .where('member_id', '=', p.member_id),
);

async function storeRoles(
  tx: Transaction,
  { twinId, now }: { readonly twinId: string; readonly now: number },
  member: Member,
  isMember: boolean,
  roles: readonly RoleRow[],
): Promise<void> {
  const key: Key = { twin_id: twinId, member_type: member.type, member_id: member.id };
  if (isMember) await tx.run(removeAssignments, key);
  if (roles.length === 0) {
    await tx.run(removeMember, key);
    return;
  }
  if (isMember) await tx.run(countChange, key);
  else await tx.run(q.insertInto('members').values({ ...key, position: nextSequence(now), version: 1 }));
  const assignments = roles.map((role, place) => ({ ...key, role_id: role.id, place }));
  await tx.run(q.insertInto('role_assignments').values(assignments));
}
