import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { tables } from '../../kernel/db/query.ts';
import { q } from './tables.ts';
import { base, castOf, newGroup, newRole } from './testing/cast.ts';
import { eventText, playRows, type Row } from './testing/play.ts';

const groups = `${base}/{twinId}/groups`;
const accountGroups = `${base}/{accountId}/groups`;

const disable = (id: string) =>
  tables<{ auth_users: { id: string; state: string; groups: string } }>()
    .updateTable('auth_users')
    .set({ state: 'Disabled', groups: '[]' })
    .where('id', '=', id);

const joinGroup = (group_id: string, user_id: string) =>
  q.insertInto('group_users').values({ group_id, user_id, place: 1e9 });

const reading: readonly Row[] = [
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

const creating: readonly Row[] = [
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
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
  },
];

const updating: readonly Row[] = [
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
    headers: { 'Content-Type': 'text/plain' },
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

const deleting: readonly Row[] = [
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

eachPlatform('groups', (platform) => {
  playRows(platform, 'reading', reading);
  playRows(platform, 'creating', creating);
  playRows(platform, 'updating', updating);
  playRows(platform, 'deleting', deleting);

  it('need the rights of the group to let somebody in, and the right to remove to let somebody go', async () => {
    const { p, admin, manager, colleague, reader, twinId, crew, writerRole } = await castOf(await platform());
    const path = `${base}/${twinId}/groups/${crew}`;
    const set = (members: string[]) => p.call(manager, `PATCH ${path}`, { body: { members } });
    assert.equal((await set([reader.email])).status, 200);
    await p.call(admin, `PATCH ${base}/${twinId}/members/groups/${crew}`, { body: { roleIds: [writerRole] } });
    assert.equal((await set([reader.email, manager.email])).status, 403, 'raised oneself through a group');
    assert.equal((await set([reader.email])).status, 200);
    const only = await newRole(p, admin, twinId, 'Only groups', ['administration_manage_groups', 'models_write']);
    await p.call(admin, `PATCH ${base}/${twinId}/members/users/${manager.userId}`, { body: { roleIds: [only] } });
    assert.equal((await set([])).status, 403, 'removed');
    assert.equal((await set([reader.email, colleague.email])).status, 403, 'added');
    assert.equal((await p.call(manager, `PATCH ${path}`, { body: { description: 'x' } })).status, 200);
  });

  it('keep users and directory groups that are no longer known', async () => {
    const { p, admin, organizationId, colleague, twinId, crew } = await castOf(await platform());
    const welder = await p.person({ organizationId, groups: ['Welders'] });
    const path = `${base}/${twinId}/groups/${crew}`;
    const body = { members: [welder.email, colleague.email], imsGroups: ['Welders'] };
    await p.call(admin, `PATCH ${path}`, { body });
    await p.app.db.write((tx) => tx.run(disable(welder.userId)));
    assert.equal((await p.call(admin, `PATCH ${path}`, { body })).status, 200);
    const { group } = (await p.call(admin, `GET ${path}`)).body;
    assert.deepEqual([group.membersCount, group.imsGroups], [2, ['Welders']]);
  });

  it('are on every twin of their account, and go from all', async () => {
    const { p, admin, accountId, accountGroup, twinId, otherTwinId, accountRole } = await castOf(await platform());
    const members = [{ groupId: accountGroup, roleIds: [accountRole] }];
    for (const id of [twinId, otherTwinId, accountId]) {
      assert.equal((await p.call(admin, `POST ${base}/${id}/members/groups`, { body: { members } })).status, 201);
    }
    p.takeEvents();
    assert.equal((await p.call(admin, `DELETE ${base}/${accountId}/groups/${accountGroup}`)).status, 204);
    const raised = p.takeEvents();
    assert.deepEqual(raised.map(eventText), Array(3).fill('memberRemoved Group'));
    assert.equal(new Set(raised.map((event) => event.twin.id)).size, 3);
    const { body } = await p.call(admin, `GET ${base}/${otherTwinId}/members/groups`);
    assert.deepEqual(body.members, []);
  });

  it('have one name each however many are made at a time', async () => {
    const { p, admin, twinId } = await castOf(await platform());
    const body = { name: 'Divers', description: 'd' };
    const make = () => p.call(admin, `POST ${base}/${twinId}/groups`, { body });
    const answers = await Promise.all([make(), make(), make(), make()]);
    assert.deepEqual(answers.map((one) => one.status).sort(), [201, 422, 422, 422]);
    const other = await newGroup(p, admin, twinId, 'Others');
    const renamed = await p.call(admin, `PATCH ${base}/${twinId}/groups/${other}`, { body: { name: 'divers' } });
    assert.deepEqual(renamed.body.error.details[0].target, 'Name');
  });

  it('show their first 50 users and count all', async () => {
    const { p, admin, organizationId, twinId, crew } = await castOf(await platform());
    const people = await Promise.all(Array.from({ length: 50 }, () => p.person({ organizationId })));
    const body = { members: people.map((one) => one.email) };
    assert.equal((await p.call(admin, `PATCH ${base}/${twinId}/groups/${crew}`, { body })).status, 200);
    const late = await p.person({ organizationId });
    await p.app.db.write((tx) => tx.run(joinGroup(crew, late.userId)));
    const { group } = (await p.call(admin, `GET ${base}/${twinId}/groups/${crew}`)).body;
    assert.deepEqual(
      group.members.map((one: { email: string }) => one.email),
      body.members,
    );
    assert.equal(group.membersCount, 51);
  });
});
