import type { Ports } from '../../api/ports/ports.ts';
import type { TwinFacts } from '../../api/ports/twins.ts';
import { type Actor, type AuditAction, type AuditSubject, inTwinBy } from '../../kernel/audit.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { GroupRow, InvitationRow, RoleRow, ShareRow } from './tables.ts';

/** Who does something, with what records it. */
export interface Recording {
  readonly by: Actor;
  readonly ports: Pick<Ports, 'audit'>;
}

export const aboutRole = (row: RoleRow): AuditSubject => ({ type: 'Role', id: row.id, name: row.display_name });
export const aboutGroup = (row: GroupRow): AuditSubject => ({ type: 'Group', id: row.id, name: row.name });
export const aboutInvitation = (row: InvitationRow): AuditSubject => ({
  type: 'Invitation',
  id: row.id,
  name: row.email,
});
export const aboutShare = (row: ShareRow): AuditSubject => ({ type: 'Share', id: row.id, name: row.contract });

export const namesOf = (roles: readonly RoleRow[]): string => roles.map((role) => role.display_name).join(', ');

/** Records a change in a twin, in the log of those who own its account. */
export const recordIn = (
  tx: Transaction,
  twin: TwinFacts,
  { by, ports }: Recording,
  action: AuditAction,
  about: AuditSubject,
  detail = '',
): Promise<void> =>
  ports.audit.record(tx, {
    action,
    about,
    ...inTwinBy(twin, by),
    ...(detail === '' ? {} : { detail }),
  });
