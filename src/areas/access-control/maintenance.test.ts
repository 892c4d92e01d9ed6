import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform, type Platform } from '../../../test/support/platform.ts';
import { tables } from '../../kernel/db/query.ts';
import { nilUuid } from '../../std/ids.ts';
import { jsonOf } from '../../std/json.ts';
import { invitationsOf } from './invitation/store.ts';
import { purgeTwin, removeExpired, removeMissingUsers } from './maintenance.ts';
import { q } from './tables.ts';
import { base, fixtureOf, kitOf, memberOf, newGroup } from './testing/fixture.ts';
import { eventText } from './testing/run-scenarios.ts';

const day = 86_400_000;
const forever = new AbortController().signal;

const forget = (p: Platform, id: string) =>
  p.app.db.write((tx) =>
    tx.run(tables<{ auth_users: { id: string } }>().deleteFrom('auth_users').where('id', '=', id)),
  );

eachPlatform('maintenance of memberships', (platform) => {
  it('removes what has expired, and nothing else', async () => {
    const { p, admin, guest, twinId, invitation } = await fixtureOf(await platform());
    const share = (body: object) => p.call(admin, `POST ${base}/${twinId}/shares`, { body });
    const lasting = (await share({})).body.share.id;
    await share({ expiration: new Date(Date.now() + day).toISOString() });
    const ended = {
      twin_id: twinId,
      actions: jsonOf({}),
      status: 'Completed',
      done: 0,
      failed: 0,
      errors: jsonOf([]),
    } as const;
    const [old, recent, active] = [randomUUID(), randomUUID(), randomUUID()];
    await p.app.db.write(async (tx) => {
      await tx.run(q.insertInto('access_jobs').values({ ...ended, id: old, ended: Date.now() - 24 * day }));
      await tx.run(q.insertInto('access_jobs').values({ ...ended, id: recent, ended: Date.now() - 22 * day }));
      await tx.run(q.insertInto('access_jobs').values({ ...ended, id: active, ended: null }));
    });
    const ids = async () => ({
      invitations: await p.app.db.all(q.selectFrom('invitations').select('id').where('twin_id', '=', twinId)),
      roles: await p.app.db.all(q.selectFrom('invitation_roles').selectAll().where('invitation_id', '=', invitation)),
      shares: await p.app.db.all(q.selectFrom('shares').select('id').where('twin_id', '=', twinId)),
      jobs: await p.app.db.all(q.selectFrom('access_jobs').select('id').where('twin_id', '=', twinId).orderBy('ended')),
    });
    const before = await ids();
    await removeExpired(kitOf(p)).run(forever);
    assert.deepEqual(await ids(), before);
    await removeExpired(kitOf(p, () => Date.now() + 6.9 * day)).run(forever);
    assert.equal((await invitationsOf(p.app.db, guest.email, Date.now())).length, 1);
    await removeExpired(kitOf(p, () => Date.now() + 7.1 * day)).run(forever);
    const after = await ids();
    assert.deepEqual([after.invitations, after.roles], [[], []]);
    assert.deepEqual(
      after.shares.map((row) => row.id),
      [lasting],
    );
    assert.deepEqual(new Set(after.jobs.map((row) => row.id)), new Set([recent, active]));
  });

  it('removes users who no longer exist from all twins and groups', async () => {
    const { p, admin, reader, twinId, otherTwinId, crew, accountRole } = await fixtureOf(await platform());
    const members = [memberOf(reader, accountRole)];
    await p.call(admin, `POST ${base}/${otherTwinId}/members/users`, { body: { members } });
    await p.call(admin, `PATCH ${base}/${twinId}/groups/${crew}`, { body: { members: [reader.email, admin.email] } });
    await forget(p, reader.userId);
    const path = `${base}/${twinId}/members/users/${reader.userId}`;
    const { member } = (await p.call(admin, `GET ${path}`)).body;
    const nobody = { email: null, givenName: null, surname: null, organization: null };
    assert.deepEqual({ ...member, roles: [] }, { id: reader.userId, ...nobody, roles: [] });
    const group = (await p.call(admin, `GET ${base}/${twinId}/groups/${crew}`)).body.group;
    assert.deepEqual(group.members[0], { id: reader.userId, userId: reader.userId, ...nobody });
    p.takeEvents();
    await removeMissingUsers(kitOf(p)).run(forever);
    const raised = p.takeEvents();
    assert.deepEqual(raised.map(eventText), ['memberRemoved User', 'memberRemoved User']);
    assert.deepEqual(raised[0]?.content, { memberId: reader.userId, eventCreatedBy: nilUuid, memberType: 'User' });
    assert.equal((await p.call(admin, `GET ${path}`)).status, 404);
    const left = (await p.call(admin, `GET ${base}/${twinId}/groups/${crew}`)).body.group;
    assert.deepEqual(
      left.members.map((one: { id: string }) => one.id),
      [admin.userId],
    );
    await removeMissingUsers(kitOf(p)).run(forever);
    assert.deepEqual(p.takeEvents(), []);
  });

  it('takes roles from members of a twin that is deleted but may come back, without events', async () => {
    const { p, admin, reader, accountId, accountRole, otherTwinId } = await fixtureOf(await platform());
    const members = [memberOf(reader, accountRole)];
    await p.call(admin, `POST ${base}/${otherTwinId}/members/users`, { body: { members } });
    assert.equal((await p.call(admin, `DELETE /twins/${otherTwinId}`)).status, 204);
    p.takeEvents();
    assert.equal((await p.call(admin, `DELETE ${base}/${accountId}/roles/${accountRole}`)).status, 204);
    assert.deepEqual(p.takeEvents(), []);
    const left = await p.app.db.all(
      q
        .selectFrom('members')
        .select('member_id')
        .where('twin_id', '=', otherTwinId)
        .where('member_id', '=', reader.userId),
    );
    assert.deepEqual(left, []);
  });

  it('leaves nothing of a purged twin', async () => {
    const { p, admin, manager, twinId, crew, accountId } = await fixtureOf(await platform());
    await newGroup(p, admin, accountId, 'Stays');
    await p.call(admin, `PATCH ${base}/${twinId}/groups/${crew}`, { body: { members: [manager.email] } });
    await p.call(manager, `POST ${base}/${twinId}/shares`);
    const count = async () => {
      const rows = { roles: 0, members: 0, role_assignments: 0, groups: 0, invitations: 0, shares: 0 };
      for (const table of Object.keys(rows) as (keyof typeof rows)[]) {
        rows[table] = (await p.app.db.all(q.selectFrom(table).selectAll().where('twin_id', '=', twinId))).length;
      }
      const users = await p.app.db.all(q.selectFrom('group_users').selectAll().where('group_id', '=', crew));
      return Object.values(rows).concat(users.length);
    };
    assert.ok((await count()).every((rows) => rows > 0));
    await p.app.db.write((tx) => purgeTwin(tx, twinId));
    assert.ok((await count()).every((rows) => rows === 0));
    const groups = await p.call(admin, `GET ${base}/${accountId}/groups`);
    assert.equal(groups.body.groups.length, 2);
  });
});
