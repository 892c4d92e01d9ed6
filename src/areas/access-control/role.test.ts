import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { allPermissions } from './permissions.ts';
import { base, castOf, memberOf, newRole } from './testing/cast.ts';
import { eventText, playRows, type Row } from './testing/play.ts';

const roles = `${base}/{twinId}/roles`;
const unknown = randomUUID();
const role = { displayName: 'Twin Reader', description: 'Twin Reader description', permissions: ['models_read'] };

const permissions: readonly Row[] = [
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

const reading: readonly Row[] = [
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

const creating: readonly Row[] = [
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
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
    code: 'UnsupportedMediaType',
  },
];

const updating: readonly Row[] = [
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
    headers: { 'Content-Type': 'text/plain' },
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

const deleting: readonly Row[] = [
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

eachPlatform('roles', (platform) => {
  playRows(platform, 'permissions', permissions);
  playRows(platform, 'reading', reading);
  playRows(platform, 'creating', creating);
  playRows(platform, 'updating', updating);
  playRows(platform, 'deleting', deleting);

  it('of an account are given on its twins, and go from all of them when they are deleted', async () => {
    const cast = await castOf(await platform());
    const { p, admin, accountId, accountRole, colleague, guest, reader } = cast;
    for (const twinId of [cast.twinId, cast.otherTwinId]) {
      const members = [
        memberOf(colleague, accountRole),
        memberOf(guest, accountRole, ...(twinId === cast.twinId ? [cast.readerRole] : [])),
      ];
      const added = await p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members } });
      assert.equal(added.status, 201, JSON.stringify(added.body));
    }
    const roleIds = [cast.readerRole, accountRole];
    await p.call(admin, `PATCH ${base}/${cast.twinId}/members/users/${reader.userId}`, { body: { roleIds } });
    p.takeEvents();
    assert.equal((await p.call(admin, `DELETE ${base}/${accountId}/roles/${accountRole}`)).status, 204);
    const raised = p.takeEvents();
    assert.deepEqual(raised.map(eventText).sort(), [
      'memberRemoved User',
      'memberRemoved User',
      'roleUnassigned User Account reader',
    ]);
    assert.deepEqual(new Set(raised.map((event) => event.twin.id)), new Set([cast.twinId, cast.otherTwinId]));
    assert.equal((await p.call(colleague, `GET ${base}/${cast.otherTwinId}/roles`)).status, 404);
    const { body } = await p.call(admin, `GET ${base}/${cast.twinId}/members/invitations`);
    const promised = body.invitations.map((one: { roles: { displayName: string }[] }) =>
      one.roles.map((r) => r.displayName),
    );
    assert.deepEqual(promised, [['Reader'], ['Reader']]);
  });

  it("give an account's Owner role on the account only", async () => {
    const { p, admin, accountId, twinId, colleague } = await castOf(await platform());
    const { body } = await p.call(admin, `GET ${base}/${accountId}/roles`);
    const members = [memberOf(colleague, body.roles[0].id)];
    const refused = await p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members } });
    assert.deepEqual([refused.status, refused.body.error.code], [404, 'RoleNotFound']);
  });

  it('change once per version when two change them at a time with If-Match', async () => {
    const { p, manager, twinId, readerRole } = await castOf(await platform());
    const change = (displayName: string) =>
      p.call(manager, `PATCH ${base}/${twinId}/roles/${readerRole}`, {
        body: { displayName },
        headers: { 'If-Match': 'W/"1"' },
      });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(change));
    assert.deepEqual(answers.map((one) => one.status).sort(), [200, 412, 412, 412]);
  });

  it('cannot be given any more once they are being deleted', async () => {
    const { p, admin, twinId } = await castOf(await platform());
    for (let round = 0; round < 5; round++) {
      const doomed = await newRole(p, admin, twinId, 'Doomed', []);
      const person = await p.person({ organizationId: admin.organizationId });
      const [added] = await Promise.all([
        p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members: [memberOf(person, doomed)] } }),
        p.call(admin, `DELETE ${base}/${twinId}/roles/${doomed}`),
      ]);
      assert.ok([201, 404].includes(added.status));
      const found = await p.call(admin, `GET ${base}/${twinId}/members/users/${person.userId}`);
      assert.equal(found.status, 404, 'a member without roles');
    }
  });
});
