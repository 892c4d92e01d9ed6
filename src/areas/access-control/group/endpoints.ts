import { inTwin, onTwin } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cutPage, pageOf } from '../../../api/query/paging.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { groupManagers } from '../access-rules.ts';
import { describeShared } from '../body-rules.ts';
import {
  directoryNotFound,
  groupNotFound,
  invalidGroup,
  invalidGroups,
  memberNotFound,
  twinNotFound,
} from '../errors.ts';
import { pageLinks } from '../member/list.ts';
import { listQuery } from '../member/schema.ts';
import { createGroup, oneGroupReply } from './create.ts';
import { deleteGroup } from './delete.ts';
import { checkGroup, describeGroup } from './rules.ts';
import { groupCreate, groupExample, groupList, groupUpdate, oneGroup } from './schema.ts';
import { findGroup, groupsOf } from './store.ts';
import { updateGroup } from './update.ts';
import { groupViews } from './view.ts';

const manage = onTwin('id', twinNotFound, groupManagers);

/** A group of this very twin. */
export const ownGroup = inTwin(
  manage,
  (db: Reader, { twin }: Access, { groupId }: { readonly id: string; readonly groupId: string }) =>
    findGroup(db, [twin.id], groupId),
  groupNotFound,
);

export const groupEndpoints = [
  endpoint({
    id: 'accessControl.getTwinGroups',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/groups',
    title: 'Get twin groups',
    description: 'Groups defined on this twin. Paged, with `_links`, only when `$top` or `$skip` is given.',
    access: manage,
    query: listQuery,
    invalid: invalidGroups,
    describe: describeShared,
    answers: { 200: json(groupList, 'The groups, by creation.', { groups: [groupExample] }) },
    run: async ({ target: { twin }, query }, context) => {
      const { db, ports } = context;
      if (query.$top === undefined && query.$skip === undefined) {
        return reply(200, { groups: await groupViews(db, ports.people, await groupsOf(db, twin.id)) });
      }
      const page = pageOf(query);
      const { rows, hasMore } = cutPage(await groupsOf(db, twin.id, page), page);
      const groups = await groupViews(db, ports.people, rows);
      return reply(200, { groups, _links: pageLinks(context, twin.id, 'groups', page, hasMore) });
    },
  }),

  endpoint({
    id: 'accessControl.getTwinGroup',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/groups/{groupId}',
    title: 'Get twin group',
    access: ownGroup,
    answers: { 200: json(oneGroup, 'The group.', { group: groupExample }) },
    run: ({ target }, context) => oneGroupReply(200, target.resource, context),
  }),

  endpoint({
    id: 'accessControl.createTwinGroup',
    method: 'POST',
    path: '/accesscontrol/twins/{id}/groups',
    title: 'Create twin group',
    description: 'Groups of an account can be members of every twin of the account, others of their own twin.',
    access: manage,
    body: groupCreate,
    invalid: invalidGroup,
    describe: describeGroup,
    answers: { 201: json(oneGroup, 'The new group, still empty.') },
    run: ({ target, body }, context) => createGroup(target, body, context),
  }),

  endpoint({
    id: 'accessControl.updateTwinGroup',
    method: 'PATCH',
    path: '/accesscontrol/twins/{id}/groups/{groupId}',
    title: 'Update twin group',
    description:
      'Changes the given properties; each list replaces the stored one. Adding users or directory groups also needs administration_invite_member and, for who is neither owner nor administrator, every permission of the roles of the group; removing needs administration_remove_member. Into groups of an account, unknown and external people are invited by mail. Raises accessControl.invitationCreated.v1 for each invitation.',
    access: ownGroup,
    body: groupUpdate,
    invalid: invalidGroup,
    describe: describeGroup,
    check: checkGroup,
    version: ({ resource }) => resource.version,
    answers: { 200: json(oneGroup, 'The group as it is now.', { group: groupExample }) },
    errors: [groupNotFound, memberNotFound, directoryNotFound, problems.insufficientPermissions],
    run: ({ target, body }, context) => updateGroup(target.access, target.resource.id, body, context),
  }),

  endpoint({
    id: 'accessControl.deleteTwinGroup',
    method: 'DELETE',
    path: '/accesscontrol/twins/{id}/groups/{groupId}',
    title: 'Delete twin group',
    description:
      'Also ends its membership on every twin and the invitations into it. Raises accessControl.memberRemoved.v1 for each membership.',
    access: ownGroup,
    version: ({ resource }) => resource.version,
    answers: { 204: empty('The group is gone.') },
    errors: [groupNotFound],
    run: ({ target }, context) => deleteGroup(target.access, target.resource.id, context),
  }),
];
