import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { base } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const roles = `${base}/{twinId}/roles`;
const unknown = randomUUID();
const _role = { displayName: 'Twin Reader', description: 'Twin Reader description', permissions: ['models_read'] };

export const updating: readonly Scenario[] = [
  {
    name: 'update some of it',
    call: `PATCH ${roles}/{readerRole}`,
    as: 'manager',
    body: { displayName: 'Reader 2', type: 'Custom' },
    status: 200,
    proves: ({ body, headers }) => {
      const { displayName, description, permissions: held } = body.role;
      assert.deepEqual([displayName, description, held], ['Reader 2', 'Readers', ['models_read']]);
      assert.equal(headers.get('ETag'), 'W/"2"');
    },
  },
  {
    name: 'update nothing',
    call: `PATCH ${roles}/{readerRole}`,
    as: 'manager',
    body: {},
    status: 200,
    proves: ({ headers }) => assert.equal(headers.get('ETag'), 'W/"1"'),
  },
  {
    name: 'update the permissions as a whole; holders have them at once',
    call: `PATCH ${roles}/{readerRole}`,
    as: 'owner',
    body: { permissions: ['models_write'] },
    status: 200,
    async proves(_answer, { p, reader, twinId }) {
      const { body } = await p.call(reader, `GET ${base}/${twinId}/permissions`);
      assert.deepEqual(body.permissions, ['models_write']);
    },
  },
  {
    name: 'keep a permission that the manager does not hold',
    call: `PATCH ${roles}/{writerRole}`,
    as: 'manager',
    body: { permissions: ['models_write', 'models_read'] },
    status: 200,
  },
  {
    name: 'put in a permission that the manager does not hold',
    call: `PATCH ${roles}/{managerRole}`,
    as: 'manager',
    body: { permissions: ['models_write'] },
    status: 403,
  },
  {
    name: 'update with an unknown permission',
    call: `PATCH ${roles}/{readerRole}`,
    as: 'manager',
    body: { permissions: ['fly'] },
    status: 404,
    code: 'PermissionNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'permissions[0]'),
  },
  {
    name: 'update to an empty name, another id and another type',
    call: `PATCH ${roles}/{readerRole}`,
    as: 'manager',
    body: { displayName: ' ', description: null, id: unknown, type: 'Default' },
    status: 422,
    code: 'InvalidtwinsRoleRequest',
    targets: ['displayName', 'description', 'id', 'type'],
    proves: ({ body }) => {
      const codes = body.error.details.map((one: { code: string }) => one.code);
      assert.deepEqual(codes, [
        'MissingRequiredProperty',
        'MissingRequiredProperty',
        'ReadOnlyProperty',
        'ReadOnlyProperty',
      ]);
    },
  },
  { name: 'update the role Owner', call: `PATCH ${roles}/{ownerRole}`, as: 'owner', body: {}, status: 403 },
  {
    name: 'update a role of the account through a twin',
    call: `PATCH ${roles}/{accountRole}`,
    as: 'admin',
    body: {},
    status: 404,
    code: 'RoleNotFound',
  },
  {
    name: 'update by a stranger',
    call: `PATCH ${roles}/{readerRole}`,
    as: 'stranger',
    body: {},
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'update without a token', call: `PATCH ${roles}/{readerRole}`, body: {}, status: 401 },
  {
    name: 'update with another media type',
    call: `PATCH ${roles}/{readerRole}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
  {
    name: 'update what was changed since',
    call: `PATCH ${roles}/{readerRole}`,
    as: 'manager',
    body: { displayName: 'x' },
    headers: { 'If-Match': 'W/"7"' },
    status: 412,
    code: 'PreconditionFailed',
  },
];

export const deleting: readonly Scenario[] = [
  {
    name: 'delete: members and invitations without another role go',
    call: `DELETE ${roles}/{readerRole}`,
    as: 'manager',
    status: 204,
    raises: ['memberRemoved Group', 'memberRemoved User'],
    async proves(_answer, { p, owner, twinId, readerRole }) {
      const members = await p.call(owner, `GET ${base}/${twinId}/members/users`);
      assert.equal(members.body.members.length, 3);
      const invitations = await p.call(owner, `GET ${base}/${twinId}/members/invitations`);
      assert.deepEqual(invitations.body.invitations, []);
      assert.equal((await p.call(owner, `DELETE ${base}/${twinId}/roles/${readerRole}`)).status, 404);
    },
  },
  { name: 'delete a role that nobody holds', call: `DELETE ${roles}/{writerRole}`, as: 'manager', status: 204 },
  { name: 'delete the role Owner', call: `DELETE ${roles}/{ownerRole}`, as: 'admin', status: 403 },
  { name: 'delete without the permission', call: `DELETE ${roles}/{writerRole}`, as: 'reader', status: 403 },
  {
    name: 'delete a role of the account through a twin',
    call: `DELETE ${roles}/{accountRole}`,
    as: 'admin',
    status: 404,
    code: 'RoleNotFound',
  },
  {
    name: 'delete by a stranger',
    call: `DELETE ${roles}/{writerRole}`,
    as: 'stranger',
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'delete without a token', call: `DELETE ${roles}/{writerRole}`, status: 401 },
  {
    name: 'delete what was changed since',
    call: `DELETE ${roles}/{writerRole}`,
    as: 'manager',
    headers: { 'If-Match': '"2"' },
    status: 412,
  },
];
