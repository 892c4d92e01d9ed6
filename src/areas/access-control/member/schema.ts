import type { Static } from 'typebox';
import { pageQuery, pagingLinks } from '../../../api/query/paging.ts';
import {
  arrayOf,
  input,
  integer,
  line,
  nullable,
  optional,
  output,
  paragraphs,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { invitation } from '../invitation/schema.ts';
import { roleRef } from '../role/schema.ts';

export const mostRoles = 50;
export const mostMembers = 50;

export const email = (description?: string) =>
  line({ format: 'e-mail', min: 1, ...(description === undefined ? {} : { description }) });

const roleIds = arrayOf(uuid(), { minItems: 1 });

/** UserBase: all but the id is null for a user who no longer exists. */
export const userProperties = {
  email: nullable(line()),
  givenName: nullable(line()),
  surname: nullable(line()),
  organization: nullable(line()),
};

export const userMember = output({ id: uuid(), ...userProperties, roles: arrayOf(roleRef) }, 'UserMember');
export const ownerMember = output({ id: uuid(), ...userProperties }, 'OwnerMember');
export const groupMember = output(
  {
    id: uuid('Id of the group.'),
    groupName: line(),
    groupDescription: line(),
    roles: arrayOf(roleRef),
    membersCount: integer(),
    imsGroupsCount: integer(),
  },
  'GroupMember',
);

export const listQuery = input(pageQuery());

export const userMemberList = output({ members: arrayOf(userMember), _links: pagingLinks }, 'UserMembersResponse');
export const oneUserMember = output({ member: userMember }, 'UserMemberResponse');
export const ownerList = output({ members: arrayOf(ownerMember), _links: pagingLinks }, 'OwnerMembersResponse');
export const groupMemberList = output({ members: arrayOf(groupMember), _links: pagingLinks }, 'GroupMembersResponse');
export const oneGroupMember = output({ member: groupMember }, 'GroupMemberResponse');

export const addedUsers = output(
  { members: arrayOf(userMember), invitations: arrayOf(invitation) },
  'AddedUserMembersResponse',
);
export const addedOwner = output(
  { member: nullable(ownerMember), invitation: nullable(invitation) },
  'AddedOwnerResponse',
);
export const addedGroups = output({ members: arrayOf(groupMember) }, 'AddedGroupMembersResponse');

export const usersAdd = input(
  {
    members: arrayOf(input({ email: email(), roleIds }), { minItems: 1, maxItems: mostMembers }),
    customMessage: optional(nullable(paragraphs({ max: 2000, description: 'Goes into the mails of invitations.' }))),
  },
  'UserMembersAdd',
);
export const groupsAdd = input(
  { members: arrayOf(input({ groupId: uuid(), roleIds }), { minItems: 1, maxItems: mostMembers }) },
  'GroupMembersAdd',
);
export const ownerAdd = input({ email: email() }, 'OwnerAdd');
/** At most 50 different roles. */
export const rolesUpdate = input({ roleIds }, 'MemberUpdate');

/** The published example of a user member. */
export const userMemberExample: Static<typeof userMember> = {
  id: '25407933-cad2-41a2-acf4-5a074c83046b',
  email: 'Maria.Miller@example.com',
  givenName: 'Maria',
  surname: 'Miller',
  organization: 'Organization Corp.',
  roles: [{ id: '5abbfcef-0eab-472a-b5f5-5c5a43df34b1', displayName: 'Read Access', description: 'Read Access' }],
};
