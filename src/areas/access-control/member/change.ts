import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { memberNotFound } from '../errors.ts';
import { type Member, rolesOf } from '../role/store.ts';
import { actingIn, mayGive, mayTake, setRoles, without } from './membership.ts';
import { findMember, requestedRoles } from './store.ts';

/** Replaces the roles of a member; answers the member's row as it is then. */
export function changeRoles(access: Access, member: Member, roleIds: readonly string[], context: Context) {
  const { twin } = access;
  return context.write(async (tx) => {
    const before = await rolesOf(tx, twin.id, member);
    if (before.length === 0) return fail(memberNotFound);
    const roles = await requestedRoles(tx, twin, member.type, roleIds, (i) => `roleIds[${i}]`);
    if (isFailed(roles)) return roles;
    const may = mayGive(access, without(roles, before)) && mayTake(access, without(before, roles));
    if (!may) return fail(problems.insufficientPermissions);
    await setRoles(tx, actingIn(twin, context), member, roles);
    return (await findMember(tx, twin.id, member.type, member.id)) ?? fail(memberNotFound);
  });
}

/** Ends a membership: all direct roles go, ownership included. */
export async function removeMember(access: Access, member: Member, context: Context) {
  const { twin } = access;
  const outcome = await context.write(async (tx) => {
    const before = await rolesOf(tx, twin.id, member);
    if (before.length === 0) return fail(memberNotFound);
    if (!mayTake(access, before)) return fail(problems.insufficientPermissions);
    await setRoles(tx, actingIn(twin, context), member, []);
  });
  return isFailed(outcome) ? outcome : noContent;
}
