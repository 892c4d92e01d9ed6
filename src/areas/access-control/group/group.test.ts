import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { tables } from '../../../kernel/db/query.ts';
import { q } from '../tables.ts';
import { base, fixtureOf, newGroup, newRole } from '../testing/fixture.ts';
import { deleting, updating } from '../testing/group-change-scenarios.ts';
import { creating, reading } from '../testing/group-scenarios.ts';
import { eventText, runScenarios } from '../testing/run-scenarios.ts';

const _groups = `${base}/{twinId}/groups`;
const disable = (id: string) =>
  tables<{ auth_users: { id: string; state: string; groups: string } }>()
    .updateTable('auth_users')
    .set({ state: 'Disabled', groups: '[]' })
    .where('id', '=', id);

const joinGroup = (group_id: string, user_id: string) =>
  q.insertInto('group_users').values({ group_id, user_id, place: 1e9 });

eachPlatform('groups', (platform) => {
  runScenarios(platform, 'reading', reading);
  runScenarios(platform, 'creating', creating);
  runScenarios(platform, 'updating', updating);
  runScenarios(platform, 'deleting', deleting);

  it('need the rights of the group to let somebody in, and the right to remove to let somebody go', async () => {
    const { p, admin, manager, colleague, reader, twinId, crew, writerRole } = await fixtureOf(await platform());
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
    const { p, admin, organizationId, colleague, twinId, crew } = await fixtureOf(await platform());
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
    const { p, admin, accountId, accountGroup, twinId, otherTwinId, accountRole } = await fixtureOf(await platform());
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
    const { p, admin, twinId } = await fixtureOf(await platform());
    const body = { name: 'Divers', description: 'd' };
    const make = () => p.call(admin, `POST ${base}/${twinId}/groups`, { body });
    const answers = await Promise.all([make(), make(), make(), make()]);
    assert.deepEqual(answers.map((one) => one.status).sort(), [201, 422, 422, 422]);
    const other = await newGroup(p, admin, twinId, 'Others');
    const renamed = await p.call(admin, `PATCH ${base}/${twinId}/groups/${other}`, { body: { name: 'divers' } });
    assert.deepEqual(renamed.body.error.details[0].target, 'Name');
  });

  it('show their first 50 users and count all', async () => {
    const { p, admin, organizationId, twinId, crew } = await fixtureOf(await platform());
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
