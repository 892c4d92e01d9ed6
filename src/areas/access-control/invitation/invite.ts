import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Actor } from '../../../kernel/audit.ts';
import type { Caller, User } from '../../../kernel/callers/people.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { fold } from '../../../std/text.ts';
import { actingIn, setRoles } from '../member/membership.ts';
import { aboutInvitation, namesOf, recordIn } from '../recording.ts';
import { type GroupRow, type InvitationRow, q, type RoleRow } from '../tables.ts';
import { invitationMail, invitationProof } from './mail.ts';
import { invitationLife } from './store.ts';

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
  const facts: Omit<InvitationRow, 'mail_job' | 'withdrawn'> = {
    id: newId(),
    twin_id: twin.id,
    group_id: group?.id ?? null,
    email,
    email_folded: fold(email),
    invited_by: caller.userId,
    invited_by_email: caller.email,
    created: now,
    expires: now + invitationLife,
    position: nextSequence(now),
  };
  const roles = 'roles' in into ? into.roles : [];
  const address = invitationAddress(ports, facts);
  const mail = invitationMail(facts, { inviter: caller.displayName, twin, group, roles, address, message });
  const row: InvitationRow = { ...facts, mail_job: await ports.mail.send(tx, mail), withdrawn: null };
  await tx.run(q.insertInto('invitations').values(row));
  const promised = roles.map((role, place) => ({ invitation_id: row.id, role_id: role.id, place }));
  if (promised.length > 0) await tx.run(q.insertInto('invitation_roles').values(promised));
  const name = group ? `the group ${group.name}` : namesOf(roles);
  await recordIn(tx, twin, { by, ports }, 'member.invited', aboutInvitation(row), name);
  await ports.events.raise(tx, { type: 'accessControl.invitationCreated.v1', twin, content: { invitationId: row.id } });
  return row;
}

/** In the mail only: who has got it is known to read the mails of the invited address. */
function invitationAddress({ settings, secrets }: Ports, row: Pick<InvitationRow, 'id' | 'twin_id'>): string {
  const proof = secrets.sign(invitationProof, row.id);
  return `${settings.authUrl}/account/invitations/${row.twin_id}/${row.id}?proof=${proof}`;
}
