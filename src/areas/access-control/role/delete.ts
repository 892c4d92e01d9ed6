import type { ExpressionBuilder } from 'kysely';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { roleNotFound } from '../errors.ts';
import { setRolesOn } from '../member/membership.ts';
import { aboutRole, recordIn } from '../recording.ts';
import { type AccessControlTables, q } from '../tables.ts';
import { findRole, rolesOf } from './store.ts';

/** Deletes a role and takes it away wherever it is held or promised by an invitation, on every twin. */
export async function deleteRole(access: Access, id: string, context: Context) {
  const outcome = await context.write(async (tx) => {
    const role = await findRole(tx, [access.twin.id], id);
    if (role === undefined) return fail(roleNotFound);
    await takeFromMembers(tx, role.id, context);
    await takeFromInvitations(tx, role.id);
    await tx.run(q.deleteFrom('roles').where('id', '=', role.id));
    await recordIn(tx, access.twin, context, 'role.deleted', aboutRole(role));
  });
  return isFailed(outcome) ? outcome : noContent;
}

async function takeFromMembers(tx: Transaction, roleId: string, { by, ports, now }: Context): Promise<void> {
  const held = await tx.all(
    q
      .selectFrom('role_assignments')
      .selectAll()
      .where('role_id', '=', roleId)
      .orderBy('twin_id')
      .orderBy('member_type')
      .orderBy('member_id'),
  );
  for (const { twin_id, member_type, member_id } of held) {
    const member = { type: member_type, id: member_id };
    const others = (await rolesOf(tx, twin_id, member)).filter((role) => role.id !== roleId);
    await setRolesOn(tx, twin_id, member, others, { by, ports, now });
  }
}

async function takeFromInvitations(tx: Transaction, roleId: string): Promise<void> {
  const promising = q.selectFrom('invitation_roles').select('invitation_id').where('role_id', '=', roleId);
  const hasOthers = (on: ExpressionBuilder<AccessControlTables, 'invitations'>) =>
    on.exists(
      on
        .selectFrom('invitation_roles as other')
        .select('other.role_id')
        .whereRef('other.invitation_id', '=', 'invitations.id')
        .where('other.role_id', '<>', roleId),
    );
  await tx.run(
    q
      .deleteFrom('invitations')
      .where('id', 'in', promising)
      .where((on) => on.not(hasOthers(on))),
  );
  await tx.run(q.deleteFrom('invitation_roles').where('role_id', '=', roleId));
}
