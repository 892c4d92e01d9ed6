import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { base, fixtureOf, memberOf, newRole } from '../testing/fixture.ts';
import { deleting, updating } from '../testing/role-change-scenarios.ts';
import { creating, permissions, reading } from '../testing/role-scenarios.ts';
import { eventText, runScenarios } from '../testing/run-scenarios.ts';

const _roles = `${base}/{twinId}/roles`;
const _role = { displayName: 'Twin Reader', description: 'Twin Reader description', permissions: ['models_read'] };

eachPlatform('roles', (platform) => {
  runScenarios(platform, 'permissions', permissions);
  runScenarios(platform, 'reading', reading);
  runScenarios(platform, 'creating', creating);
  runScenarios(platform, 'updating', updating);
  runScenarios(platform, 'deleting', deleting);

  it('of an account are given on its twins, and go from all of them when they are deleted', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, admin, accountId, accountRole, colleague, guest, reader } = fixture;
    for (const twinId of [fixture.twinId, fixture.otherTwinId]) {
      const members = [
        memberOf(colleague, accountRole),
        memberOf(guest, accountRole, ...(twinId === fixture.twinId ? [fixture.readerRole] : [])),
      ];
      const added = await p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members } });
      assert.equal(added.status, 201, JSON.stringify(added.body));
    }
    const roleIds = [fixture.readerRole, accountRole];
    await p.call(admin, `PATCH ${base}/${fixture.twinId}/members/users/${reader.userId}`, { body: { roleIds } });
    p.takeEvents();
    assert.equal((await p.call(admin, `DELETE ${base}/${accountId}/roles/${accountRole}`)).status, 204);
    const raised = p.takeEvents();
    assert.deepEqual(raised.map(eventText).sort(), [
      'memberRemoved User',
      'memberRemoved User',
      'roleUnassigned User Account reader',
    ]);
    assert.deepEqual(new Set(raised.map((event) => event.twin.id)), new Set([fixture.twinId, fixture.otherTwinId]));
    assert.equal((await p.call(colleague, `GET ${base}/${fixture.otherTwinId}/roles`)).status, 404);
    const { body } = await p.call(admin, `GET ${base}/${fixture.twinId}/members/invitations`);
    const promised = body.invitations.map((one: { roles: { displayName: string }[] }) =>
      one.roles.map((r) => r.displayName),
    );
    assert.deepEqual(promised, [['Reader'], ['Reader']]);
  });

  it("give an account's Owner role on the account only", async () => {
    const { p, admin, accountId, twinId, colleague } = await fixtureOf(await platform());
    const { body } = await p.call(admin, `GET ${base}/${accountId}/roles`);
    const members = [memberOf(colleague, body.roles[0].id)];
    const refused = await p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members } });
    assert.deepEqual([refused.status, refused.body.error.code], [404, 'RoleNotFound']);
  });

  it('change once per version when two change them at a time with If-Match', async () => {
    const { p, manager, twinId, readerRole } = await fixtureOf(await platform());
    const change = (displayName: string) =>
      p.call(manager, `PATCH ${base}/${twinId}/roles/${readerRole}`, {
        body: { displayName },
        headers: { 'If-Match': 'W/"1"' },
      });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(change));
    assert.deepEqual(answers.map((one) => one.status).sort(), [200, 412, 412, 412]);
  });

  it('cannot be given any more once they are being deleted', async () => {
    const { p, admin, twinId } = await fixtureOf(await platform());
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
