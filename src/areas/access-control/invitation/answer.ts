import type { Kit } from '../../../api/area.ts';
import type { Context } from '../../../api/http/context.ts';
import { fail, problems } from '../../../api/http/problem.ts';
import type { Access, Invitations, ShownInvitation, WaitingInvitation } from '../../../api/ports/access.ts';
import { sameSignature } from '../../../std/signature.ts';
import { invitationNotFound, twinNotFound } from '../errors.ts';
import { groupsById } from '../group/store.ts';
import { acceptInvitation } from './accept.ts';
import { invitationProof } from './mail.ts';
import { findInvitation, invitationsOf, isWithdrawn, promisedRoles } from './store.ts';

/** The caller accepts an invitation through the API. */
export function accept({ twin, visible }: Access, invitationId: string, context: Context) {
  const isLocked = twin.class === 'Account' && context.caller.mode === 'Test'; // nobody joins one in test mode
  if (isLocked) return fail(problems.insufficientPermissions);
  return context.write(async (tx) => {
    const acceptance = await acceptInvitation(tx, context.caller, twin, invitationId, context);
    if (acceptance === 'unknown') return fail(visible ? invitationNotFound : twinNotFound);
    if (acceptance === 'otherPerson') return fail(problems.insufficientPermissions);
  });
}

type Needed = Pick<Kit, 'db' | 'ports' | 'now'>;

/** What the pages on which people accept invitations need of them. */
export function twinInvitations(kit: Needed): Invitations {
  const { db, ports, now } = kit;
  const pendingOf: Invitations['pendingOf'] = async (email) => {
    const found: WaitingInvitation[] = [];
    for (const row of await invitationsOf(db, email, now())) {
      const twin = await ports.twins.find(db, row.twin_id);
      const { id, invited_by_email: invitedByEmail, expires } = row;
      if (twin) found.push({ id, twinId: twin.id, twinName: twin.displayName, invitedByEmail, expires });
    }
    return found;
  };
  return {
    pendingOf,
    isInvited: async (email) => (await pendingOf(email)).length > 0,
    look: (twinId, invitationId, proof) => look(kit, twinId, invitationId, proof),
    accept: (by, twinId, invitationId) =>
      db.write(async (tx) => {
        const [user] = await ports.people.byIds(tx, [by.userId ?? '']);
        const twin = await ports.twins.find(tx, twinId.toLowerCase());
        if (user === undefined || twin === undefined || twin.sandboxId !== null) return 'unknown';
        const { id: userId, email, groups } = user;
        return acceptInvitation(tx, { userId, email, groups }, twin, invitationId, { by, ports, now: now() });
      }),
  };
}

async function look(
  { db, ports, now }: Needed,
  twinId: string,
  invitationId: string,
  proof: string,
): Promise<ShownInvitation | 'withdrawn' | undefined> {
  const twin = await ports.twins.find(db, twinId);
  if (twin === undefined) return undefined;
  const row = await findInvitation(db, twin.id, invitationId, now());
  if (row === undefined) return (await isWithdrawn(db, twin.id, invitationId, now())) ? 'withdrawn' : undefined;
  const [inviter] = await ports.people.byIds(db, [row.invited_by]);
  const group = row.group_id ? (await groupsById(db, [row.group_id])).get(row.group_id) : undefined;
  const roles = (await promisedRoles(db, [row.id])).get(row.id) ?? [];
  return {
    email: row.email,
    inviter: inviter?.displayName ?? row.invited_by_email,
    inviterEmail: row.invited_by_email,
    into: group ? `the group ${group.name} of ${twin.displayName}` : twin.displayName,
    roles: roles.map((role) => role.display_name),
    isSandbox: twin.sandboxId !== null,
    proved: sameSignature(proof, ports.secrets.sign(invitationProof, row.id)),
  };
}
