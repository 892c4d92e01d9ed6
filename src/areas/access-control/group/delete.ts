import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { groupNotFound } from '../errors.ts';
import { setRolesOn } from '../member/membership.ts';
import { aboutGroup, recordIn } from '../recording.ts';
import { q } from '../tables.ts';
import { findGroup } from './store.ts';

/** Deletes a group, on every twin where it is a member, with the invitations into it. */
export async function deleteGroup(access: Access, groupId: string, context: Context) {
  const { by, ports, now } = context;
  const outcome = await context.write(async (tx) => {
    const group = await findGroup(tx, [access.twin.id], groupId);
    if (group === undefined) return fail(groupNotFound);
    const joined = q.selectFrom('members').select('twin_id').where('member_type', '=', 'Group');
    for (const { twin_id } of await tx.all(joined.where('member_id', '=', group.id).orderBy('twin_id'))) {
      const member = { type: 'Group', id: group.id } as const;
      await setRolesOn(tx, twin_id, member, [], { by, ports, now });
    }
    await tx.run(q.deleteFrom('invitations').where('group_id', '=', group.id));
    await tx.run(q.deleteFrom('group_users').where('group_id', '=', group.id));
    await tx.run(q.deleteFrom('group_directories').where('group_id', '=', group.id));
    await tx.run(q.deleteFrom('groups').where('id', '=', group.id));
    await recordIn(tx, access.twin, context, 'group.deleted', aboutGroup(group));
  });
  return isFailed(outcome) ? outcome : noContent;
}
