import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import { type Answer, eachPlatform, type Person } from '../../../../test/support/platform.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import type { JobEnd } from '../../../kernel/jobs/job.ts';
import { jsonOf } from '../../../std/json.ts';
import { q } from '../tables.ts';
import { base, type Fixture, fixtureOf, kitOf, memberOf, newRole } from '../testing/fixture.ts';
import { jobScenarios } from '../testing/job-scenarios.ts';
import { eventText, runScenarios } from '../testing/run-scenarios.ts';
import { membersJob } from './run.ts';

const _jobs = `${base}/{twinId}/jobs`;
const unknown = randomUUID();
const representation = { headers: { Prefer: 'return=representation' } };

/** Runs a job to its end; answers it with its errors. */
async function run({ p, twinId }: Fixture, who: Person, actions: object): Promise<Answer> {
  const made = await p.call(who, `POST ${base}/${twinId}/jobs`, { body: { actions } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.deepEqual(made.body, { id: made.body.id, twinId, status: 'Active' });
  let job: Answer = made;
  await eventually(async () => {
    job = await p.call(who, `GET ${base}/${twinId}/jobs/${made.body.id}`, representation);
    assert.notEqual(job.body.status, 'Active');
  });
  return job;
}

eachPlatform('jobs of members', (platform) => {
  runScenarios(platform, 'refusals', jobScenarios);

  it('carry out all actions in their order, with the events of the single operations', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, owner, manager, reader, colleague, twinId, readerRole, writerRole, accountRole } = fixture;
    const actions = {
      removeMembers: [{ email: manager.email.toUpperCase() }],
      unassignRoles: [{ email: reader.email, roleIds: [readerRole, accountRole] }],
      assignRoles: [
        { email: reader.email, roleIds: [writerRole, readerRole] },
        { email: colleague.email, roleIds: [readerRole, readerRole.toUpperCase()], more: 1 },
        { email: 'new@example.org', roleIds: [readerRole] },
      ],
      options: { any: ['thing'] },
    };
    const job = await run(fixture, owner, actions);
    assert.deepEqual(job.body, { id: job.body.id, twinId, status: 'Completed' });
    assert.equal(job.headers.get('Preference-Applied'), 'return=representation');
    assert.deepEqual(p.takeEvents().map(eventText), [
      'roleAssigned User Writer',
      'memberAdded User Reader',
      'invitationCreated',
      'roleUnassigned User Reader',
      'memberRemoved User',
    ]);
    const posted = await p.call(owner, `GET ${base}/${twinId}/jobs/${job.body.id}/actions`);
    const [first, { more, ...second }, third] = actions.assignRoles as [object, { more: number }, object];
    assert.deepEqual([more, posted.body.actions], [1, { ...actions, assignRoles: [first, second, third] }]);
  });

  it('let each entry fail on its own, and say where and why', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, manager, reader, owner, colleague, readerRole, writerRole, ownerRole, foreignRole } = fixture;
    const actions = {
      assignRoles: [
        { email: colleague.email, roleIds: [readerRole, foreignRole] },
        { email: 'new@example.org', roleIds: [writerRole] },
        { email: reader.email, roleIds: [ownerRole] },
      ],
      unassignRoles: [
        { email: colleague.email, roleIds: [readerRole] },
        { email: owner.email, roleIds: [ownerRole] },
        { email: reader.email, roleIds: [unknown] },
      ],
      removeMembers: [{ email: 'nobody@example.org' }, { email: owner.email }, { email: reader.email }],
    };
    const { body } = await run(fixture, manager, actions);
    assert.equal(body.status, 'PartialCompleted');
    assert.deepEqual(
      body.error.map(({ code, target }: { code: string; target: string }) => `${code} ${target}`),
      [
        'RoleNotFound assignRoles[0].roleIds[1]',
        'InsufficientPermissions assignRoles[1]',
        'InsufficientPermissions assignRoles[2]',
        'TeamMemberNotFound unassignRoles[0].email',
        'InsufficientPermissions unassignRoles[1]',
        'RoleNotFound unassignRoles[2].roleIds[0]',
        'TeamMemberNotFound removeMembers[0].email',
        'InsufficientPermissions removeMembers[1]',
      ],
    );
    assert.equal(body.error[0].message, 'Requested Role is not available.');
    assert.deepEqual(p.takeEvents().map(eventText), ['memberRemoved User']);
    const short = await p.call(manager, `GET ${base}/${fixture.twinId}/jobs/${body.id}`);
    assert.deepEqual(Object.keys(short.body), ['id', 'twinId', 'status']);
  });

  it('fail when every entry fails', async () => {
    const fixture = await fixtureOf(await platform());
    const { body } = await run(fixture, fixture.manager, { removeMembers: [{ email: 'nobody@example.org' }] });
    assert.deepEqual([body.status, body.error.length], ['Failed', 1]);
  });

  it('end a membership with its last role', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, manager, reader, readerRole } = fixture;
    await run(fixture, manager, { unassignRoles: [{ email: reader.email, roleIds: [readerRole] }] });
    assert.deepEqual(p.takeEvents().map(eventText), ['memberRemoved User']);
  });

  it('need the permission of each action', async () => {
    const { p, admin, colleague, twinId, readerRole } = await fixtureOf(await platform());
    const inviter = await newRole(p, admin, twinId, 'Inviter', ['administration_invite_member']);
    const members = [memberOf(colleague, inviter)];
    await p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members } });
    const post = (actions: object) => p.call(colleague, `POST ${base}/${twinId}/jobs`, { body: { actions } });
    const mixed = {
      assignRoles: [{ email: 'a@b.example', roleIds: [readerRole] }],
      removeMembers: [{ email: 'a@b.example' }],
    };
    assert.equal((await post(mixed)).status, 403);
    assert.equal((await post({ removeMembers: mixed.removeMembers })).status, 403);
    assert.equal((await post({ assignRoles: mixed.assignRoles })).status, 201);
    const remover = await newRole(p, admin, twinId, 'Remover', ['administration_remove_member']);
    await p.call(admin, `PATCH ${base}/${twinId}/members/users/${colleague.userId}`, { body: { roleIds: [remover] } });
    assert.equal((await post({ unassignRoles: mixed.assignRoles })).status, 403);
    assert.equal((await post({ removeMembers: mixed.removeMembers })).status, 201);
  });

  it('stop where the caller loses the permission under way', async () => {
    const fixture = await fixtureOf(await platform());
    const { manager, reader, managerRole } = fixture;
    const actions = {
      unassignRoles: [{ email: manager.email, roleIds: [managerRole] }],
      removeMembers: [{ email: reader.email }],
    };
    const made = await fixture.p.call(manager, `POST ${base}/${fixture.twinId}/jobs`, { body: { actions } });
    const path = `${base}/${fixture.twinId}/jobs/${made.body.id}`;
    await eventually(async () => {
      const { body } = await fixture.p.call(fixture.admin, `GET ${path}`, representation);
      assert.equal(body.status, 'PartialCompleted');
      assert.deepEqual(
        body.error.map((one: { code: string }) => one.code),
        ['TwinNotFound'],
      );
    });
  });

  it('are not done twice when an attempt breaks off', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, owner, readerRole } = fixture;
    const { send } = p.app.ports.mail;
    let mails = 0;
    Object.assign(p.app.ports.mail, {
      async send() {
        mails++;
        if (mails === 2) throw new Error('The connection to the database was cut.');
      },
    });
    const assignRoles = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.org`, roleIds: [readerRole] }));
    const { body } = await run(fixture, owner, { assignRoles });
    Object.assign(p.app.ports.mail, { send });
    assert.equal(body.status, 'Completed');
    assert.deepEqual(p.takeEvents().map(eventText), Array(3).fill('invitationCreated'));
  });

  it('are shown among all jobs, with the way to their own resource', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, owner, twinId } = fixture;
    const { body } = await run(fixture, owner, { removeMembers: [{ email: 'nobody@example.org' }] });
    const [row] = await p.app.jobs.list(p.app.db, { twinId, limit: 10 });
    assert.deepEqual([row?.kind, row?.resource], ['accessControl.job', `${base}/${twinId}/jobs/${body.id}`]);
  });

  it('say how they ended when they were stopped', async () => {
    const { p, twinId } = await fixtureOf(await platform());
    const stop = async (done: number, failed: number, end: JobEnd) => {
      const id = randomUUID();
      const row = {
        id,
        twin_id: twinId,
        actions: jsonOf({}),
        status: 'Active',
        done,
        failed,
        errors: jsonOf([]),
        ended: null,
      } as const;
      const caller = { userId: unknown } as Caller;
      const facts = { id, twinId, createdBy: unknown, payload: { accessJobId: id, caller } };
      await p.app.db.write(async (tx) => {
        await tx.run(q.insertInto('access_jobs').values(row));
        await membersJob(kitOf(p)).ended?.(tx, facts, end);
      });
      const ended = await p.app.db.first(q.selectFrom('access_jobs').selectAll().where('id', '=', id));
      assert.ok(ended?.ended);
      return [ended.status, ended.errors];
    };
    const cancelled = JSON.stringify([{ code: 'Cancelled', message: 'Cancelled.' }]);
    const broken = JSON.stringify([{ code: 'X', message: 'y' }]);
    assert.deepEqual(await stop(0, 0, { state: 'Cancelled' }), ['Failed', cancelled]);
    assert.deepEqual(await stop(2, 1, { state: 'Cancelled' }), ['PartialCompleted', cancelled]);
    assert.deepEqual(await stop(2, 2, { state: 'Failed', code: 'X', message: 'y' }), ['Failed', broken]);
    assert.deepEqual(await stop(2, 0, { state: 'Succeeded' }), ['Completed', '[]']);
  });
});
