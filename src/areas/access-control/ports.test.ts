import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { base, fixtureOf } from './testing/fixture.ts';

const outsider = {
  kind: 'user',
  clientId: 'x',
  displayName: 'Ada',
  applicationOrganizationId: null,
  tier: 'Standard',
} as const;

eachPlatform('access as other areas ask it', (platform) => {
  it('says which roles are held in the twin, directly, by group and by directory group, each once', async () => {
    const { p, admin, organizationId, twinId, otherTwinId, crew, reader, readerRole, accountRole, ...f } =
      await fixtureOf(await platform());
    const { access } = p.app.ports;
    const directory = `Welders ${randomUUID()}`;
    const welder = await p.person({ organizationId, groups: [directory] });
    const change = { imsGroups: [directory], members: [reader.email] };
    await p.call(admin, `PATCH ${base}/${twinId}/groups/${crew}`, { body: change });
    await p.call(admin, `PATCH ${base}/${twinId}/members/users/${f.colleagueId}`, { body: { roleIds: [accountRole] } });
    const held = async (userId: string, twin = twinId) => (await access.ofUser(p.app.db, userId, twin))?.roles();
    assert.deepEqual(await held(reader.userId), [readerRole], 'own and of the crew');
    assert.deepEqual(await held(welder.userId), [readerRole]);
    assert.deepEqual(await held(reader.userId, otherTwinId), []);
    assert.deepEqual(await held(f.ownerId), [f.ownerRole]);
  });

  it('is that of somebody else, as they would have it themselves', async () => {
    const { p, admin, twinId, reader, stranger, managerId, colleagueId, accountId } = await fixtureOf(await platform());
    const { access } = p.app.ports;
    const of = (userId: string, twin = twinId) => access.ofUser(p.app.db, userId, twin);
    for (const who of [admin, reader, stranger]) {
      const told = (await p.call(who, `GET ${base}/${twinId}/permissions`)).body.permissions ?? [];
      assert.deepEqual((await of(who.userId))?.permissions() ?? [], told);
    }
    assert.equal((await of(admin.userId))?.administrator, true);
    assert.equal((await of(managerId))?.may('administration_manage_roles'), true);
    assert.deepEqual([(await of(colleagueId))?.visible, (await of(colleagueId, accountId))?.visible], [false, true]);
    assert.equal(await of(randomUUID()), undefined, 'nobody');
    assert.equal(await of(admin.userId, randomUUID()), undefined, 'no twin');
  });

  it('knows the roles of a twin and of its Account, and who holds one', async () => {
    const { p, admin, organizationId, accountId, twinId, crew, reader, readerRole, colleagueEmail, ...f } =
      await fixtureOf(await platform());
    const { db, ports } = p.app;
    const { roles } = ports.access;
    const names = async (id: string) => (await roles.usableIn(db, id)).map((role) => role.displayName);
    assert.deepEqual((await names(twinId)).filter((name) => name === 'Owner').length, 1, "not the Account's Owner");
    assert.ok((await names(twinId)).includes('Reader'));
    assert.ok(!(await names(accountId)).includes('Reader'));
    assert.deepEqual(await names(randomUUID()), []);
    const usable = new Set((await roles.usableIn(db, twinId)).map(({ id }) => id));
    assert.ok(usable.has(f.accountRole) && usable.has(f.ownerRole) && !usable.has(f.foreignRole));

    assert.deepEqual(await roles.find(db, twinId, readerRole), { id: readerRole, displayName: 'Reader' });
    assert.equal((await roles.find(db, twinId, f.accountRole))?.id, f.accountRole);
    for (const id of [f.foreignRole, randomUUID(), 'x']) assert.equal(await roles.find(db, twinId, id), undefined, id);

    const directory = `Welders ${randomUUID()}`;
    const welder = await p.person({ organizationId, groups: [directory] });
    const change = { imsGroups: [directory], members: [reader.email, colleagueEmail] };
    await p.call(admin, `PATCH ${base}/${twinId}/groups/${crew}`, { body: change });
    const holders = [...(await roles.holders(db, twinId, readerRole))].sort();
    assert.deepEqual(holders, [reader.userId, f.colleagueId, welder.userId].sort());
    assert.deepEqual(await roles.holders(db, accountId, readerRole), []);
  });

  it('has a primary Account of the organization, and a personal one from its first need on', async () => {
    const { p, accountId, reader } = await fixtureOf(await platform());
    const { db, ports } = p.app;
    assert.equal((await ports.twins.primaryAccount(db, { ...reader }))?.id, accountId);
    const person = await p.person();
    const caller = {
      ...outsider,
      ...person,
      organizationAdministrator: false,
      mode: 'Production' as const,
      groups: [],
    };
    assert.equal(await ports.twins.primaryAccount(db, caller), undefined);
    const made = await db.write((tx) => ports.twins.ensurePrimaryAccount(tx, caller));
    assert.deepEqual([made.class, made.ownerUserId], ['Account', person.userId]);
    assert.equal((await ports.twins.primaryAccount(db, caller))?.id, made.id);
    assert.equal((await db.write((tx) => ports.twins.ensurePrimaryAccount(tx, caller))).id, made.id);
    assert.equal((await p.call(person, 'GET /twins/myprimaryaccount')).body.twin.id, made.id);
  });
});
