import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { base, fixtureOf, memberOf, newRole } from '../testing/fixture.ts';
import { eventText, runScenarios } from '../testing/run-scenarios.ts';
import { adding } from '../testing/user-add-scenarios.ts';
import { reading, removing, updating } from '../testing/user-member-scenarios.ts';

const _users = `${base}/{twinId}/members/users`;
const _many = (count: number) => Array.from({ length: count }, () => randomUUID());

eachPlatform('user members', (platform) => {
  runScenarios(platform, 'reading', reading);
  runScenarios(platform, 'adding', adding);
  runScenarios(platform, 'updating', updating);
  runScenarios(platform, 'removing', removing);

  it('tell in their events who did what to whom', async () => {
    const { p, manager, colleague, twinId, readerRole } = await fixtureOf(await platform());
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
    const { p, admin, organizationId, twinId, managerRole, readerRole, colleague, reader } = await fixtureOf(
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
    const { p, admin, colleague, twinId, readerRole } = await fixtureOf(await platform());
    const body = { members: [memberOf(colleague, readerRole)] };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => p.call(admin, `POST ${base}/${twinId}/members/users`, { body })),
    );
    assert.deepEqual(answers.map((one) => one.status).sort(), [201, 409, 409, 409, 409, 409]);
    assert.deepEqual(p.takeEvents().map(eventText), ['memberAdded User Reader']);
  });

  it('have the roles of one of two requests that come at a time', async () => {
    const { p, admin, reader, twinId, readerRole, writerRole, accountRole } = await fixtureOf(await platform());
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
