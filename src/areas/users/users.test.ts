import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';

eachPlatform('users', (start) => {
  it('tells the caller who they are', async () => {
    const p = await start();
    const organizationId = await p.organization('Bridges Ltd');
    const ada = await p.person({ organizationId });
    const answer = await p.call(ada, 'GET /users/me');
    assert.equal(answer.status, 200);
    const { createdDateTime, ...user } = answer.body.user;
    assert.match(createdDateTime, /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.deepEqual(user, {
      id: ada.userId,
      displayName: 'Ada Larsen',
      givenName: 'Ada',
      surname: 'Larsen',
      email: ada.email,
      organizationName: 'Bridges Ltd',
      country: 'ZZ',
      language: 'en',
    });
    const loner = await p.call(await p.person(), 'GET /Users/Me/');
    assert.equal(loner.body.user.organizationName, '');
    const service = await p.person({ organizationId, service: true });
    assert.equal((await p.call(service, 'GET /users/me')).body.user.email, service.email);
    assert.equal((await p.call(undefined, 'GET /users/me')).status, 401);
  });

  it('finds users by id who share the organization or a twin with the caller', async () => {
    const p = await start();
    const organizationId = await p.organization();
    const ada = await p.person({ organizationId, roles: ['account_administrator'] });
    const colleague = await p.person({ organizationId });
    const [guest, stranger] = [await p.person(), await p.person()];
    const ask = async (who: typeof ada, ids: readonly string[]): Promise<string[]> => {
      const answer = await p.call(who, 'POST /users/getbyidlist', { body: ids });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.users.map((user: { id: string }) => user.id);
    };
    const all = [stranger, guest, colleague, ada].map((person) => person.userId);
    assert.deepEqual(await ask(ada, [...all, randomUUID()]), [colleague.userId, ada.userId]);
    const twin = await p.twin(ada);
    const invited = await p.call(ada, `POST /accesscontrol/twins/${twin.id}/members/users`, {
      body: { members: [{ email: guest.email, roleIds: [await ownerRole(twin.id)] }] },
    });
    const [invitation] = invited.body.invitations;
    const accept = `POST /accesscontrol/twins/${twin.id}/members/invitations/${invitation.id}/accept`;
    assert.equal((await p.call(guest, accept)).status, 204);
    assert.deepEqual(await ask(ada, all), [guest.userId, colleague.userId, ada.userId], 'in the order asked for');
    assert.deepEqual(await ask(guest, all), [guest.userId, ada.userId]);
    assert.deepEqual(await ask(stranger, all), [stranger.userId]);
    assert.deepEqual(await ask(ada, [ada.userId.toUpperCase(), ada.userId]), [ada.userId]);

    async function ownerRole(twinId: string): Promise<string> {
      const { roles } = (await p.call(ada, `GET /accesscontrol/twins/${twinId}/roles`)).body;
      return roles.find((role: { displayName: string }) => role.displayName === 'Owner').id;
    }
  });

  it('refuses what is no list of 1 to 1000 ids', async () => {
    const p = await start();
    const ada = await p.person();
    const tooMany = Array.from({ length: 1001 }, () => randomUUID());
    for (const body of [[], ['x'], {}, [1], tooMany, 'x', '[']) {
      const answer = await p.call(ada, 'POST /users/getbyidlist', { body });
      assert.deepEqual(
        [answer.status, answer.body.error.code],
        [422, 'InvalidUsersRequest'],
        JSON.stringify(body).slice(0, 40),
      );
      assert.ok(answer.body.error.details.length > 0);
    }
    const most = await p.call(ada, 'POST /users/getbyidlist', { body: tooMany.slice(1) });
    assert.deepEqual([most.status, most.body], [200, { users: [] }]);
  });

  it('wants a token, and JSON', async () => {
    const p = await start();
    for (const operation of ['GET /users/', 'POST /users/getbyidlist']) {
      assert.equal((await p.call(undefined, operation)).status, 401);
    }
    const options = { body: '["x"]', headers: { 'Content-Type': 'text/xml' } };
    assert.equal((await p.call(await p.person(), 'POST /users/getbyidlist', options)).status, 415);
  });

  it('searches the people of the own organization', async () => {
    const p = await start();
    const organizationId = await p.organization();
    const ada = await p.person({ organizationId, email: `ada_${randomUUID()}@Search.example` });
    await p.person({ organizationId: await p.organization(), email: `other_${randomUUID()}@search.example` });
    const service = await p.person({ organizationId, service: true });
    const search = async (text: string) => p.call(ada, `GET /users/?$search=${encodeURIComponent(text)}`);
    const found = async (text: string) => (await search(text)).body.users.map((user: { id: string }) => user.id);
    assert.deepEqual(await found('SEARCH.ex'), [ada.userId]);
    assert.deepEqual(await found('larsen'), [ada.userId]);
    assert.deepEqual(await found('a_larsen'), [], '_ is no wildcard');
    assert.deepEqual(await found('%'), []);
    for (const query of ['', '?$search=', '?$search=%20']) {
      const answer = await p.call(ada, `GET /users/${query}`);
      assert.deepEqual([answer.status, answer.body.error.code], [422, 'InvalidUsersRequest'], query);
    }
    const byService = await p.call(service, 'GET /users/?$search=SEARCH.ex');
    assert.deepEqual(
      byService.body.users.map((user: { id: string }) => user.id),
      [ada.userId],
      'a service application finds the people of the organization that owns it',
    );
    const homeless = await p.person({ service: true });
    assert.deepEqual((await p.call(homeless, 'GET /users/?$search=a')).body, { users: [] });
    assert.deepEqual((await p.call(await p.person(), 'GET /users/?$search=a')).body, { users: [] });
  });
});
