import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cutPage, linksOf, type Page, pageOf } from '../../../api/query/paging.ts';
import { memberNotFound } from '../errors.ts';
import { contentsOf, groupsById } from '../group/store.ts';
import { rolesOf, rolesOfMany } from '../role/store.ts';
import type { MemberRow } from '../tables.ts';
import { membersOf, ownersOf } from './store.ts';
import { groupMemberView, ownerView, userMemberView, usersById } from './view.ts';

type Query = { readonly $skip?: number; readonly $top?: number };

export async function listUsers({ twin }: Access, query: Query, context: Context) {
  const { db, ports } = context;
  const page = pageOf(query);
  const { rows, hasMore } = cutPage(await membersOf(db, twin.id, 'User', page), page);
  const ids = rows.map((row) => row.member_id);
  const users = await usersById(ports.people, db, ids);
  const roles = await rolesOfMany(db, twin.id, 'User', ids);
  const members = ids.map((id) => userMemberView(id, users.get(id), roles.get(id) ?? []));
  return reply(200, { members, _links: pageLinks(context, twin.id, 'members/users', page, hasMore) });
}

export async function oneUser(row: MemberRow, { db, ports }: Context) {
  const id = row.member_id;
  const user = (await usersById(ports.people, db, [id])).get(id);
  const roles = await rolesOf(db, row.twin_id, { type: 'User', id });
  return reply(200, { member: userMemberView(id, user, roles) }, { version: row.version });
}

export async function listOwners({ twin }: Access, query: Query, context: Context) {
  const { db, ports } = context;
  const page = pageOf(query);
  const { rows, hasMore } = cutPage(await ownersOf(db, twin.id, page), page);
  const ids = rows.map((row) => row.member_id);
  const users = await usersById(ports.people, db, ids);
  const members = ids.map((id) => ownerView(id, users.get(id)));
  return reply(200, { members, _links: pageLinks(context, twin.id, 'members/owners', page, hasMore) });
}

export async function listGroups({ twin }: Access, query: Query, context: Context) {
  const { db } = context;
  const page = pageOf(query);
  const { rows, hasMore } = cutPage(await membersOf(db, twin.id, 'Group', page), page);
  const ids = rows.map((row) => row.member_id);
  const groups = await groupsById(db, ids);
  const roles = await rolesOfMany(db, twin.id, 'Group', ids);
  const contentOf = await contentsOf(db, ids);
  const members = ids.flatMap((id) => {
    const group = groups.get(id);
    return group ? [groupMemberView(group, contentOf(id), roles.get(id) ?? [])] : [];
  });
  return reply(200, { members, _links: pageLinks(context, twin.id, 'members/groups', page, hasMore) });
}

export async function oneGroup(row: MemberRow, { db }: Context) {
  const id = row.member_id;
  const group = (await groupsById(db, [id])).get(id);
  if (group === undefined) return fail(memberNotFound);
  const roles = await rolesOf(db, row.twin_id, { type: 'Group', id });
  const contentOf = await contentsOf(db, [id]);
  return reply(200, { member: groupMemberView(group, contentOf(id), roles) }, { version: row.version });
}

/** Links of a page of a list below a twin. */
export const pageLinks = (context: Context, twinId: string, path: string, page: Page, hasMore: boolean) =>
  linksOf(`${context.baseUrl}/accesscontrol/twins/${twinId}/${path}`, {}, page, hasMore);
