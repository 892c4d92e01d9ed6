import type { Actor } from '../../kernel/audit.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { jsonOf } from '../../std/json.ts';
import type { Core } from '../core.ts';
import { endGrants } from '../store/grants.ts';
import { type OrganizationRole, updateUser, userById, usersOfOrganization } from '../store/users.ts';
import { listOf, type UserRow } from '../tables.ts';
import { concerning } from './recording.ts';

/** `lastAdministrator`: an organization keeps at least one active account administrator. */
export type Managed = 'changed' | 'unknown' | 'lastAdministrator';

/** An administrator, of that organization. */
export interface Manager {
  readonly organizationId: string;
  readonly by: Actor;
}

/** Changes state and roles of a person of the administrator's own organization. Disabling ends sessions and tokens. */
export async function manageUser(
  core: Core,
  administrator: Manager,
  userId: string,
  change: { readonly state: UserRow['state']; readonly roles: readonly OrganizationRole[] },
): Promise<Managed> {
  return core.db.write(async (tx) => {
    const user = await tx.first(userById, { id: userId });
    if (user?.organization_id !== administrator.organizationId || user.kind !== 'user') return 'unknown';
    const stays = change.state === 'Active' && change.roles.includes('account_administrator');
    if (!stays && (await isLastAdministrator(tx, user))) return 'lastAdministrator';
    await updateUser(tx, user.id, { state: change.state, roles: jsonOf(change.roles) });
    if (change.state === 'Disabled' && user.state === 'Active') {
      await endGrants(tx, core.revocations, { userId: user.id }, Date.now(), true);
    }
    await core.audit.record(tx, {
      action: 'user.changed',
      by: administrator.by,
      ...concerning(user),
      detail: [change.state, ...change.roles].join(', '),
    });
    return 'changed';
  });
}

async function isLastAdministrator(db: Reader, user: UserRow): Promise<boolean> {
  const users = await usersOfOrganization(db, user.organization_id ?? '');
  const administrators = users.filter(
    (one) => one.state === 'Active' && listOf(one.roles).includes('account_administrator'),
  );
  return administrators.length === 1 && administrators[0]?.id === user.id;
}
