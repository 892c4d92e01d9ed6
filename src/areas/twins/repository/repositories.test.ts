import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { eachPlatform } from '../../../../test/support/platform.ts';

const map = { class: 'GeographicInformationSystem', subClass: 'WebMapService', uri: 'https://maps.example.com/wms' };
const told = (answer: { body: { error: { details: { code: string; target: string }[] } } }) =>
  answer.body.error.details.map((one) => `${one.code} ${one.target}`);

eachPlatform('repositories of a twin', (platform) => {
  it('are registered, listed, changed and removed; secrets come back in clear', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    const authentication = { type: 'Header', key: 'X-Api-Key', value: 'mySecretApiKey' };
    const options = { queryParameters: { apiVersion: '1.5.1' }, minimumLevel: 10, maximumLevel: 20, extra: [1] };
    const body = { ...map, subClass: 'UrlTemplate', displayName: 'Tiles', authentication, options };
    const made = await p.call(person, `POST /twins/${id}/repositories`, { body });
    assert.equal(made.status, 201);
    const { repository } = made.body;
    assert.deepEqual(repository, { id: repository.id, ...body });
    const listed = await p.call(person, `GET /twins/${id}/repositories/?class=GeographicInformationSystem`);
    assert.deepEqual(listed.body.repositories, [repository]);
    const address = `/twins/${id}/repositories/${repository.id}`;
    assert.deepEqual((await p.call(person, `GET ${address}`)).body, { repository });
    const change = { displayName: 'Renamed', authentication: null, class: map.class };
    const changed = await p.call(person, `PATCH ${address}`, { body: change });
    assert.equal(changed.body.repository.displayName, 'Renamed');
    assert.ok(!('authentication' in changed.body.repository));
    const stale = { body: {}, headers: { 'If-Match': 'W/"77"' } };
    assert.equal((await p.call(person, `PATCH ${address}`, stale)).status, 412);
    assert.equal((await p.call(person, `DELETE ${address}`, { headers: stale.headers })).status, 412);
    assert.equal((await p.call(person, `DELETE ${address}`)).status, 204);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const gone = await p.call(person, `${method} ${address}`, method === 'PATCH' ? { body: {} } : {});
      assert.equal(gone.body.error.code, 'twinRepositoryNotFound');
    }
  });

  it('take their name from the subClass and are unique', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    const post = (body: object) => p.call(person, `POST /twins/${id}/repositories`, { body });
    const first = await post(map);
    assert.equal(first.body.repository.displayName, 'WebMapService');
    assert.equal((await post(map)).body.error.code, 'twinRepositoryExists');
    assert.equal((await post({ ...map, uri: 'https://b', displayName: 'webmapservice' })).status, 409);
    const second = await post({ ...map, uri: 'https://c' });
    assert.equal(second.status, 201);
    const clash = await p.call(person, `PATCH /twins/${id}/repositories/${second.body.repository.id}`, {
      body: { uri: map.uri },
    });
    assert.equal(clash.status, 409);
  });

  for (const [what, body, expected] of [
    ['nothing', {}, ['MissingRequiredProperty class', 'MissingRequiredProperty uri']],
    ['a class that cannot be registered', { class: 'Storage', uri: 'x' }, ['InvalidValue class']],
    ['a missing subClass', { class: 'Subsurface', uri: '' }, ['MissingRequiredProperty uri', 'InvalidValue subClass']],
    [
      'long texts',
      { ...map, uri: 'u'.repeat(2001), displayName: 'd'.repeat(201) },
      ['InvalidValue uri', 'InvalidValue displayName'],
    ],
    [
      'half an authentication',
      { ...map, authentication: { type: 'Basic', username: 'a' } },
      ['InvalidValue authentication.password'],
    ],
    ['an unknown authentication', { ...map, authentication: { type: 'Magic' } }, ['InvalidValue authentication.type']],
    [
      'a template without levels',
      { ...map, subClass: 'UrlTemplate', options: { minimumLevel: 25 } },
      ['InvalidValue minimumlevel', 'InvalidValue maximumlevel'],
    ],
    ['odd options', { ...map, options: { queryParameters: { a: 1 } } }, ['InvalidValue options']],
  ] as const) {
    it(`refuse ${what}`, async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      const answer = await p.call(person, `POST /twins/${id}/repositories`, { body });
      assert.equal(answer.status, 422);
      assert.deepEqual(told(answer).sort(), [...expected].sort());
    });
  }

  it('refuse a wrong update', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    const made = await p.call(person, `POST /twins/${id}/repositories`, { body: map });
    const body = { uri: '', displayName: null, class: 'Construction', options: 7 };
    const answer = await p.call(person, `PATCH /twins/${id}/repositories/${made.body.repository.id}`, { body });
    assert.equal(answer.body.error.message, 'Cannot update twin Repository.');
    assert.deepEqual(told(answer).sort(), [
      'InvalidValue displayName',
      'InvalidValue options',
      'InvalidValue uri',
      'ReadOnlyProperty class',
    ]);
  });

  it('of URL templates need no options; where there are some, they need both levels', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    for (const options of [undefined, null]) {
      const body = {
        ...map,
        subClass: 'UrlTemplate',
        uri: `https://a/${options}`,
        displayName: `T${options}`,
        options,
      };
      const made = await p.call(person, `POST /twins/${id}/repositories`, { body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const address = `/twins/${id}/repositories/${made.body.repository.id}`;
      const levels = { minimumLevel: 1, maximumLevel: 2 };
      for (const [change, status] of [
        [{ options: {} }, 422],
        [{ options: levels }, 200],
        [{ options: null }, 200],
      ] as const) {
        assert.equal((await p.call(person, `PATCH ${address}`, { body: change })).status, status);
      }
    }
  });

  it('refuse a wrong query, and a malformed twin id with 422', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    for (const [query, expected] of [
      ['class=Bridge', ['InvalidValue class']],
      ['subClass=ArcGIS', ['InvalidValue class']],
      ['class=Construction&subClass=ArcGIS', ['InvalidValue subClass']],
    ] as const) {
      assert.deepEqual(told(await p.call(person, `GET /twins/${id}/repositories?${query}`)), expected);
    }
    assert.deepEqual((await p.call(person, `GET /twins/${id}/repositories?class=Issues`)).body, { repositories: [] });
    const malformed = await p.call(person, 'GET /twins/abc/repositories');
    assert.equal(malformed.status, 422);
    assert.deepEqual(told(malformed), ['InvalidValue twinId']);
    assert.equal((await p.call(person, `GET /twins/${randomUUID()}/repositories`)).status, 404);
  });

  it('need twins_modify to be changed', async () => {
    const p = await platform();
    const organizationId = await p.organization();
    const admin = await p.person({ organizationId, roles: ['account_administrator'] });
    const colleague = await p.person({ organizationId });
    const stranger = await p.person();
    const account = (await p.call(colleague, 'GET /twins/myprimaryaccount')).body.twin.id;
    const authentication = { type: 'Basic', username: 'a', password: 'b' };
    const made = await p.call(admin, `POST /twins/${account}/repositories`, { body: { ...map, authentication } });
    const address = `/twins/${account}/repositories/${made.body.repository.id}`;
    const seen = await p.call(colleague, `GET ${address}`);
    assert.ok(!('authentication' in seen.body.repository), 'who merely sees an Account is told no secret');
    for (const [operation, body] of [
      [`POST /twins/${account}/repositories`, map],
      [`PATCH ${address}`, {}],
      [`DELETE ${address}`, undefined],
      [`POST ${address}/resources`, { id: 'a', displayName: 'a' }],
      [`DELETE ${address}/resources/a`, undefined],
    ] as const) {
      const options = body === undefined ? {} : { body };
      assert.equal((await p.call(colleague, operation, options)).status, 403, operation);
      assert.equal((await p.call(stranger, operation, options)).body.error.code, 'twinNotFound', operation);
    }
    for (const path of [address, `${address}/resources`, `${address}/resources/a`, `${address}/resources/a/graphics`]) {
      assert.equal((await p.call(stranger, `GET ${path}`)).body.error.code, 'twinNotFound');
    }
  });

  describe('resources', () => {
    it('are named, listed, found and removed', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      const made = await p.call(person, `POST /twins/${id}/repositories`, { body: map });
      const resources = `/twins/${id}/repositories/${made.body.repository.id}/resources`;
      for (const displayName of ['Roads', 'rivers', 'Zones']) {
        const answer = await p.call(person, `POST ${resources}`, {
          body: { id: displayName, displayName, type: 'Layer' },
        });
        assert.equal(answer.status, 201);
      }
      const again = await p.call(person, `POST ${resources}`, { body: { id: 'Roads', displayName: 'x' } });
      assert.equal(again.body.error.code, 'twinRepositoryResourceExists');
      const named = await p.call(person, `POST ${resources}`, { body: { id: 'Rails', displayName: 'rOADS' } });
      assert.deepEqual([named.status, named.body.error.code], [409, 'twinRepositoryResourceExists'], 'the same name');
      const page = await p.call(person, `GET ${resources}?$top=1&$search=R`);
      assert.deepEqual(
        page.body.resources.map((one: { displayName: string }) => one.displayName),
        ['rivers'],
      );
      const next = await p.call(person, `GET ${page.body._links.next.href}`, {
        headers: { Prefer: 'return=representation' },
      });
      assert.deepEqual(next.body.resources[0].properties, {});
      assert.equal((await p.call(person, `GET ${resources}/Zones`)).body.resource.type, 'Layer');
      assert.deepEqual((await p.call(person, `GET ${resources}/nothing/graphics`)).body, { graphics: [] });
      assert.equal((await p.call(person, `DELETE ${resources}/Zones`)).status, 204);
      for (const method of ['GET', 'DELETE']) {
        const gone = await p.call(person, `${method} ${resources}/Zones`);
        assert.equal(gone.body.error.code, 'twinRepositoryResourceNotFound');
      }
    });

    it('belong to map services only; of an unknown repository it is said that it is unknown, but where one is deleted', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      const body = { class: 'Construction', subClass: 'Performance', uri: 'https://a' };
      const made = await p.call(person, `POST /twins/${id}/repositories`, { body });
      const at = (repository: string) => `/twins/${id}/repositories/${repository}/resources`;
      const resource = { body: { id: 'a', displayName: 'a' } };
      assert.equal((await p.call(person, `POST ${at(made.body.repository.id)}`, resource)).status, 422);
      assert.equal((await p.call(person, `POST ${at(made.body.repository.id)}`, { body: {} })).status, 422);
      assert.equal((await p.call(person, `GET ${at(made.body.repository.id)}?$top=0`)).status, 422);
      const unknown = at(randomUUID());
      for (const [operation, options] of [
        [`GET ${unknown}`, {}],
        [`GET ${unknown}/a`, {}],
        [`POST ${unknown}`, resource],
      ] as const) {
        assert.equal((await p.call(person, operation, options)).body.error.code, 'twinRepositoryNotFound', operation);
      }
      const missing = await p.call(person, `DELETE ${unknown}/a`);
      assert.deepEqual([missing.status, missing.body.error.code], [404, 'twinRepositoryResourceNotFound']);
      assert.deepEqual((await p.call(person, `GET ${unknown}/a/graphics`)).body, { graphics: [] });
    });
  });
});
