import type { Actor } from '../../../kernel/audit.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { Caller, User } from '../../../kernel/ports/people.ts';
import type { Ports } from '../../../kernel/ports/ports.ts';
import type { TwinFacts } from '../../../kernel/ports/twins.ts';
import { newId } from '../../../kernel/std/ids.ts';
import { nextPosition } from '../../../kernel/std/position.ts';
import { fold } from '../../../kernel/std/text.ts';
import { invitationLife } from '../invitation.store.ts';
import { actingIn, setRoles } from '../membership.ts';
import { aboutInvitation, namesOf, recordIn } from '../recording.ts';
import { type GroupRow, type InvitationRow, q, type RoleRow } from '../tables.ts';
import { invitationMail } from './mail.ts';

/** Who brings people into a twin. */
export interface Inviter {
  readonly twin: TwinFacts;
  readonly caller: Caller;
  readonly by: Actor;
  readonly ports: Ports;
  readonly now: number;
}

export type Invited = { readonly user: User } | { readonly invitation: InvitationRow };

/**
 * Makes a known user of the account's organization a member at once, and invites everybody else. A service application
 * can only invite.
 */
export async function addOrInvite(
  tx: Transaction,
  inviter: Inviter,
  person: { readonly email: string; readonly user: User | undefined },
  roles: readonly RoleRow[],
  message?: string,
): Promise<Invited> {
  const { twin, caller } = inviter;
  const { user, email } = person;
  if (user === undefined || caller.kind === 'service' || !isInternal(user, twin)) {
    return { invitation: await invite(tx, inviter, email, { roles }, message) };
  }
  await setRoles(tx, actingIn(twin, inviter), { type: 'User', id: user.id }, roles);
  return { user };
}

/** A user of the organization that owns the twin's Account; of a personal Account: its owner. */
export const isInternal = (user: User, twin: TwinFacts): boolean =>
  twin.ownerOrganizationId === null ? user.id === twin.ownerUserId : user.organizationId === twin.ownerOrganizationId;

/** Invites a person into a twin with some roles, or into a group; the mail goes out with the transaction. */
export async function invite(
  tx: Transaction,
  { twin, caller, by, ports, now }: Inviter,
  email: string,
  into: { readonly roles: readonly RoleRow[] } | { readonly group: GroupRow },
  message?: string,
): Promise<InvitationRow> {
  const group = 'group' in into ? into.group : undefined;
  const row: InvitationRow = {
    id: newId(),
    twin_id: twin.id,
    group_id: group?.id ?? null,
    email,
    email_folded: fold(email),
    invited_by: caller.userId,
    invited_by_email: caller.email,
    created: now,
    expires: now + invitationLife,
    position: nextPosition(now),
  };
  await tx.run(q.insertInto('invitations').values(row));
  const roles = 'roles' in into ? into.roles : [];
  const promised = roles.map((role, place) => ({ invitation_id: row.id, role_id: role.id, place }));
  if (promised.length > 0) await tx.run(q.insertInto('invitation_roles').values(promised));
  const name = group ? `the group ${group.name}` : namesOf(roles);
  await recordIn(tx, twin, { by, ports }, 'member.invited', aboutInvitation(row), name);
  await ports.events.raise(tx, { type: 'accessControl.invitationCreated.v1', twin, content: { invitationId: row.id } });
  const address = `${ports.settings.authUrl}/account/invitations/${twin.id}/${row.id}`;
  await ports.mail.send(tx, invitationMail(row, { inviter: caller.displayName, twin, group, address, message }));
  return row;
}
