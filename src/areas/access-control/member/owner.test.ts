import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { base, fixtureOf } from '../testing/fixture.ts';
import { eventText, runScenarios, type Scenario } from '../testing/run-scenarios.ts';

const owners = `${base}/{twinId}/members/owners`;

const rows: readonly Scenario[] = [
  {
    name: 'owners in the order of their joining, without roles',
    call: `GET ${owners}`,
    as: 'reader',
    status: 200,
    proves: ({ body }, { admin, owner }) => {
      assert.deepEqual(
        body.members.map((one: { id: string }) => one.id),
        [admin.userId, owner.userId],
      );
      assert.deepEqual(Object.keys(body.members[0]), ['id', 'email', 'givenName', 'surname', 'organization']);
      assert.ok(body._links.self.href.endsWith('/members/owners?$skip=0&$top=100'));
    },
  },
  {
    name: 'a page of owners',
    call: `GET ${owners}?$skip=1&$top=1`,
    as: 'reader',
    status: 200,
    proves: ({ body }, { owner }) => {
      assert.deepEqual(
        body.members.map((one: { id: string }) => one.id),
        [owner.userId],
      );
      assert.equal(body._links.next, undefined);
    },
  },
  {
    name: 'a page out of range',
    call: `GET ${owners}?$top=0`,
    as: 'reader',
    status: 422,
    code: 'InvalidtwinsMemberRequest',
    targets: ['$top'],
  },
  {
    name: 'owners by who sees the account only',
    call: `GET ${base}/{accountId}/members/owners`,
    as: 'colleague',
    status: 403,
  },
  { name: 'owners by a stranger', call: `GET ${owners}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'owners without a token', call: `GET ${owners}`, status: 401 },
  {
    name: 'add an internal user',
    call: `POST ${owners}`,
    as: 'owner',
    body: { email: '{colleagueEmail}' },
    status: 201,
    raises: ['memberAdded User Owner'],
    proves: ({ body }, { colleague }) => assert.deepEqual([body.member.id, body.invitation], [colleague.userId, null]),
  },
  {
    name: 'invite an external user to ownership',
    call: `POST ${owners}`,
    as: 'admin',
    body: { email: '{guestEmail}' },
    status: 201,
    raises: ['invitationCreated'],
    proves: ({ body }, { guest }) => {
      assert.deepEqual([body.member, body.invitation.email], [null, guest.email]);
      assert.deepEqual(
        body.invitation.roles.map((role: { displayName: string }) => role.displayName),
        ['Owner'],
      );
    },
  },
  {
    name: 'add by who is no owner',
    call: `POST ${owners}`,
    as: 'manager',
    body: { email: '{colleagueEmail}' },
    status: 403,
  },
  {
    name: 'add nobody',
    call: `POST ${owners}`,
    as: 'owner',
    body: {},
    status: 422,
    code: 'InvalidtwinsMemberRequest',
    targets: ['email'],
  },
  {
    name: 'add what is no e-mail',
    call: `POST ${owners}`,
    as: 'owner',
    body: { email: 'nobody' },
    status: 422,
    targets: ['email'],
  },
  { name: 'add with no object', call: `POST ${owners}`, as: 'owner', body: '"x"', status: 422, targets: [null] },
  { name: 'add by a stranger', call: `POST ${owners}`, as: 'stranger', body: {}, status: 404, code: 'TwinNotFound' },
  { name: 'add without a token', call: `POST ${owners}`, body: {}, status: 401 },
  {
    name: 'add with another media type',
    call: `POST ${owners}`,
    as: 'owner',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
  {
    name: 'remove one with no other role',
    call: `DELETE ${owners}/{ownerId}`,
    as: 'admin',
    status: 204,
    raises: ['memberRemoved User'],
  },
  { name: 'remove by who is no owner', call: `DELETE ${owners}/{ownerId}`, as: 'manager', status: 403 },
  {
    name: 'remove a member who is no owner',
    call: `DELETE ${owners}/{readerId}`,
    as: 'owner',
    status: 404,
    code: 'TeamMemberNotFound',
  },
  { name: 'remove a malformed id', call: `DELETE ${owners}/x`, as: 'owner', status: 404, code: 'TeamMemberNotFound' },
  {
    name: 'remove by a stranger',
    call: `DELETE ${owners}/{ownerId}`,
    as: 'stranger',
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'remove without a token', call: `DELETE ${owners}/{ownerId}`, status: 401 },
  {
    name: 'remove what was changed since',
    call: `DELETE ${owners}/{ownerId}`,
    as: 'owner',
    headers: { 'If-Match': '"5"' },
    status: 412,
  },
];

eachPlatform('owners', (platform) => {
  runScenarios(platform, 'owners', rows);

  it('that are members keep their other roles, before and after', async () => {
    const { p, admin, reader, twinId } = await fixtureOf(await platform());
    const path = `${base}/${twinId}/members/owners`;
    const added = await p.call(admin, `POST ${path}`, { body: { email: reader.email.toUpperCase() } });
    assert.deepEqual([added.status, added.body.member.id], [201, reader.userId]);
    const again = await p.call(admin, `POST ${path}`, { body: { email: reader.email } });
    assert.equal(again.status, 409);
    assert.deepEqual(again.body.error, {
      code: 'OwnerAlreadyExists',
      message: 'Requested user is already an twin Owner.',
      target: 'email',
    });
    assert.equal((await p.call(admin, `DELETE ${path}/${reader.userId}`)).status, 204);
    assert.deepEqual(p.takeEvents().map(eventText), ['roleAssigned User Owner', 'roleUnassigned User Owner']);
    const { body } = await p.call(admin, `GET ${base}/${twinId}/members/users/${reader.userId}`);
    assert.deepEqual(
      body.member.roles.map((role: { displayName: string }) => role.displayName),
      ['Reader'],
    );
  });

  it('may all go: the administrators of the account remain', async () => {
    const { p, admin, owner, twinId } = await fixtureOf(await platform());
    for (const one of [owner, admin]) {
      assert.equal((await p.call(admin, `DELETE ${base}/${twinId}/members/owners/${one.userId}`)).status, 204);
    }
    assert.equal(
      (await p.call(admin, `POST ${base}/${twinId}/members/owners`, { body: { email: owner.email } })).status,
      201,
    );
  });
});
