import { type Located, memberOrAdministrator, onTwin, type Requirement } from '../../api/auth/access-rules.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { fail } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import type { Caller } from '../../kernel/callers/people.ts';
import { isUuid } from '../../std/ids.ts';
import { invitationNotFound, twinNotFound } from './errors.ts';
import { findInvitation } from './invitation/store.ts';
import type { InvitationRow } from './tables.ts';

/** Members of the twin and account administrators. */
export const members = onTwin('id', twinNotFound, memberOrAdministrator);

/** Any existing twin, seen or not: the operation itself tells what the caller may know of it. */
export const existingTwin: AccessRule<{ readonly id: string }, Access> = {
  permit: { level: 'caller', text: 'Anyone with a valid access token.' },
  problems: [twinNotFound],
  changes: 'inTwin',
  async resolve({ id }, { db, caller, ports }) {
    const access = isUuid(id) ? await ports.access.of(db, caller, id.toLowerCase()) : undefined;
    return access ?? fail(twinNotFound);
  },
};

/** Groups of an Account are its administrators' alone. */
export const groupManagers: Requirement = {
  permit: {
    level: 'permission',
    permission: 'administration_manage_groups',
    text: 'Permission administration_manage_groups in the twin; for an Account only its administrators.',
  },
  allows: (access) =>
    access.twin.class === 'Account' ? access.administrator : access.may('administration_manage_groups'),
};

interface InvitationParams {
  readonly id: string;
  readonly invitationId: string;
}

/** A pending invitation for those who may deal with it; for all others it does not exist. */
export function invitationFor(
  who: string,
  allows: (row: InvitationRow, access: Access, caller: Caller) => boolean,
): AccessRule<InvitationParams, Located<InvitationRow>> {
  return {
    permit: { level: 'member', text: who },
    problems: [twinNotFound, invitationNotFound],
    changes: 'inTwin',
    async resolve({ id, invitationId }, { db, caller, ports, now }) {
      const access = isUuid(id) ? await ports.access.of(db, caller, id.toLowerCase()) : undefined;
      if (access === undefined) return fail(twinNotFound);
      const resource = await findInvitation(db, access.twin.id, invitationId, now);
      if (resource && allows(resource, access, caller)) return { resource, access };
      return fail(access.visible ? invitationNotFound : twinNotFound);
    },
  };
}
