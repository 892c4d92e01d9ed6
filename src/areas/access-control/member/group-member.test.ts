import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { base, fixtureOf, newGroup } from '../testing/fixture.ts';
import { changing, reading } from '../testing/group-member-scenarios.ts';
import { eventText, runScenarios } from '../testing/run-scenarios.ts';

const _groups = `${base}/{twinId}/members/groups`;
const entry = (groupId: string, ...roleIds: string[]) => ({ groupId, roleIds });
const _many = (count: number) => Array.from({ length: count }, () => randomUUID());

eachPlatform('group members', (platform) => {
  runScenarios(platform, 'reading', reading);
  runScenarios(platform, 'changing', changing);

  it('give their users the roles of the group, at once, on that twin only', async () => {
    const { p, admin, colleague, accountId, accountGroup, twinId, otherTwinId, readerRole } = await fixtureOf(
      await platform(),
    );
    const held = async (id: string) => (await p.call(colleague, `GET ${base}/${id}/permissions`)).body.permissions;
    const members = [entry(accountGroup, readerRole)];
    await p.call(admin, `POST ${base}/${twinId}/members/groups`, { body: { members } });
    assert.deepEqual(await held(twinId), []);
    const group = `PATCH ${base}/${accountId}/groups/${accountGroup}`;
    await p.call(admin, group, { body: { members: [colleague.email] } });
    assert.deepEqual([await held(twinId), await held(otherTwinId)], [['models_read'], []]);
    assert.equal((await p.call(colleague, `GET /twins/${twinId}`)).status, 200);
    const mine = await p.call(colleague, 'GET /twins/?subClass=Project');
    assert.deepEqual(
      mine.body.twins.map((twin: { id: string }) => twin.id),
      [twinId],
    );
    const listed = await p.call(colleague, `GET ${base}/${twinId}/members/users/${colleague.userId}`);
    assert.equal(listed.status, 404, 'listed among the user members');
    await p.call(admin, group, { body: { members: [] } });
    assert.deepEqual(await held(twinId), []);
    assert.equal((await p.call(colleague, `GET /twins/${twinId}`)).status, 404);
  });

  it('let directory groups in', async () => {
    const { p, admin, organizationId, twinId, crew } = await fixtureOf(await platform());
    const welder = await p.person({ organizationId, groups: ['Welders', 'Night shift'] });
    const body = { imsGroups: ['Welders'] };
    assert.equal((await p.call(admin, `PATCH ${base}/${twinId}/groups/${crew}`, { body })).status, 200);
    const { permissions } = (await p.call(welder, `GET ${base}/${twinId}/permissions`)).body;
    assert.deepEqual(permissions, ['models_read']);
    const { member } = (await p.call(welder, `GET ${base}/${twinId}/members/groups/${crew}`)).body;
    assert.deepEqual([member.membersCount, member.imsGroupsCount], [0, 1]);
  });

  it('join once however many add them at a time', async () => {
    const { p, admin, twinId, readerRole } = await fixtureOf(await platform());
    const group = await newGroup(p, admin, twinId, 'Divers');
    p.takeEvents();
    const body = { members: [entry(group, readerRole)] };
    const add = () => p.call(admin, `POST ${base}/${twinId}/members/groups`, { body });
    const answers = await Promise.all([add(), add(), add()]);
    assert.deepEqual(answers.map((one) => one.status).sort(), [201, 409, 409]);
    assert.deepEqual(p.takeEvents().map(eventText), ['memberAdded Group Reader']);
  });
});
