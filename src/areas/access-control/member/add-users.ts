import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { User } from '../../../kernel/callers/people.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { memberExists } from '../errors.ts';
import { addOrInvite } from '../invitation/invite.ts';
import { invitationView } from '../invitation/view.ts';
import { rolesOf } from '../role/store.ts';
import type { RoleRow } from '../tables.ts';
import { mayGive } from './membership.ts';
import type { usersAdd } from './schema.ts';
import { requestedRoles } from './store.ts';
import { userMemberView } from './view.ts';

type Body = Static<typeof usersAdd>;

interface Newcomer {
  readonly email: string;
  readonly user: User | undefined;
  readonly roles: readonly RoleRow[];
}

/** Adds internal users and invites the others: all of them, or nobody when one cannot be. */
export async function addUsers(access: Access, body: Body, context: Context) {
  const outcome = await context.write(async (tx) => {
    const newcomers = await newcomersOf(tx, access, body, context);
    if (isFailed(newcomers)) return newcomers;
    const { caller, by, ports, now } = context;
    const inviter = { twin: access.twin, caller, by, ports, now };
    const answer: { members: ReturnType<typeof userMemberView>[]; invitations: ReturnType<typeof invitationView>[] } = {
      members: [],
      invitations: [],
    };
    for (const person of newcomers) {
      const invited = await addOrInvite(tx, inviter, person, person.roles, body.customMessage ?? undefined);
      if ('user' in invited) answer.members.push(userMemberView(invited.user.id, invited.user, person.roles));
      else answer.invitations.push(invitationView(invited.invitation, person.roles, 'Waiting'));
    }
    return answer;
  });
  return isFailed(outcome) ? outcome : reply(201, outcome);
}

/** The people of a request with their roles; 404 before 403 before 409. */
async function newcomersOf(tx: Transaction, access: Access, { members }: Body, { ports }: Context) {
  const found: Newcomer[] = [];
  for (const [i, { email, roleIds }] of members.entries()) {
    const roles = await requestedRoles(tx, access.twin, 'User', roleIds, (j) => `members[${i}].roleIds[${j}]`);
    if (isFailed(roles)) return roles;
    found.push({ email, user: await ports.people.byEmail(tx, email), roles });
  }
  if (!found.every(({ roles }) => mayGive(access, roles))) return fail(problems.insufficientPermissions);
  for (const [i, { user }] of found.entries()) {
    const isMember = user && (await rolesOf(tx, access.twin.id, { type: 'User', id: user.id })).length > 0;
    if (isMember) return alreadyMember(user.id, access.twin.id, `members[${i}].email`);
  }
  return found;
}

/** 409: the user or group is a member of the twin. */
export const alreadyMember = (memberId: string, twinId: string, target: string) =>
  fail(memberExists, { message: `Member '${memberId}' already exists in twin '${twinId}'.`, target });
