import type { Static } from 'typebox';
import type { User } from '../../../kernel/callers/people.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { InvitationRow, RoleRow } from '../tables.ts';
import type { groupInvitation, invitation, MailState, oneInvitation } from './schema.ts';

/** An invitation without its roles. An accepted one is gone, so those that exist are pending. */
export const groupInvitationView = (row: InvitationRow): Static<typeof groupInvitation> => ({
  id: row.id,
  email: row.email,
  invitedByEmail: row.invited_by_email,
  status: 'Pending',
  createdDate: isoTime(row.created),
  expirationDate: isoTime(row.expires),
});

/** Invitation */
export const invitationView = (
  row: InvitationRow,
  roles: readonly RoleRow[],
  mail: MailState | undefined,
): Static<typeof invitation> => ({
  ...groupInvitationView(row),
  roles: roles.map((role) => ({ id: role.id, displayName: role.display_name })),
  ...(mail ? { mail } : {}),
});

interface Around {
  readonly roles: readonly RoleRow[];
  readonly mail: MailState | undefined;
  readonly inviter: User | undefined;
  readonly twinName: string;
}

/** A single invitation, with what the invited person wants to know of it. */
export const invitationDetails = (
  row: InvitationRow,
  { roles, mail, inviter, twinName }: Around,
): Static<typeof oneInvitation>['invitation'] => ({
  ...invitationView(row, roles, mail),
  inviterGivenName: inviter?.givenName ?? null,
  inviterSurname: inviter?.surname ?? null,
  inviterOrganization: inviter?.organizationName ?? null,
  projectDisplayName: twinName,
});
