import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { memberNotFound } from '../errors.ts';
import { contentsOf, findGroup } from '../group/store.ts';
import { rolesOf } from '../role/store.ts';
import type { GroupRow, RoleRow } from '../tables.ts';
import { alreadyMember } from './add-users.ts';
import { actingIn, mayGive, setRoles } from './membership.ts';
import type { groupsAdd } from './schema.ts';
import { requestedRoles } from './store.ts';
import { groupMemberView } from './view.ts';

type Body = Static<typeof groupsAdd>;

/** Makes groups of the twin or its account members: all of them, or none when one cannot be. */
export async function addGroups(access: Access, body: Body, context: Context) {
  const outcome = await context.write(async (tx) => {
    const newcomers = await newcomersOf(tx, access, body);
    if (isFailed(newcomers)) return newcomers;
    const acting = actingIn(access.twin, context);
    for (const { group, roles } of newcomers) await setRoles(tx, acting, { type: 'Group', id: group.id }, roles);
    const ids = newcomers.map(({ group }) => group.id);
    const contentOf = await contentsOf(tx, ids);
    return { members: newcomers.map(({ group, roles }) => groupMemberView(group, contentOf(group.id), roles)) };
  });
  return isFailed(outcome) ? outcome : reply(201, outcome);
}

async function newcomersOf(tx: Transaction, access: Access, { members }: Body) {
  const { twin } = access;
  const found: { readonly group: GroupRow; readonly roles: readonly RoleRow[] }[] = [];
  for (const [i, { groupId, roleIds }] of members.entries()) {
    const group = await findGroup(tx, [twin.id, twin.accountId], groupId);
    if (group === undefined) return fail(memberNotFound, { target: `members[${i}].groupId` });
    const roles = await requestedRoles(tx, twin, 'Group', roleIds, (j) => `members[${i}].roleIds[${j}]`);
    if (isFailed(roles)) return roles;
    found.push({ group, roles });
  }
  if (!found.every(({ roles }) => mayGive(access, roles))) return fail(problems.insufficientPermissions);
  for (const [i, { group }] of found.entries()) {
    const isMember = (await rolesOf(tx, twin.id, { type: 'Group', id: group.id })).length > 0;
    if (isMember) return alreadyMember(group.id, twin.id, `members[${i}].groupId`);
  }
  return found;
}
