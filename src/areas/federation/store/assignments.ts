import type { Access } from '../../../api/ports/access.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type AssignmentRow, q } from '../tables.ts';

/** The one package role, the same on every server. */
export const executeRole = {
  roleId: '7d3f8a52-6b0e-4c1d-8a3e-2f5b9c4d1e60',
  name: 'Execute Integration Package',
  description: 'Execute Integration Package',
} as const;

type OfPackage = Pick<AssignmentRow, 'twin_id' | 'unique_name'>;

const ofPackage = prepared((p: OfPackage) =>
  q
    .selectFrom('federation_assignments')
    .selectAll()
    .where('twin_id', '=', p.twin_id)
    .where('unique_name', '=', p.unique_name),
);

export const assignmentsOf = (db: Reader, of: OfPackage): Promise<AssignmentRow[]> => db.all(ofPackage, of);

/** Whether a role that is held in this very twin may execute the package. */
export async function mayExecute(db: Reader, { twin, roles }: Access, uniqueName: string): Promise<boolean> {
  const rows = await assignmentsOf(db, { twin_id: twin.id, unique_name: uniqueName });
  const held = new Set(roles());
  return rows.some((row) => row.package_role_id === executeRole.roleId && held.has(row.role_id));
}

export const addAssignments = (tx: Transaction, rows: readonly AssignmentRow[]): Promise<number> =>
  rows.length === 0
    ? Promise.resolve(0)
    : tx.run(
        q
          .insertInto('federation_assignments')
          .values([...rows])
          .onConflict((on) => on.doNothing()),
      );

export async function removeAssignments(tx: Transaction, rows: readonly AssignmentRow[]): Promise<void> {
  for (const row of rows) {
    await tx.run(
      q
        .deleteFrom('federation_assignments')
        .where('twin_id', '=', row.twin_id)
        .where('unique_name', '=', row.unique_name)
        .where('role_id', '=', row.role_id)
        .where('package_role_id', '=', row.package_role_id),
    );
  }
}

/** Roles with assignments, twin by twin: for the removal of those that were deleted. */
export const assignedRoles = (db: Reader): Promise<Pick<AssignmentRow, 'twin_id' | 'role_id'>[]> =>
  db.all(q.selectFrom('federation_assignments').select(['twin_id', 'role_id']).distinct());

export const removeRole = (tx: Transaction, { twin_id, role_id }: Pick<AssignmentRow, 'twin_id' | 'role_id'>) =>
  tx.run(q.deleteFrom('federation_assignments').where('twin_id', '=', twin_id).where('role_id', '=', role_id));
