import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { allPermissions } from '../permission-names.ts';
import { base } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const roles = `${base}/{twinId}/roles`;
const unknown = randomUUID();
const role = { displayName: 'Twin Reader', description: 'Twin Reader description', permissions: ['models_read'] };

export const permissions: readonly Scenario[] = [
  {
    name: 'all permissions, sorted',
    call: `GET ${base}/permissions`,
    as: 'stranger',
    status: 200,
    proves: ({ body }) => {
      assert.deepEqual(body.permissions, [...allPermissions]);
      assert.deepEqual(body.permissions, [...body.permissions].sort());
      assert.equal(body.permissions.length, 43);
    },
  },
  { name: 'all permissions without a token', call: `GET ${base}/permissions`, status: 401, code: 'HeaderNotFound' },
  {
    name: 'all of an owner',
    call: `GET ${base}/{twinId}/permissions`,
    as: 'owner',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.permissions, [...allPermissions]),
  },
  {
    name: 'those of the roles of a member',
    call: `GET ${base}/{twinId}/permissions`,
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.permissions, ['models_read']),
  },
  {
    name: 'none of a stranger',
    call: `GET ${base}/{twinId}/permissions`,
    as: 'stranger',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.permissions, []),
  },
  {
    name: 'of an unknown twin',
    call: `GET ${base}/${unknown}/permissions`,
    as: 'admin',
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'of a malformed id', call: `GET ${base}/x/permissions`, as: 'admin', status: 404, code: 'TwinNotFound' },
  { name: 'of a twin without a token', call: `GET ${base}/{twinId}/permissions`, status: 401 },
];

export const reading: readonly Scenario[] = [
  {
    name: 'roles of a twin, Owner first',
    call: `GET ${roles}`,
    as: 'manager',
    status: 200,
    proves: ({ body }) => {
      const names = body.roles.map((one: { displayName: string; type: string }) => [one.displayName, one.type]);
      assert.deepEqual(names, [
        ['Owner', 'Default'],
        ['Manager', 'Custom'],
        ['Reader', 'Custom'],
        ['Writer', 'Custom'],
      ]);
      assert.deepEqual(body.roles[0].permissions, [...allPermissions]);
      assert.equal(body._links, undefined);
    },
  },
  {
    name: 'roles of an account, the default ones first',
    call: `GET ${base}/{accountId}/roles`,
    as: 'admin',
    status: 200,
    proves: ({ body }) => {
      const [owner, administrator, contributor, viewer, custom] = body.roles;
      assert.deepEqual([owner.displayName, administrator.displayName], ['Owner', 'Administrator']);
      assert.deepEqual([contributor.displayName, viewer.displayName], ['Contributor', 'Viewer']);
      assert.equal(custom.displayName, 'Account reader');
      assert.deepEqual(administrator.permissions, [...allPermissions]);
      for (const name of ['administration_invite_member', 'twins_create', 'scenes_delete', 'models_manage']) {
        assert.ok(!contributor.permissions.includes(name), name);
      }
      assert.ok(!contributor.permissions.includes('federation_ilsmng'));
      assert.ok(contributor.permissions.includes('twins_modify'));
      assert.deepEqual(viewer.permissions, [
        'Forms_ViewAccess',
        'insights_view',
        'library_read',
        'models_read',
        'models_webview',
        'realitydata_use',
        'scenes_read',
        'storage_read',
      ]);
    },
  },
  { name: 'roles without the permission', call: `GET ${roles}`, as: 'reader', status: 403 },
  { name: 'roles by a stranger', call: `GET ${roles}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  {
    name: 'roles by a colleague who sees the account',
    call: `GET ${base}/{accountId}/roles`,
    as: 'colleague',
    status: 403,
  },
  { name: 'roles without a token', call: `GET ${roles}`, status: 401 },
  {
    name: 'one role, of any casing',
    call: `GET /AccessControl/Twins/{twinId}/Roles/{readerRole}/`,
    as: 'manager',
    status: 200,
    proves: ({ body, headers }, { readerRole }) => {
      const { id, type, ...rest } = body.role;
      assert.deepEqual([id, type], [readerRole, 'Custom']);
      assert.deepEqual(rest, { displayName: 'Reader', description: 'Readers', permissions: ['models_read'] });
      assert.equal(headers.get('ETag'), 'W/"1"');
    },
  },
  { name: 'a role of the account through a twin', call: `GET ${roles}/{accountRole}`, as: 'manager', status: 200 },
  {
    name: 'a role of another twin',
    call: `GET ${roles}/{foreignRole}`,
    as: 'admin',
    status: 404,
    code: 'RoleNotFound',
  },
  { name: 'a malformed role id', call: `GET ${roles}/x`, as: 'admin', status: 404, code: 'RoleNotFound' },
  { name: 'a role without the permission', call: `GET ${roles}/{readerRole}`, as: 'reader', status: 403 },
  {
    name: 'a role by a stranger',
    call: `GET ${roles}/{readerRole}`,
    as: 'stranger',
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'a role without a token', call: `GET ${roles}/{readerRole}`, status: 401 },
];

export const creating: readonly Scenario[] = [
  {
    name: 'create, as the list shows it then',
    call: `POST ${roles}`,
    as: 'manager',
    body: { ...role, permissions: ['models_read', 'models_read'], id: unknown, more: true },
    status: 201,
    async proves({ body }, { p, manager, twinId }) {
      assert.deepEqual(body.role, { ...role, id: body.role.id, type: 'Custom' });
      const list = await p.call(manager, `GET ${base}/${twinId}/roles`);
      assert.deepEqual(list.body.roles.at(-1), body.role);
    },
  },
  {
    name: 'create without permissions, with a name that is taken',
    call: `POST ${roles}`,
    as: 'owner',
    body: { displayName: ' Reader ', description: 'd' },
    status: 201,
    proves: ({ body }) => assert.deepEqual([body.role.displayName, body.role.permissions], ['Reader', []]),
  },
  {
    name: 'create with permissions that the owner gives but the manager lacks',
    call: `POST ${roles}`,
    as: 'owner',
    body: { ...role, permissions: ['models_write'] },
    status: 201,
  },
  {
    name: 'create with a permission that the manager does not hold',
    call: `POST ${roles}`,
    as: 'manager',
    body: { ...role, permissions: ['models_read', 'models_write'] },
    status: 403,
    code: 'InsufficientPermissions',
  },
  {
    name: 'create with nothing',
    call: `POST ${roles}`,
    as: 'manager',
    body: {},
    status: 422,
    code: 'InvalidtwinsRoleRequest',
    targets: ['displayName', 'description'],
    proves: ({ body: { error } }) => {
      assert.equal(error.message, 'Cannot create/update Role.');
      const [first] = error.details;
      assert.deepEqual([first.code, first.message], ['MissingRequiredProperty', 'Required property is missing.']);
    },
  },
  {
    name: 'create with what is no object',
    call: `POST ${roles}`,
    as: 'manager',
    body: '[]',
    status: 422,
    targets: [null],
    proves: ({ body: { error } }) => {
      const { code, message } = error.details[0];
      assert.equal(code, 'InvalidRequestBody');
      assert.equal(message, 'Failed to parse request body or collection is empty.');
    },
  },
  {
    name: 'create with texts that are too long and permissions that are no texts',
    call: `POST ${roles}`,
    as: 'manager',
    body: { displayName: 'x'.repeat(256), description: 'x'.repeat(1025), permissions: [7] },
    status: 422,
    targets: ['displayName', 'description', 'permissions[0]'],
  },
  {
    name: 'create with an unknown permission',
    call: `POST ${roles}`,
    as: 'manager',
    body: { ...role, permissions: ['models_read', 'fly'] },
    status: 404,
    code: 'PermissionNotFound',
    proves: ({ body: { error } }) => {
      assert.equal(error.target, 'permissions[1]');
      assert.equal(error.message, 'Requested permission is not available.');
    },
  },
  { name: 'create without the permission', call: `POST ${roles}`, as: 'reader', body: role, status: 403 },
  { name: 'create by a stranger', call: `POST ${roles}`, as: 'stranger', body: {}, status: 404, code: 'TwinNotFound' },
  { name: 'create without a token', call: `POST ${roles}`, body: role, status: 401 },
  {
    name: 'create with another media type',
    call: `POST ${roles}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
    code: 'UnsupportedMediaType',
  },
];
