import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { base } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const users = `${base}/{twinId}/members/users`;
const unknown = randomUUID();
const entry = (email: string, ...roleIds: string[]) => ({ email, roleIds });
const many = (count: number) => Array.from({ length: count }, () => randomUUID());

export const adding: readonly Scenario[] = [
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
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
];
