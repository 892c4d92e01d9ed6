import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { base, castOf, memberOf, newRole } from './testing/cast.ts';
import { eventText, playRows, type Row } from './testing/play.ts';

const users = `${base}/{twinId}/members/users`;
const unknown = randomUUID();
const entry = (email: string, ...roleIds: string[]) => ({ email, roleIds });
const many = (count: number) => Array.from({ length: count }, () => randomUUID());

const reading: readonly Row[] = [
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

const adding: readonly Row[] = [
  {
    name: 'add an internal user and invite all others, in the order of the request',
    call: `POST ${users}`,
    as: 'manager',
    body: {
      members: [
        entry('Nobody@Example.org', '{readerRole}'),
        entry('{colleagueEmail}', '{readerRole}', '{accountRole}', '{readerRole}'),
        entry('{guestEmail}', '{accountRole}', '{readerRole}'),
      ],
      customMessage: 'Welcome!\nAda',
    },
    status: 201,
    raises: ['invitationCreated', 'memberAdded User Reader', 'roleAssigned User Account reader', 'invitationCreated'],
    proves: ({ body }, { colleague, manager, guest }) => {
      const names = (one: { roles: { displayName: string }[] }) => one.roles.map((role) => role.displayName);
      assert.deepEqual(
        body.members.map((one: { id: string }) => one.id),
        [colleague.userId],
      );
      assert.deepEqual(names(body.members[0]), ['Reader', 'Account reader']);
      const [first, second] = body.invitations;
      assert.deepEqual([first.email, second.email], ['Nobody@Example.org', guest.email]);
      assert.deepEqual(names(second), ['Account reader', 'Reader']);
      assert.deepEqual(Object.keys(first.roles[0]), ['id', 'displayName']);
      assert.deepEqual([first.status, first.invitedByEmail], ['Pending', manager.email]);
      assert.equal(Date.parse(first.expirationDate) - Date.parse(first.createdDate), 7 * 86_400_000);
    },
  },
  {
    name: 'invite only: no members',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: [entry('x@example.org', '{readerRole}')] },
    status: 201,
    raises: ['invitationCreated'],
    proves: ({ body }) => assert.deepEqual([body.members, body.invitations.length], [[], 1]),
  },
  {
    name: 'make an owner by an owner',
    call: `POST ${users}`,
    as: 'owner',
    body: { members: [entry('{colleagueEmail}', '{ownerRole}')] },
    status: 201,
    raises: ['memberAdded User Owner'],
    async proves(_answer, { p, colleague, twinId }) {
      const { body } = await p.call(colleague, `GET ${base}/${twinId}/members/owners`);
      assert.equal(body.members.at(-1).id, colleague.userId);
    },
  },
  {
    name: 'make an owner by who is none',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: [entry('{colleagueEmail}', '{ownerRole}')] },
    status: 403,
    code: 'InsufficientPermissions',
  },
  {
    name: 'give a role with permissions that the manager does not hold',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: [entry('new@example.org', '{readerRole}', '{writerRole}')] },
    status: 403,
  },
  {
    name: 'add a member again: nobody is added',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: [entry('{colleagueEmail}', '{readerRole}'), entry('{guestEmail}', '{readerRole}')] },
    status: 201,
    raises: ['memberAdded User Reader', 'invitationCreated'],
    async proves(_answer, { p, manager, twinId, colleague, readerRole }) {
      const members = [entry('other@example.org', readerRole), entry(colleague.email.toUpperCase(), readerRole)];
      const again = await p.call(manager, `POST ${base}/${twinId}/members/users`, { body: { members } });
      assert.equal(again.status, 409);
      assert.deepEqual(again.body.error, {
        code: 'twinMemberAlreadyExists',
        message: `Member '${colleague.userId}' already exists in twin '${twinId}'.`,
        target: 'members[1].email',
      });
      assert.deepEqual(p.takeEvents(), []);
    },
  },
  {
    name: 'with an unknown role',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: [entry('a@example.org', '{readerRole}'), entry('b@example.org', '{readerRole}', unknown)] },
    status: 404,
    code: 'RoleNotFound',
    proves: ({ body: { error } }) => {
      assert.deepEqual([error.target, error.message], ['members[1].roleIds[1]', 'Requested Role is not available.']);
    },
  },
  {
    name: 'with a role of another twin',
    call: `POST ${users}`,
    as: 'admin',
    body: { members: [entry('a@example.org', '{foreignRole}')] },
    status: 404,
    code: 'RoleNotFound',
  },
  {
    name: 'with nothing in the entries',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: [{}, { email: '', roleIds: [] }] },
    status: 422,
    code: 'InvalidtwinsMemberRequest',
    targets: ['members[0].email', 'members[0].roleIds', 'members[1].email', 'members[1].roleIds'],
    proves: ({ body: { error } }) => {
      for (const { code, message } of error.details) {
        assert.deepEqual([code, message], ['MissingRequiredProperty', 'Required property is missing.']);
      }
    },
  },
  {
    name: 'with values that are none',
    call: `POST ${users}`,
    as: 'manager',
    body: {
      members: [entry('a@b, c@d', '{readerRole}'), entry('a@example.org', 'x'), { email: 7, roleIds: [7] }],
      customMessage: 'x'.repeat(2001),
    },
    status: 422,
    targets: [
      'members[0].email',
      'members[1].roleIds[0]',
      'members[2].email',
      'members[2].roleIds[0]',
      'customMessage',
    ],
    proves: ({ body: { error } }) => {
      const codes = error.details.map((one: { code: string }) => one.code);
      assert.deepEqual(codes, ['InvalidValue', 'InvalidValue', 'InvalidProperty', 'InvalidValue', 'InvalidValue']);
    },
  },
  {
    name: 'with the same person twice',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: [entry('a@example.org', '{readerRole}'), entry('A@EXAMPLE.org', '{readerRole}')] },
    status: 422,
    targets: ['members[1].email'],
    proves: ({ body }) => assert.equal(body.error.details[0].code, 'InvalidValue'),
  },
  {
    name: 'with 51 role assignments',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: [entry('a@example.org', ...many(25)), entry('b@example.org', ...many(26))] },
    status: 422,
    targets: ['members'],
    proves: ({ body }) => {
      const { code, message } = body.error.details[0];
      assert.deepEqual([code, message], ['InvalidProperty', 'Collection size exceeds maximum size.']);
    },
  },
  {
    name: 'with 51 people',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: many(51).map((id) => entry(`${id}@example.org`, id)) },
    status: 422,
    targets: ['members'],
  },
  {
    name: 'with nobody',
    call: `POST ${users}`,
    as: 'manager',
    body: { members: [] },
    status: 422,
    targets: [null],
    proves: ({ body }) => {
      const { code, message } = body.error.details[0];
      assert.equal(code, 'InvalidRequestBody');
      assert.equal(message, 'Failed to parse request body or collection is empty.');
    },
  },
  { name: 'with an empty object', call: `POST ${users}`, as: 'manager', body: {}, status: 422, targets: ['members'] },
  { name: 'with no body', call: `POST ${users}`, as: 'manager', status: 422, targets: [null] },
  { name: 'add without the permission', call: `POST ${users}`, as: 'reader', body: {}, status: 403 },
  { name: 'add by a stranger', call: `POST ${users}`, as: 'stranger', body: {}, status: 404, code: 'TwinNotFound' },
  { name: 'add without a token', call: `POST ${users}`, body: {}, status: 401 },
  {
    name: 'add with another media type',
    call: `POST ${users}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
  },
];

const updating: readonly Row[] = [
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
    headers: { 'Content-Type': 'text/plain' },
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

const removing: readonly Row[] = [
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

eachPlatform('user members', (platform) => {
  playRows(platform, 'reading', reading);
  playRows(platform, 'adding', adding);
  playRows(platform, 'updating', updating);
  playRows(platform, 'removing', removing);

  it('tell in their events who did what to whom', async () => {
    const { p, manager, colleague, twinId, readerRole } = await castOf(await platform());
    const members = [memberOf(colleague, readerRole)];
    await p.call(manager, `POST ${base}/${twinId}/members/users`, { body: { members } });
    const [event] = p.takeEvents();
    assert.equal(event?.twin.id, twinId);
    assert.deepEqual(event?.content, {
      memberId: colleague.userId,
      eventCreatedBy: manager.userId,
      memberType: 'User',
      roleId: readerRole,
      roleName: 'Reader',
    });
  });

  it('of a fresh twin are its creator with one role', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    const { body } = await p.call(person, `GET ${base}/${id}/members/users`);
    assert.equal(body.members.length, 1);
    assert.equal(body.members[0].organization, null);
    assert.deepEqual(
      body.members[0].roles.map((role: { displayName: string }) => role.displayName),
      ['Owner'],
    );
  });

  it('are invited when a service application adds them, members get roles at once', async () => {
    const { p, admin, organizationId, twinId, managerRole, readerRole, colleague, reader } = await castOf(
      await platform(),
    );
    const service = await p.person({ organizationId, service: true });
    const mine = await p.call(admin, `POST ${base}/${twinId}/members/users`, {
      body: { members: [memberOf(service, managerRole)] },
    });
    assert.equal(mine.body.members[0].email, service.email);
    const members = [memberOf(colleague, readerRole)];
    const { body } = await p.call(service, `POST ${base}/${twinId}/members/users`, { body: { members } });
    assert.deepEqual([body.members, body.invitations[0].email], [[], colleague.email]);
    const again = await p.call(service, `POST ${base}/${twinId}/members/users`, {
      body: { members: [memberOf(reader, readerRole)] },
    });
    assert.equal(again.status, 409);
  });

  it('of a personal account are invited, but its owner', async () => {
    const p = await platform();
    const person = await p.person();
    const other = await p.person();
    const { id } = await p.twin(person);
    const role = await newRole(p, person, id, 'Reader', []);
    await p.call(person, `DELETE ${base}/${id}/members/users/${person.userId}`);
    const members = [memberOf(person, role), memberOf(other, role)];
    const { body } = await p.call(person, `POST ${base}/${id}/members/users`, { body: { members } });
    assert.deepEqual([body.members.length, body.invitations.length], [1, 1]);
    assert.equal(body.members[0].id, person.userId);
  });

  it('join once however many add them at a time', async () => {
    const { p, admin, colleague, twinId, readerRole } = await castOf(await platform());
    const body = { members: [memberOf(colleague, readerRole)] };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => p.call(admin, `POST ${base}/${twinId}/members/users`, { body })),
    );
    assert.deepEqual(answers.map((one) => one.status).sort(), [201, 409, 409, 409, 409, 409]);
    assert.deepEqual(p.takeEvents().map(eventText), ['memberAdded User Reader']);
  });

  it('have the roles of one of two requests that come at a time', async () => {
    const { p, admin, reader, twinId, readerRole, writerRole, accountRole } = await castOf(await platform());
    const path = `${base}/${twinId}/members/users/${reader.userId}`;
    const change = (...roleIds: string[]) => p.call(admin, `PATCH ${path}`, { body: { roleIds } });
    for (let round = 0; round < 5; round++) {
      const both = await Promise.all([change(writerRole, accountRole), change(readerRole)]);
      assert.deepEqual(
        both.map((one) => one.status),
        [200, 200],
      );
      const { body } = await p.call(admin, `GET ${path}`);
      const names = body.member.roles.map((role: { displayName: string }) => role.displayName).join();
      assert.ok(names === 'Writer,Account reader' || names === 'Reader', names);
    }
  });
});
