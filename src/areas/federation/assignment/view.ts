import type { Context } from '../../../api/http/context.ts';
import { assignmentsOf, executeRole } from '../store/assignments.ts';

/** Twin roles that have package roles, by name, then id; those of roles that were deleted are left out. */
export async function assignmentsView(
  twinId: string,
  uniqueName: string,
  { db, ports }: Pick<Context, 'db' | 'ports'>,
) {
  const rows = await assignmentsOf(db, { twin_id: twinId, unique_name: uniqueName });
  const roles = rows.length === 0 ? [] : await ports.access.roles.usableIn(db, twinId);
  return roles
    .filter(({ id }) => rows.some((row) => row.role_id === id))
    .map(({ id, displayName }) => ({
      twinRoleName: displayName,
      twinRoleId: id,
      packageRoles: [{ packageRoleName: executeRole.name, packageRoleId: executeRole.roleId }],
    }))
    .sort((a, b) => compare(a.twinRoleName, b.twinRoleName) || compare(a.twinRoleId, b.twinRoleId));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
