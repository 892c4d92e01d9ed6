import assert from 'node:assert/strict';
import { base } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const groups = `${base}/{twinId}/groups`;
const accountGroups = `${base}/{accountId}/groups`;

export const reading: readonly Scenario[] = [
  {
    name: 'all groups, without links',
    call: `GET ${groups}`,
    as: 'manager',
    status: 200,
    proves: ({ body }, { crew }) => {
      const content = { members: [], imsGroups: [], membersCount: 0, imsGroupsCount: 0 };
      assert.deepEqual(body, { groups: [{ id: crew, name: 'Crew', description: 'Some people', ...content }] });
    },
  },
  {
    name: 'a page of groups, with links',
    call: `GET ${groups}?$top=5`,
    as: 'owner',
    status: 200,
    proves: ({ body }) => assert.ok(body._links.self.href.endsWith('/groups?$skip=0&$top=5')),
  },
  {
    name: 'a page out of range',
    call: `GET ${groups}?$top=1001`,
    as: 'manager',
    status: 422,
    code: 'InvalidtwinsGroupRequest',
    targets: ['$top'],
  },
  { name: 'groups without the permission', call: `GET ${groups}`, as: 'reader', status: 403 },
  {
    name: 'groups of an account by who does not administer it',
    call: `GET ${accountGroups}`,
    as: 'colleague',
    status: 403,
  },
  { name: 'groups by a stranger', call: `GET ${groups}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'groups without a token', call: `GET ${groups}`, status: 401 },
  {
    name: 'one group',
    call: `GET ${groups}/{crew}`,
    as: 'manager',
    status: 200,
    proves: ({ headers }) => assert.equal(headers.get('ETag'), 'W/"1"'),
  },
  {
    name: 'a group of the account through a twin',
    call: `GET ${groups}/{accountGroup}`,
    as: 'admin',
    status: 404,
    code: 'GroupNotFound',
  },
  { name: 'a malformed group id', call: `GET ${groups}/x`, as: 'manager', status: 404, code: 'GroupNotFound' },
  { name: 'one group without the permission', call: `GET ${groups}/{crew}`, as: 'reader', status: 403 },
  { name: 'one group by a stranger', call: `GET ${groups}/{crew}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'one group without a token', call: `GET ${groups}/{crew}`, status: 401 },
];

export const creating: readonly Scenario[] = [
  {
    name: 'create',
    call: `POST ${groups}`,
    as: 'manager',
    body: { name: ' Divers ', description: 'They dive' },
    status: 201,
    proves: ({ body: { group } }) => {
      const { id, ...rest } = group;
      const content = { members: [], imsGroups: [], membersCount: 0, imsGroupsCount: 0 };
      assert.deepEqual(rest, { name: 'Divers', description: 'They dive', ...content });
    },
  },
  {
    name: 'create on an account',
    call: `POST ${accountGroups}`,
    as: 'admin',
    body: { name: 'Crew', description: 'd' },
    status: 201,
  },
  {
    name: 'create with a name that is taken',
    call: `POST ${groups}`,
    as: 'manager',
    body: { name: 'CREW', description: 'd' },
    status: 422,
    code: 'InvalidtwinsGroupRequest',
    targets: ['Name'],
    proves: ({ body: { error } }) => {
      assert.deepEqual([error.message, error.details[0].code], ['Cannot create/update group.', 'InvalidValue']);
    },
  },
  {
    name: 'create with nothing',
    call: `POST ${groups}`,
    as: 'manager',
    body: { name: '' },
    status: 422,
    targets: ['Name', 'Description'],
    proves: ({ body: { error } }) => {
      const { code, message } = error.details[1];
      assert.deepEqual([code, message], ['MissingRequiredProperty', 'Required property is missing.']);
    },
  },
  {
    name: 'create with a name that is too long',
    call: `POST ${groups}`,
    as: 'manager',
    body: { name: 'x'.repeat(256), description: 'd' },
    status: 422,
    targets: ['Name'],
  },
  { name: 'create with no object', call: `POST ${groups}`, as: 'manager', body: '7', status: 422, targets: [null] },
  { name: 'create without the permission', call: `POST ${groups}`, as: 'reader', body: {}, status: 403 },
  { name: 'create by a stranger', call: `POST ${groups}`, as: 'stranger', body: {}, status: 404, code: 'TwinNotFound' },
  { name: 'create without a token', call: `POST ${groups}`, body: {}, status: 401 },
  {
    name: 'create with another media type',
    call: `POST ${groups}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
];
