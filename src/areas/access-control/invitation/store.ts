import type { Page } from '../../../api/query/paging.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { isUuid } from '../../../std/ids.ts';
import { fold } from '../../../std/text.ts';
import { type InvitationRow, q, type RoleRow } from '../tables.ts';

const day = 86_400_000;
export const invitationLife = 7 * day;

const living = (now: number) => q.selectFrom('invitations').selectAll().where('expires', '>', now);

/** Invitations that can be accepted: the others wait for their removal, and the APIs know nothing of them. */
const pending = (now: number) => living(now).where('withdrawn', 'is', null);

export async function findInvitation(
  db: Reader,
  twinId: string,
  id: string,
  now: number,
): Promise<InvitationRow | undefined> {
  if (!isUuid(id)) return undefined;
  return db.first(pending(now).where('id', '=', id.toLowerCase()).where('twin_id', '=', twinId));
}

/** True for an invitation that was taken back, as long as it would not have expired. */
export const isWithdrawn = async (db: Reader, twinId: string, id: string, now: number): Promise<boolean> =>
  (await db.first(
    living(now).where('withdrawn', 'is not', null).where('id', '=', id).where('twin_id', '=', twinId),
  )) !== undefined;

export async function withdrawInvitation(tx: Transaction, id: string, now: number): Promise<void> {
  await tx.run(q.updateTable('invitations').set({ withdrawn: now }).where('id', '=', id));
}

/** Invitations into a twin by age; only those that one user sent when `sender` is given. */
export function invitationsInto(
  db: Reader,
  twinId: string,
  sender: string | undefined,
  page: Page,
  now: number,
): Promise<InvitationRow[]> {
  const all = pending(now).where('twin_id', '=', twinId).where('group_id', 'is', null);
  const mine = sender === undefined ? all : all.where('invited_by', '=', sender);
  return db.all(
    mine
      .orderBy('position')
      .orderBy('id')
      .limit(page.top + 1)
      .offset(page.skip),
  );
}

/** Invitations into a group by age. */
export const invitationsIntoGroup = (db: Reader, groupId: string, page: Page, now: number): Promise<InvitationRow[]> =>
  db.all(
    pending(now)
      .where('group_id', '=', groupId)
      .orderBy('position')
      .orderBy('id')
      .limit(page.top + 1)
      .offset(page.skip),
  );

/** Everything that waits for a person, on one twin or on all. */
export function invitationsOf(db: Reader, email: string, now: number, twinId?: string): Promise<InvitationRow[]> {
  const all = pending(now).where('email_folded', '=', fold(email)).orderBy('position').orderBy('id');
  return db.all(twinId === undefined ? all : all.where('twin_id', '=', twinId));
}

/** The roles that invitations promise, in their order. */
export async function promisedRoles(db: Reader, invitationIds: readonly string[]): Promise<Map<string, RoleRow[]>> {
  const found = new Map<string, RoleRow[]>(invitationIds.map((id) => [id, []]));
  if (invitationIds.length === 0) return found;
  const rows = await db.all(
    q
      .selectFrom('invitation_roles as i')
      .innerJoin('roles as r', 'r.id', 'i.role_id')
      .selectAll('r')
      .select('i.invitation_id')
      .where('i.invitation_id', 'in', invitationIds)
      .orderBy('i.place'),
  );
  for (const { invitation_id, ...role } of rows) found.get(invitation_id)?.push(role);
  return found;
}

export async function removeInvitations(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(q.deleteFrom('invitation_roles').where('invitation_id', 'in', ids));
  await tx.run(q.deleteFrom('invitations').where('id', 'in', ids));
}
