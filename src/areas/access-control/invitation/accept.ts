import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Actor } from '../../../kernel/audit.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { fold } from '../../../std/text.ts';
import { isMember } from '../access.ts';
import { groupsById } from '../group/store.ts';
import { setRoles, without } from '../member/membership.ts';
import { aboutGroup, recordIn } from '../recording.ts';
import { rolesOf } from '../role/store.ts';
import { q, type RoleRow } from '../tables.ts';
import { findInvitation, invitationsOf, promisedRoles, removeInvitations } from './store.ts';

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly groups: readonly string[];
}

interface Accepting {
  readonly by: Actor;
  readonly ports: Ports;
  readonly now: number;
}

export type Acceptance = 'accepted' | 'unknown' | 'otherPerson';

/**
 * Makes a person a member with the roles of all their invitations into a twin, and of the groups they are invited
 * into. Who is a member already succeeds whatever the invitation. An e-mail counts only once it is proved.
 */
export async function acceptInvitation(
  tx: Transaction,
  person: Person,
  twin: TwinFacts,
  invitationId: string,
  { by, ports, now }: Accepting,
): Promise<Acceptance> {
  if (!(await isMember(tx, person, twin.id))) {
    const invitation = await findInvitation(tx, twin.id, invitationId, now);
    if (invitation === undefined) return 'unknown';
    if (invitation.email_folded !== fold(person.email)) return 'otherPerson';
  }
  const known = await ports.people.byEmail(tx, person.email);
  if (known?.id !== person.userId) return 'otherPerson';
  await mergeInvitations(tx, person, twin, { by, ports, now });
  return 'accepted';
}

async function mergeInvitations(
  tx: Transaction,
  { userId, email }: Person,
  twin: TwinFacts,
  { by, ports, now }: Accepting,
): Promise<void> {
  const mine = await invitationsOf(tx, email, now, twin.id);
  const ids = mine.map((row) => row.id);
  const promised = [...(await promisedRoles(tx, ids)).values()].flat();
  const member = { type: 'User', id: userId } as const;
  const held = await rolesOf(tx, twin.id, member);
  const acting = { twin, by, now, ports };
  await setRoles(tx, acting, member, [...held, ...distinct(without(promised, held))]);
  for (const groupId of new Set(mine.flatMap((row) => row.group_id ?? []))) {
    await joinGroup(tx, groupId, userId, now);
    const group = (await groupsById(tx, [groupId])).get(groupId);
    if (group) await recordIn(tx, twin, acting, 'group.changed', aboutGroup(group), `${email} joined by invitation`);
  }
  await removeInvitations(tx, ids);
}

async function joinGroup(tx: Transaction, groupId: string, userId: string, now: number): Promise<void> {
  const insert = q.insertInto('group_users').values({ group_id: groupId, user_id: userId, place: nextSequence(now) });
  await tx.run(insert.onConflict((on) => on.columns(['group_id', 'user_id']).doNothing()));
  await tx.run(
    q
      .updateTable('groups')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', groupId),
  );
}

const distinct = (roles: readonly RoleRow[]): RoleRow[] => [...new Map(roles.map((role) => [role.id, role])).values()];
