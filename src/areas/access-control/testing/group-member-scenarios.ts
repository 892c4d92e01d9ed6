import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { base } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const groups = `${base}/{twinId}/members/groups`;
const unknown = randomUUID();
const entry = (groupId: string, ...roleIds: string[]) => ({ groupId, roleIds });
const many = (count: number) => Array.from({ length: count }, () => randomUUID());

export const reading: readonly Scenario[] = [
  {
    name: 'groups of a twin',
    call: `GET ${groups}`,
    as: 'reader',
    status: 200,
    proves: ({ body }, { crew, readerRole }) => {
      assert.deepEqual(body.members, [
        {
          id: crew,
          groupName: 'Crew',
          groupDescription: 'Some people',
          roles: [{ id: readerRole, displayName: 'Reader', description: 'Readers' }],
          membersCount: 0,
          imsGroupsCount: 0,
        },
      ]);
      assert.ok(body._links.self.href.endsWith('/members/groups?$skip=0&$top=100'));
    },
  },
  {
    name: 'a page out of range',
    call: `GET ${groups}?$skip=-1`,
    as: 'reader',
    status: 422,
    code: 'InvalidtwinsMemberRequest',
    targets: ['$skip'],
  },
  {
    name: 'groups by who sees the account only',
    call: `GET ${base}/{accountId}/members/groups`,
    as: 'colleague',
    status: 403,
  },
  { name: 'groups by a stranger', call: `GET ${groups}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'groups without a token', call: `GET ${groups}`, status: 401 },
  {
    name: 'one group',
    call: `GET ${groups}/{crew}`,
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.equal(body.member.groupName, 'Crew'),
  },
  {
    name: 'a group that is no member',
    call: `GET ${groups}/{accountGroup}`,
    as: 'reader',
    status: 404,
    code: 'TeamMemberNotFound',
  },
  {
    name: 'one group by who sees the account only',
    call: `GET ${base}/{accountId}/members/groups/{crew}`,
    as: 'colleague',
    status: 403,
  },
  { name: 'one group by a stranger', call: `GET ${groups}/{crew}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'one group without a token', call: `GET ${groups}/{crew}`, status: 401 },
];

export const changing: readonly Scenario[] = [
  {
    name: 'add a group of the account',
    call: `POST ${groups}`,
    as: 'manager',
    body: { members: [entry('{accountGroup}', '{readerRole}', '{accountRole}')] },
    status: 201,
    raises: ['memberAdded Group Reader', 'roleAssigned Group Account reader'],
    proves: ({ body }) => {
      const [member] = body.members;
      assert.deepEqual([member.groupName, member.roles.length, body._links], ['Company', 2, undefined]);
    },
  },
  {
    name: 'add a member again',
    call: `POST ${groups}`,
    as: 'manager',
    body: { members: [entry('{accountGroup}', '{readerRole}'), entry('{crew}', '{readerRole}')] },
    status: 409,
    code: 'twinMemberAlreadyExists',
    proves: ({ body }, { crew, twinId }) => {
      assert.equal(body.error.message, `Member '${crew}' already exists in twin '${twinId}'.`);
      assert.equal(body.error.target, 'members[1].groupId');
    },
  },
  {
    name: 'add an unknown group',
    call: `POST ${groups}`,
    as: 'manager',
    body: { members: [entry('{accountGroup}', '{readerRole}'), entry(unknown, unknown)] },
    status: 404,
    code: 'TeamMemberNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'members[1].groupId'),
  },
  {
    name: 'add a group of another twin',
    call: `POST ${base}/{otherTwinId}/members/groups`,
    as: 'admin',
    body: { members: [entry('{crew}', '{foreignRole}')] },
    status: 404,
    code: 'TeamMemberNotFound',
  },
  {
    name: 'make a group an owner',
    call: `POST ${groups}`,
    as: 'admin',
    body: { members: [entry('{accountGroup}', '{readerRole}', '{ownerRole}')] },
    status: 404,
    code: 'RoleNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'members[0].roleIds[1]'),
  },
  {
    name: 'give permissions that the manager does not hold',
    call: `POST ${groups}`,
    as: 'manager',
    body: { members: [entry('{accountGroup}', '{writerRole}')] },
    status: 403,
  },
  {
    name: 'add with nothing in the entry',
    call: `POST ${groups}`,
    as: 'manager',
    body: { members: [{}] },
    status: 422,
    code: 'InvalidtwinsMemberRequest',
    targets: ['members[0].groupId', 'members[0].roleIds'],
  },
  {
    name: 'add what is no id, twice',
    call: `POST ${groups}`,
    as: 'manager',
    body: { members: [entry('x', unknown), entry('X', unknown)] },
    status: 422,
    targets: ['members[0].groupId', 'members[1].groupId'],
  },
  {
    name: 'add the same twice',
    call: `POST ${groups}`,
    as: 'manager',
    body: { members: [entry('{crew}', unknown), entry('{crew}', unknown)] },
    status: 422,
    targets: ['members[1].groupId'],
  },
  {
    name: 'add with 51 role assignments',
    call: `POST ${groups}`,
    as: 'manager',
    body: { members: [entry(unknown, ...many(51))] },
    status: 422,
    targets: ['members'],
  },
  { name: 'add nobody', call: `POST ${groups}`, as: 'manager', body: { members: [] }, status: 422, targets: [null] },
  { name: 'add without the permission', call: `POST ${groups}`, as: 'reader', body: {}, status: 403 },
  { name: 'add by a stranger', call: `POST ${groups}`, as: 'stranger', body: {}, status: 404, code: 'TwinNotFound' },
  { name: 'add without a token', call: `POST ${groups}`, body: {}, status: 401 },
  {
    name: 'add with another media type',
    call: `POST ${groups}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
  {
    name: 'replace the roles',
    call: `PATCH ${groups}/{crew}`,
    as: 'owner',
    body: { roleIds: ['{writerRole}'] },
    status: 200,
    raises: ['roleAssigned Group Writer', 'roleUnassigned Group Reader'],
    proves: ({ body }) =>
      assert.deepEqual(
        body.member.roles.map((role: { displayName: string }) => role.displayName),
        ['Writer'],
      ),
  },
  {
    name: 'replace by the role Owner',
    call: `PATCH ${groups}/{crew}`,
    as: 'owner',
    body: { roleIds: ['{ownerRole}'] },
    status: 404,
    code: 'RoleNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'roleIds[0]'),
  },
  {
    name: 'replace by more than the manager holds',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: { roleIds: ['{writerRole}'] },
    status: 403,
  },
  {
    name: 'replace by nothing',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: { roleIds: null },
    status: 422,
    code: 'InvalidtwinsMemberRequest',
    targets: ['roleIds'],
  },
  {
    name: 'replace by no roles',
    call: `PATCH ${groups}/{crew}`,
    as: 'manager',
    body: { roleIds: [] },
    status: 422,
    targets: [null],
  },
  {
    name: 'update a group that is no member',
    call: `PATCH ${groups}/{accountGroup}`,
    as: 'manager',
    body: {},
    status: 404,
    code: 'TeamMemberNotFound',
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
    body: { roleIds: ['{readerRole}'] },
    headers: { 'If-Match': '"5"' },
    status: 412,
  },
  {
    name: 'remove a group, which stays a group',
    call: `DELETE ${groups}/{crew}`,
    as: 'manager',
    status: 204,
    raises: ['memberRemoved Group'],
    async proves(_answer, { p, manager, twinId, crew }) {
      assert.equal((await p.call(manager, `GET ${base}/${twinId}/groups/${crew}`)).status, 200);
      assert.equal((await p.call(manager, `DELETE ${base}/${twinId}/members/groups/${crew}`)).status, 404);
    },
  },
  { name: 'remove without the permission', call: `DELETE ${groups}/{crew}`, as: 'reader', status: 403 },
  {
    name: 'remove a group that is no member',
    call: `DELETE ${groups}/{accountGroup}`,
    as: 'manager',
    status: 404,
    code: 'TeamMemberNotFound',
  },
  { name: 'remove by a stranger', call: `DELETE ${groups}/{crew}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'remove without a token', call: `DELETE ${groups}/{crew}`, status: 401 },
  {
    name: 'remove what was changed since',
    call: `DELETE ${groups}/{crew}`,
    as: 'manager',
    headers: { 'If-Match': '"5"' },
    status: 412,
  },
];
