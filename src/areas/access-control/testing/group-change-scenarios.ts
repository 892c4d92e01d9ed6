import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { base } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const groups = `${base}/{twinId}/groups`;
const accountGroups = `${base}/{accountId}/groups`;

export const updating: readonly Scenario[] = [
  {
    name: 'update name and users; external users join groups of a twin at once',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: { name: 'The crew', members: ['{guestEmail}', '{colleagueEmail}'] },
    status: 200,
    proves: ({ body: { group }, headers }, { guest, colleague }) => {
      assert.deepEqual(
        group.members.map((one: { userId: string }) => one.userId),
        [guest.userId, colleague.userId],
      );
      assert.equal(group.members[0].id, guest.userId);
      assert.deepEqual([group.name, group.description, group.membersCount], ['The crew', 'Some people', 2]);
      assert.equal(headers.get('ETag'), 'W/"2"');
    },
  },
  {
    name: 'update the case of its name',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: { name: 'CREW' },
    status: 200,
  },
  {
    name: 'update nothing',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: {},
    status: 200,
    proves: ({ headers }) => assert.equal(headers.get('ETag'), 'W/"1"'),
  },
  {
    name: 'add an unknown user to a group of a twin',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: { members: ['{colleagueEmail}', 'nobody@example.org'] },
    status: 404,
    code: 'TeamMemberNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'members[1]'),
  },
  {
    name: 'add a malformed e-mail',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: { members: ['x'] },
    status: 404,
    code: 'TeamMemberNotFound',
  },
  {
    name: 'add a malformed e-mail to a group of an account',
    call: `PATCH ${accountGroups}/{accountGroup}`,
    as: 'admin',
    body: { members: ['x'] },
    status: 404,
    code: 'TeamMemberNotFound',
  },
  {
    name: 'add a directory group that nobody is in',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: { imsGroups: ['Nobodies'] },
    status: 404,
    code: 'ImsGroupNotFound',
    proves: ({ body: { error } }) => {
      assert.deepEqual([error.target, error.message], ['imsGroups[0]', 'Requested IMS group is not available.']);
    },
  },
  {
    name: 'invite external people into a group of an account',
    call: `PATCH ${accountGroups}/{accountGroup}`,
    as: 'admin',
    body: { members: ['{guestEmail}', '{colleagueEmail}', 'nobody@example.org'] },
    status: 200,
    raises: ['invitationCreated', 'invitationCreated'],
    async proves({ body: { group } }, { p, admin, colleague, guest, accountId, accountGroup }) {
      assert.deepEqual(
        group.members.map((one: { id: string }) => one.id),
        [colleague.userId],
      );
      const path = `${base}/${accountId}/groups/${accountGroup}`;
      await p.call(admin, `PATCH ${path}`, { body: { members: [guest.email, colleague.email] } });
      assert.deepEqual(p.takeEvents(), [], 'invited twice');
      const { body } = await p.call(admin, `GET ${path}/invitations`);
      const emails = body.invitations.map((one: { email: string }) => one.email);
      assert.deepEqual(emails, [guest.email, 'nobody@example.org']);
    },
  },
  {
    name: 'lists that are too long, or hold something twice',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: {
      name: null,
      members: Array.from({ length: 51 }, () => `${randomUUID()}@example.org`),
      imsGroups: ['a', 'A', 'a'],
    },
    status: 422,
    code: 'InvalidtwinsGroupRequest',
    targets: ['Name', 'members', 'imsGroups[2]'],
    proves: ({ body: { error } }) => {
      const { code, message } = error.details[1];
      assert.deepEqual([code, message], ['InvalidProperty', 'Collection size exceeds maximum size.']);
    },
  },
  {
    name: 'the same user twice',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: { members: ['a@b', 'A@B'] },
    status: 422,
    targets: ['members[1]'],
  },
  { name: 'update without the permission', call: `PATCH ${groups}/{crew}`, as: 'reader', body: {}, status: 403 },
  {
    name: 'update a group of the account through a twin',
    call: `PATCH ${groups}/{accountGroup}`,
    as: 'admin',
    body: {},
    status: 404,
    code: 'GroupNotFound',
  },
  {
    name: 'update by a stranger',
    call: `PATCH ${groups}/{crew}`,
    as: 'stranger',
    body: {},
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'update without a token', call: `PATCH ${groups}/{crew}`, body: {}, status: 401 },
  {
    name: 'update with another media type',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
  {
    name: 'update what was changed since',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: {},
    headers: { 'If-Match': '"5"' },
    status: 412,
  },
];

export const deleting: readonly Scenario[] = [
  {
    name: 'delete a group that is a member',
    call: `DELETE ${groups}/{crew}`,
    as: 'manager',
    status: 204,
    raises: ['memberRemoved Group'],
  },
  { name: 'delete without the permission', call: `DELETE ${groups}/{crew}`, as: 'reader', status: 403 },
  {
    name: 'delete a group of an account by who does not administer it',
    call: `DELETE ${accountGroups}/{accountGroup}`,
    as: 'colleague',
    status: 403,
  },
  { name: 'delete a malformed id', call: `DELETE ${groups}/x`, as: 'manager', status: 404, code: 'GroupNotFound' },
  { name: 'delete by a stranger', call: `DELETE ${groups}/{crew}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'delete without a token', call: `DELETE ${groups}/{crew}`, status: 401 },
  {
    name: 'delete what was changed since',
    call: `DELETE ${groups}/{crew}`,
    as: 'manager',
    headers: { 'If-Match': '"5"' },
    status: 412,
  },
];
