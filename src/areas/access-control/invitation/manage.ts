import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cutPage, pageOf } from '../../../api/query/paging.ts';
import { invitationNotFound } from '../errors.ts';
import { pageLinks } from '../member/list.ts';
import { isInCharge } from '../member/membership.ts';
import { usersById } from '../member/view.ts';
import { aboutInvitation, recordIn } from '../recording.ts';
import type { GroupRow, InvitationRow } from '../tables.ts';
import { mailsOf } from './mail-state.ts';
import { findInvitation, invitationsInto, invitationsIntoGroup, promisedRoles, withdrawInvitation } from './store.ts';
import { groupInvitationView, invitationDetails, invitationView } from './view.ts';

type Query = { readonly $skip?: number; readonly $top?: number };

export async function listInvitations(access: Access, query: Query, context: Context) {
  const { db, caller, now } = context;
  const page = pageOf(query);
  const sender = isInCharge(access) ? undefined : caller.userId;
  const { rows, hasMore } = cutPage(await invitationsInto(db, access.twin.id, sender, page, now), page);
  const roles = await promisedRoles(
    db,
    rows.map((row) => row.id),
  );
  const mails = await mailsOf(context, rows);
  const invitations = rows.map((row) => invitationView(row, roles.get(row.id) ?? [], mails.get(row.id)));
  return reply(200, { invitations, _links: pageLinks(context, access.twin.id, 'members/invitations', page, hasMore) });
}

export async function listGroupInvitations(group: GroupRow, query: Query, context: Context) {
  const page = pageOf(query);
  const { rows, hasMore } = cutPage(await invitationsIntoGroup(context.db, group.id, page, context.now), page);
  const path = `groups/${group.id}/invitations`;
  const _links = pageLinks(context, group.twin_id, path, page, hasMore);
  return reply(200, { invitations: rows.map(groupInvitationView), _links });
}

export async function oneInvitationOf({ resource: row, access }: Located<InvitationRow>, { db, ports }: Context) {
  const roles = (await promisedRoles(db, [row.id])).get(row.id) ?? [];
  const inviter = (await usersById(ports.people, db, [row.invited_by])).get(row.invited_by);
  const mail = (await mailsOf({ db, ports }, [row])).get(row.id);
  return reply(200, {
    invitation: invitationDetails(row, { roles, mail, inviter, twinName: access.twin.displayName }),
  });
}

export async function deleteInvitation(row: InvitationRow, context: Context) {
  const outcome = await context.write(async (tx) => {
    const still = await findInvitation(tx, row.twin_id, row.id, context.now);
    if (still === undefined) return fail(invitationNotFound);
    await withdrawInvitation(tx, row.id, context.now);
    const twin = await context.ports.twins.find(tx, row.twin_id);
    if (twin) await recordIn(tx, twin, context, 'member.uninvited', aboutInvitation(row));
  });
  return isFailed(outcome) ? outcome : noContent;
}
