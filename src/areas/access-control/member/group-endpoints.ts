import { inTwin, memberOrAdministrator, onTwin, permission, type Requirement } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { members } from '../access-rules.ts';
import { describeList, describeShared } from '../body-rules.ts';
import { invalidMember, memberExists, memberNotFound, roleNotFound, twinNotFound } from '../errors.ts';
import { addGroups } from './add-groups.ts';
import { changeRoles, removeMember } from './change.ts';
import { listGroups, oneGroup } from './list.ts';
import { checkAdded, checkRoleCount } from './rules.ts';
import { addedGroups, groupMemberList, groupsAdd, listQuery, oneGroupMember, rolesUpdate } from './schema.ts';
import { findMember } from './store.ts';

const groupOf = (need: Requirement) =>
  inTwin(
    onTwin('id', twinNotFound, need),
    (db: Reader, { twin }: Access, { groupId }: { readonly id: string; readonly groupId: string }) =>
      findMember(db, twin.id, 'Group', groupId),
    memberNotFound,
  );

export const groupMemberEndpoints = [
  endpoint({
    id: 'accessControl.getTwinGroupMembers',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/members/groups',
    title: 'Get twin group members',
    access: members,
    query: listQuery,
    invalid: invalidMember,
    describe: describeShared,
    answers: { 200: json(groupMemberList, 'A page of groups, in the order of their joining.') },
    run: ({ target, query }, context) => listGroups(target, query, context),
  }),

  endpoint({
    id: 'accessControl.getTwinGroupMember',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/members/groups/{groupId}',
    title: 'Get twin group member',
    access: groupOf(memberOrAdministrator),
    answers: { 200: json(oneGroupMember, 'The member.') },
    errors: [memberNotFound],
    run: ({ target }, context) => oneGroup(target.resource, context),
  }),

  endpoint({
    id: 'accessControl.addTwinGroupMembers',
    method: 'POST',
    path: '/accesscontrol/twins/{id}/members/groups',
    title: 'Add twin group members',
    description:
      'Makes groups of the twin or of its account members. At most 50 role assignments in all; all or nothing. Raises accessControl.memberAdded.v1, and roleAssigned.v1 for each further role.',
    access: onTwin('id', twinNotFound, permission('administration_invite_member')),
    body: groupsAdd,
    invalid: invalidMember,
    describe: describeList('members'),
    check: checkAdded('groupId'),
    answers: { 201: json(addedGroups, 'The new members, in the order of the request.') },
    errors: [memberNotFound, roleNotFound, problems.insufficientPermissions, memberExists],
    run: ({ target, body }, context) => addGroups(target, body, context),
  }),

  endpoint({
    id: 'accessControl.updateTwinGroupMember',
    method: 'PATCH',
    path: '/accesscontrol/twins/{id}/members/groups/{groupId}',
    title: 'Update twin group member',
    description:
      'Replaces the roles of the group, at most 50. Raises one accessControl.roleAssigned.v1 or roleUnassigned.v1 per role gained or lost.',
    access: groupOf(permission('administration_invite_member')),
    body: rolesUpdate,
    invalid: invalidMember,
    describe: describeList('roleIds'),
    check: checkRoleCount,
    version: ({ resource }) => resource.version,
    answers: { 200: json(oneGroupMember, 'The member as it is now.') },
    errors: [memberNotFound, roleNotFound, problems.insufficientPermissions],
    run: async ({ target, body }, context) => {
      const member = { type: 'Group', id: target.resource.member_id } as const;
      const row = await changeRoles(target.access, member, body.roleIds, context);
      return isFailed(row) ? row : oneGroup(row, context);
    },
  }),

  endpoint({
    id: 'accessControl.removeTwinGroupMember',
    method: 'DELETE',
    path: '/accesscontrol/twins/{id}/members/groups/{groupId}',
    title: 'Remove twin group member',
    description: 'The group itself stays. Raises accessControl.memberRemoved.v1.',
    access: groupOf(permission('administration_remove_member')),
    version: ({ resource }) => resource.version,
    answers: { 204: empty('The group is no member any more.') },
    errors: [memberNotFound, problems.insufficientPermissions],
    run: ({ target }, context) =>
      removeMember(target.access, { type: 'Group', id: target.resource.member_id }, context),
  }),
];
