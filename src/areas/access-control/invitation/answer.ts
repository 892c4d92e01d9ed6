import type { Kit } from '../../../kernel/area.ts';
import type { Actor } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { fail, problems } from '../../../kernel/http/problem.ts';
import type { Access } from '../../../kernel/ports.ts';
import { invitationNotFound, twinNotFound } from '../errors.ts';
import { invitationsOf } from '../invitation.store.ts';
import { type Acceptance, acceptInvitation } from './accept.ts';

/** The caller accepts an invitation through the API. */
export function accept({ twin, visible }: Access, invitationId: string, context: Context) {
  return context.write(async (tx) => {
    const acceptance = await acceptInvitation(tx, context.caller, twin, invitationId, context);
    if (acceptance === 'unknown') return fail(visible ? invitationNotFound : twinNotFound);
    if (acceptance === 'otherPerson') return fail(problems.insufficientPermissions);
  });
}

/** An invitation as the pages show it to the invited person. */
export interface WaitingInvitation {
  readonly id: string;
  readonly twinId: string;
  readonly twinName: string;
  readonly invitedByEmail: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** What the authorization server needs of invitations: its pages are where people accept them. */
export interface TwinInvitations {
  /** Pending invitations of an e-mail, the oldest first. */
  pendingOf(email: string): Promise<WaitingInvitation[]>;
  /** True while anybody waits for this person to join a twin. */
  isInvited(email: string): Promise<boolean>;
  accept(by: Actor, twinId: string, invitationId: string): Promise<Acceptance>;
}

export function twinInvitations({ db, ports, now }: Pick<Kit, 'db' | 'ports' | 'now'>): TwinInvitations {
  const pendingOf: TwinInvitations['pendingOf'] = async (email) => {
    const found: WaitingInvitation[] = [];
    for (const row of await invitationsOf(db, email, now())) {
      const twin = await ports.findTwin(db, row.twin_id);
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
        const [user] = await ports.users.byIds(tx, [by.userId ?? '']);
        const twin = await ports.findTwin(tx, twinId.toLowerCase());
        if (user === undefined || twin === undefined) return 'unknown';
        const { id: userId, email, groups } = user;
        return acceptInvitation(tx, { userId, email, groups }, twin, invitationId, { by, ports, now: now() });
      }),
  };
}
