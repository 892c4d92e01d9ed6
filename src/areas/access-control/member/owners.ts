import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { memberNotFound, ownerExists } from '../errors.ts';
import { addOrInvite, type Invited } from '../invitation/invite.ts';
import { invitationView } from '../invitation/view.ts';
import { ownerRole, rolesOf } from '../role/store.ts';
import { actingIn, setRoles, without } from './membership.ts';
import { ownerView } from './view.ts';

/** Makes a member or an internal user an owner at once; invites everybody else to become one. */
export async function addOwner(access: Access, email: string, context: Context) {
  const { caller, by, ports, now } = context;
  const { twin } = access;
  const outcome = await context.write(async (tx) => {
    const owner = await ownerRole(tx, twin.id);
    const user = await ports.people.byEmail(tx, email);
    const held = user ? await rolesOf(tx, twin.id, { type: 'User', id: user.id }) : [];
    if (held.some((role) => role.id === owner.id)) return fail(ownerExists, { target: 'email' });
    if (user === undefined || held.length === 0) {
      const invited = await addOrInvite(tx, { twin, caller, by, ports, now }, { email, user }, [owner]);
      return answerOf(invited, owner);
    }
    await setRoles(tx, actingIn(twin, context), { type: 'User', id: user.id }, [...held, owner]);
    return answerOf({ user }, owner);
  });
  return isFailed(outcome) ? outcome : reply(201, outcome);
}

const answerOf = (invited: Invited, owner: Awaited<ReturnType<typeof ownerRole>>) => ({
  member: 'user' in invited ? ownerView(invited.user.id, invited.user) : null,
  invitation: 'invitation' in invited ? invitationView(invited.invitation, [owner], 'Waiting') : null,
});

/** Takes the Owner role away; who holds no other has left the twin. */
export async function removeOwner({ twin }: Access, userId: string, context: Context) {
  const outcome = await context.write(async (tx) => {
    const owner = await ownerRole(tx, twin.id);
    const member = { type: 'User', id: userId } as const;
    const held = await rolesOf(tx, twin.id, member);
    const others = without(held, [owner]);
    if (others.length === held.length) return fail(memberNotFound);
    await setRoles(tx, actingIn(twin, context), member, others);
  });
  return isFailed(outcome) ? outcome : noContent;
}
