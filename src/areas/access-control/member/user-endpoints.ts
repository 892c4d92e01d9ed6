import {
  inTwin,
  memberOrAdministrator,
  onTwin,
  permission,
  type Requirement,
  visible,
} from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { members } from '../access-rules.ts';
import { describeList, describeShared } from '../body-rules.ts';
import { invalidMember, memberExists, memberNotFound, roleNotFound, twinNotFound } from '../errors.ts';
import { invitationExample } from '../invitation/schema.ts';
import { addUsers } from './add-users.ts';
import { changeRoles, removeMember } from './change.ts';
import { listUsers, oneUser } from './list.ts';
import { checkAdded, checkRoleCount } from './rules.ts';
import {
  addedUsers,
  listQuery,
  oneUserMember,
  rolesUpdate,
  userMemberExample,
  userMemberList,
  usersAdd,
} from './schema.ts';
import { findMember } from './store.ts';

interface MemberParams {
  readonly id: string;
  readonly memberId: string;
}

const invite = onTwin('id', twinNotFound, permission('administration_invite_member'));
const userOf = (need: Requirement) =>
  inTwin(
    onTwin('id', twinNotFound, need),
    (db: Reader, { twin }: Access, { memberId }: MemberParams) => findMember(db, twin.id, 'User', memberId),
    memberNotFound,
  );

const removable = userOf(permission('administration_remove_member'));
/** Of an Account nobody leaves in test mode. */
const oneself = userOf({
  ...visible,
  allows: ({ twin }, { mode }) => mode !== 'Test' || twin.class !== 'Account',
});

/** Anybody may leave. */
const removableOrOneself: typeof removable = {
  ...removable,
  permit: { ...removable.permit, text: `${removable.permit.text} Anybody may leave.` },
  resolve: (params, context) =>
    (params.memberId.toLowerCase() === context.caller.userId ? oneself : removable).resolve(params, context),
};

export const userMemberEndpoints = [
  endpoint({
    id: 'accessControl.getTwinUserMembers',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/members/users',
    title: 'Get twin user members',
    description:
      'Users with roles of their own, owners included, in the order of their joining. Those who come in through a group are not listed.',
    access: members,
    query: listQuery,
    invalid: invalidMember,
    describe: describeShared,
    answers: { 200: json(userMemberList, 'A page of members.') },
    run: ({ target, query }, context) => listUsers(target, query, context),
  }),

  endpoint({
    id: 'accessControl.getTwinUserMember',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/members/users/{memberId}',
    title: 'Get twin user member',
    access: userOf(memberOrAdministrator),
    answers: { 200: json(oneUserMember, 'The member.', { member: userMemberExample }) },
    run: ({ target }, context) => oneUser(target.resource, context),
  }),

  endpoint({
    id: 'accessControl.addTwinUserMembers',
    method: 'POST',
    path: '/accesscontrol/twins/{id}/members/users',
    title: 'Add twin user members',
    description:
      "Users of the organization that owns the twin's account become members at once; all others get an invitation by mail, as does everybody whom a service application adds. At most 50 role assignments in all; all or nothing. Only owners and administrators can give the role Owner, or roles with permissions they do not hold themselves. Raises accessControl.memberAdded.v1 (and roleAssigned.v1 for each further role) or invitationCreated.v1.",
    access: invite,
    body: usersAdd,
    invalid: invalidMember,
    describe: describeList('members'),
    check: checkAdded('email'),
    answers: {
      201: json(addedUsers, 'Those who joined and those who were invited, in the order of the request.', {
        members: [userMemberExample],
        invitations: [invitationExample],
      }),
    },
    errors: [roleNotFound, problems.insufficientPermissions, memberExists],
    run: ({ target, body }, context) => addUsers(target, body, context),
  }),

  endpoint({
    id: 'accessControl.updateTwinUserMember',
    method: 'PATCH',
    path: '/accesscontrol/twins/{id}/members/users/{memberId}',
    title: 'Update twin user member',
    description:
      'Replaces the roles of the member, at most 50. Giving or taking the role Owner needs an owner or administrator. Raises one accessControl.roleAssigned.v1 or roleUnassigned.v1 per role gained or lost.',
    access: userOf(permission('administration_invite_member')),
    body: rolesUpdate,
    invalid: invalidMember,
    describe: describeList('roleIds'),
    check: checkRoleCount,
    version: ({ resource }) => resource.version,
    answers: { 200: json(oneUserMember, 'The member as it is now.', { member: userMemberExample }) },
    errors: [memberNotFound, roleNotFound, problems.insufficientPermissions],
    run: async ({ target, body }, context) => {
      const member = { type: 'User', id: target.resource.member_id } as const;
      const row = await changeRoles(target.access, member, body.roleIds, context);
      return isFailed(row) ? row : oneUser(row, context);
    },
  }),

  endpoint({
    id: 'accessControl.removeTwinUserMember',
    method: 'DELETE',
    path: '/accesscontrol/twins/{id}/members/users/{memberId}',
    title: 'Remove twin user member',
    description:
      'Takes all roles away, ownership included; only owners and administrators can remove an owner. Raises accessControl.memberRemoved.v1.',
    access: removableOrOneself,
    version: ({ resource }) => resource.version,
    answers: { 204: empty('The user is no member any more.') },
    errors: [memberNotFound, problems.insufficientPermissions],
    run: ({ target }, context) => removeMember(target.access, { type: 'User', id: target.resource.member_id }, context),
  }),
];
