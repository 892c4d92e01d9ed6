import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { base } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const users = `${base}/{twinId}/members/users`;
const unknown = randomUUID();
const many = (count: number) => Array.from({ length: count }, () => randomUUID());

export const reading: readonly Scenario[] = [
  {
    name: 'users in the order of their joining',
    call: `GET ${users}`,
    as: 'reader',
    status: 200,
    proves: ({ body }, { p, admin, manager, reader, owner, twinId, readerRole }) => {
      const ids = body.members.map((one: { id: string }) => one.id);
      assert.deepEqual(ids, [admin.userId, manager.userId, reader.userId, owner.userId]);
      const { organization, ...member } = body.members[2];
      assert.match(organization, /^Organization /);
      assert.deepEqual(member, {
        id: reader.userId,
        email: reader.email,
        givenName: 'Ada',
        surname: 'Larsen',
        roles: [{ id: readerRole, displayName: 'Reader', description: 'Readers' }],
      });
      const href = `${p.baseUrl}${base}/${twinId}/members/users?$skip=0&$top=100`;
      assert.deepEqual(body._links, { self: { href } });
    },
  },
  {
    name: 'a page of users',
    call: `GET ${users}?$top=1&$SKIP=1`,
    as: 'admin',
    status: 200,
    async proves({ body }, { p, admin, manager }) {
      assert.deepEqual(
        body.members.map((one: { id: string }) => one.id),
        [manager.userId],
      );
      const next = await p.call(admin, `GET ${body._links.next.href}`);
      assert.equal(next.body._links.prev.href, body._links.self.href);
      const first = await p.call(admin, `GET ${body._links.prev.href}`);
      assert.equal(first.body._links.prev, undefined);
    },
  },
  {
    name: 'a page out of range',
    call: `GET ${users}?$top=1001&$skip=-1`,
    as: 'reader',
    status: 422,
    code: 'InvalidtwinsMemberRequest',
    targets: ['$skip', '$top'],
    proves: ({ body: { error } }) => {
      assert.equal(error.message, 'Request body or query is invalid.');
      assert.deepEqual(error.details[1], {
        code: 'InvalidValue',
        message: 'Value outside of valid range.',
        target: '$top',
      });
    },
  },
  { name: 'a page that is no number', call: `GET ${users}?$top=x`, as: 'reader', status: 422, targets: ['$top'] },
  {
    name: 'users by who sees the account only',
    call: `GET ${base}/{accountId}/members/users`,
    as: 'colleague',
    status: 403,
  },
  {
    name: 'users of an account without members',
    call: `GET ${base}/{accountId}/members/users`,
    as: 'admin',
    status: 200,
  },
  { name: 'users by a stranger', call: `GET ${users}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'users without a token', call: `GET ${users}`, status: 401 },
  {
    name: 'one user',
    call: `GET ${users}/{readerId}`,
    as: 'reader',
    status: 200,
    proves: ({ body, headers }, { reader }) => {
      assert.equal(body.member.email, reader.email);
      assert.equal(headers.get('ETag'), 'W/"1"');
    },
  },
  {
    name: 'a user who is no member',
    call: `GET ${users}/{colleagueId}`,
    as: 'reader',
    status: 404,
    code: 'TeamMemberNotFound',
  },
  { name: 'a malformed user id', call: `GET ${users}/x`, as: 'reader', status: 404, code: 'TeamMemberNotFound' },
  {
    name: 'one user by who sees the account only',
    call: `GET ${base}/{accountId}/members/users/{adminId}`,
    as: 'colleague',
    status: 403,
  },
  {
    name: 'one user by a stranger',
    call: `GET ${users}/{readerId}`,
    as: 'stranger',
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'one user without a token', call: `GET ${users}/{readerId}`, status: 401 },
];

export const updating: readonly Scenario[] = [
  {
    name: 'replace the roles, in the order of the request',
    call: `PATCH ${users}/{readerId}`,
    as: 'owner',
    body: { roleIds: ['{writerRole}', '{accountRole}', '{writerRole}'] },
    status: 200,
    raises: ['roleAssigned User Writer', 'roleAssigned User Account reader', 'roleUnassigned User Reader'],
    proves: ({ body, headers }) => {
      assert.deepEqual(
        body.member.roles.map((role: { displayName: string }) => role.displayName),
        ['Writer', 'Account reader'],
      );
      assert.equal(headers.get('ETag'), 'W/"2"');
    },
  },
  {
    name: 'replace the roles by the same',
    call: `PATCH ${users}/{readerId}`,
    as: 'manager',
    body: { roleIds: ['{readerRole}'] },
    status: 200,
  },
  {
    name: 'make an owner by an owner',
    call: `PATCH ${users}/{readerId}`,
    as: 'owner',
    body: { roleIds: ['{readerRole}', '{ownerRole}'] },
    status: 200,
    raises: ['roleAssigned User Owner'],
  },
  {
    name: 'give an owner another role besides by who is no owner',
    call: `PATCH ${users}/{ownerId}`,
    as: 'manager',
    body: { roleIds: ['{ownerRole}', '{readerRole}'] },
    status: 200,
    raises: ['roleAssigned User Reader'],
  },
  {
    name: 'make an owner by who is none',
    call: `PATCH ${users}/{readerId}`,
    as: 'manager',
    body: { roleIds: ['{ownerRole}'] },
    status: 403,
  },
  {
    name: 'take ownership by who is no owner',
    call: `PATCH ${users}/{ownerId}`,
    as: 'manager',
    body: { roleIds: ['{readerRole}'] },
    status: 403,
  },
  {
    name: 'raise oneself',
    call: `PATCH ${users}/{managerId}`,
    as: 'manager',
    body: { roleIds: ['{managerRole}', '{writerRole}'] },
    status: 403,
  },
  {
    name: 'to an unknown role',
    call: `PATCH ${users}/{readerId}`,
    as: 'manager',
    body: { roleIds: ['{readerRole}', unknown] },
    status: 404,
    code: 'RoleNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'roleIds[1]'),
  },
  {
    name: 'of who is no member',
    call: `PATCH ${users}/{colleagueId}`,
    as: 'manager',
    body: {},
    status: 404,
    code: 'TeamMemberNotFound',
  },
  {
    name: 'to no roles',
    call: `PATCH ${users}/{readerId}`,
    as: 'manager',
    body: { roleIds: [] },
    status: 422,
    code: 'InvalidtwinsMemberRequest',
    targets: [null],
  },
  { name: 'to nothing', call: `PATCH ${users}/{readerId}`, as: 'manager', body: {}, status: 422, targets: ['roleIds'] },
  {
    name: 'to 51 roles',
    call: `PATCH ${users}/{readerId}`,
    as: 'manager',
    body: { roleIds: many(51) },
    status: 422,
    targets: ['roleIds'],
    proves: ({ body }) => assert.equal(body.error.details[0].message, 'Collection size exceeds maximum size.'),
  },
  { name: 'update without the permission', call: `PATCH ${users}/{readerId}`, as: 'reader', body: {}, status: 403 },
  {
    name: 'update by a stranger',
    call: `PATCH ${users}/{readerId}`,
    as: 'stranger',
    body: {},
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'update without a token', call: `PATCH ${users}/{readerId}`, body: {}, status: 401 },
  {
    name: 'update with another media type',
    call: `PATCH ${users}/{readerId}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
  {
    name: 'update what was changed since',
    call: `PATCH ${users}/{readerId}`,
    as: 'manager',
    body: { roleIds: ['{readerRole}'] },
    headers: { 'If-Match': '"9"' },
    status: 412,
  },
];

export const removing: readonly Scenario[] = [
  {
    name: 'remove a member',
    call: `DELETE ${users}/{readerId}`,
    as: 'manager',
    status: 204,
    raises: ['memberRemoved User'],
    async proves(_answer, { p, manager, reader, twinId }) {
      const again = await p.call(manager, `DELETE ${base}/${twinId}/members/users/${reader.userId}`);
      assert.deepEqual([again.status, again.body.error.code], [404, 'TeamMemberNotFound']);
    },
  },
  { name: 'leave', call: `DELETE ${users}/{readerId}`, as: 'reader', status: 204, raises: ['memberRemoved User'] },
  {
    name: 'leave as an owner',
    call: `DELETE ${users}/{ownerId}`,
    as: 'owner',
    status: 204,
    raises: ['memberRemoved User'],
  },
  {
    name: 'remove an owner by another',
    call: `DELETE ${users}/{adminId}`,
    as: 'owner',
    status: 204,
    raises: ['memberRemoved User'],
  },
  { name: 'remove an owner by who is none', call: `DELETE ${users}/{ownerId}`, as: 'manager', status: 403 },
  { name: 'remove another without the permission', call: `DELETE ${users}/{managerId}`, as: 'reader', status: 403 },
  {
    name: 'remove who is no member',
    call: `DELETE ${users}/{colleagueId}`,
    as: 'manager',
    status: 404,
    code: 'TeamMemberNotFound',
  },
  {
    name: 'leave what one does not see',
    call: `DELETE ${users}/{colleagueId}`,
    as: 'colleague',
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'remove without a token', call: `DELETE ${users}/{readerId}`, status: 401 },
  {
    name: 'remove what was changed since',
    call: `DELETE ${users}/{readerId}`,
    as: 'manager',
    headers: { 'If-Match': '"9"' },
    status: 412,
  },
];
