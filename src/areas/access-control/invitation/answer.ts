import type { Kit } from '../../../kernel/area.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { fail, problems } from '../../../kernel/http/problem.ts';
import type { Access, Invitations, WaitingInvitation } from '../../../kernel/ports/access.ts';
import { invitationNotFound, twinNotFound } from '../errors.ts';
import { invitationsOf } from '../invitation.store.ts';
import { acceptInvitation } from './accept.ts';

/** The caller accepts an invitation through the API. */
export function accept({ twin, visible }: Access, invitationId: string, context: Context) {
  return context.write(async (tx) => {
    const acceptance = await acceptInvitation(tx, context.caller, twin, invitationId, context);
    if (acceptance === 'unknown') return fail(visible ? invitationNotFound : twinNotFound);
    if (acceptance === 'otherPerson') return fail(problems.insufficientPermissions);
  });
}

/** What the pages on which people accept invitations need of them. */
export function twinInvitations({ db, ports, now }: Pick<Kit, 'db' | 'ports' | 'now'>): Invitations {
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
    accept: (by, twinId, invitationId) =>
      db.write(async (tx) => {
        const [user] = await ports.people.byIds(tx, [by.userId ?? '']);
        const twin = await ports.twins.find(tx, twinId.toLowerCase());
        if (user === undefined || twin === undefined) return 'unknown';
        const { id: userId, email, groups } = user;
        return acceptInvitation(tx, { userId, email, groups }, twin, invitationId, { by, ports, now: now() });
      }),
  };
}
