import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';

const project = { class: 'Endeavor', subClass: 'Project', displayName: 'White River' };
const targets = (body: { error: { details: { target: string }[] } }) => body.error.details.map((one) => one.target);

eachPlatform('twins', (platform) => {
  describe('create', () => {
    it('makes the caller the owner and raises twinCreated, then memberAdded', async () => {
      const p = await platform();
      const admin = await p.person({ organizationId: await p.organization('Acme'), roles: ['account_administrator'] });
      p.takeEvents();
      const answer = await p.call(admin, 'POST /twins/', { body: { ...project, number: 'WR-1', latitude: 40.028 } });
      assert.equal(answer.status, 201);
      assert.equal(answer.body.twin.number, 'WR-1');
      assert.equal(answer.body.twin.dataCenterLocation, 'East US');
      assert.equal(answer.body.twin.parentId, answer.body.twin.twinAccountId);
      assert.equal(answer.body.twin.lastModifiedDateTime, answer.body.twin.createdDateTime);
      assert.deepEqual(
        p.takeEvents().map((event) => event.type),
        ['twins.twinCreated.v1', 'accessControl.memberAdded.v1'],
      );
    });

    it('uses the id as number when none is given', async () => {
      const p = await platform();
      const twin = await p.twin(await p.person(), { number: null });
      assert.equal(twin.number, twin.id);
    });

    it('tells every fault at once, in the documented order', async () => {
      const p = await platform();
      const body = { status: 'Dead', latitude: 91, number: 'n'.repeat(256), ianaTimeZone: 'Mars/Base', parentId: 'x' };
      const answer = await p.call(await p.person(), 'POST /twins', { body });
      assert.equal(answer.status, 422);
      assert.equal(answer.body.error.code, 'InvalidtwinsRequest');
      assert.equal(answer.body.error.message, 'Cannot create twin.');
      assert.deepEqual(targets(answer.body), [
        'displayName',
        'class',
        'subClass',
        'number',
        'latitude',
        'ianaTimeZone',
        'status',
        'parentId',
      ]);
      const messages = answer.body.error.details.map((one: { message: string }) => one.message);
      assert.ok(messages.includes('Number cannot be more than 255 characters.'));
      assert.ok(messages.includes('Status value is incorrect. Valid values are Active, Inactive and Trial.'));
    });

    it('tells exactly one fault for a missing class', async () => {
      const p = await platform();
      const answer = await p.call(await p.person(), 'POST /twins', { body: { ...project, class: undefined } });
      assert.deepEqual(answer.body.error.details, [
        {
          code: 'MissingRequiredProperty',
          message: 'A required property is missing or empty.',
          target: 'class',
        },
      ]);
    });

    for (const [name, change] of [
      ['a pair that does not match', { class: 'Thing' }],
      ['an Account', { class: 'Account', subClass: 'Account' }],
    ] as const) {
      it(`refuses ${name}`, async () => {
        const p = await platform();
        const answer = await p.call(await p.person(), 'POST /twins', { body: { ...project, ...change } });
        assert.equal(answer.status, 422);
        assert.deepEqual(targets(answer.body), ['subClass']);
      });
    }

    it('refuses what is no JSON object', async () => {
      const p = await platform();
      const person = await p.person();
      for (const body of ['[1]', '{', 'null', '']) {
        const answer = await p.call(person, 'POST /twins', { body });
        assert.equal(answer.status, 422, body);
        assert.equal(answer.body.error.details[0].code, 'InvalidRequestBody');
      }
    });

    it('refuses a number that is taken, without case, and takes it in another subClass', async () => {
      const p = await platform();
      const person = await p.person();
      await p.twin(person, { number: 'Ä-1' });
      const taken = await p.call(person, 'POST /twins', { body: { ...project, number: 'ä-1' } });
      assert.equal(taken.status, 409);
      assert.equal(taken.body.error.code, 'twinExists');
      assert.equal(taken.body.error.details[0].target, 'number');
      assert.ok(await p.twin(person, { number: 'ä-1', subClass: 'Program' }));
    });

    it('needs twins_create on the parent: 403 for members without, 404 for strangers', async () => {
      const p = await platform();
      const organizationId = await p.organization();
      const colleague = await p.person({ organizationId });
      const account = (await p.call(colleague, 'GET /twins/myprimaryaccount')).body.twin.id;
      assert.equal((await p.call(colleague, 'POST /twins', { body: project })).status, 403);
      const stranger = await p.person();
      const answer = await p.call(stranger, 'POST /twins', { body: { ...project, parentId: account } });
      assert.equal(answer.status, 404);
      assert.equal(answer.body.error.code, 'twinNotFound');
      const unknown = await p.call(stranger, 'POST /twins', { body: { ...project, parentId: randomUUID() } });
      assert.equal(unknown.status, 404);
    });

    it('answers a repeated Idempotency-Key with the first twin', async () => {
      const p = await platform();
      const person = await p.person();
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await p.call(person, 'POST /twins', { body: project, headers });
      const again = await p.call(person, 'POST /twins', { body: project, headers });
      assert.equal(again.status, 201);
      assert.equal(again.body.twin.id, first.body.twin.id);
      const other = await p.call(person, 'POST /twins', { body: { ...project, displayName: 'Other' }, headers });
      assert.equal(other.status, 422);
      assert.equal(other.body.error.details[0].target, 'Idempotency-Key');
    });
  });

  describe('get', () => {
    it('gives all, or the summary with Prefer, on any casing and with a trailing slash', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      const full = await p.call(person, `GET /Twins/${id.toUpperCase()}/`);
      assert.equal(full.status, 200);
      assert.equal(full.body.twin.imageName, null);
      const short = await p.call(person, `GET /twins/${id}`, { headers: { Prefer: 'Return=Minimal' } });
      assert.equal(short.headers.get('Preference-Applied'), 'return=minimal');
      assert.deepEqual(Object.keys(short.body.twin), [
        'id',
        'class',
        'subClass',
        'type',
        'number',
        'displayName',
        'status',
      ]);
    });

    it('is 404 for strangers, unknown and malformed ids alike', async () => {
      const p = await platform();
      const { id } = await p.twin(await p.person());
      const stranger = await p.person();
      for (const one of [id, randomUUID(), 'abc']) {
        const answer = await p.call(stranger, `GET /twins/${one}`);
        assert.equal(answer.status, 404);
        assert.deepEqual(answer.body, {
          error: { code: 'twinNotFound', message: 'Requested twin is not available.' },
        });
      }
    });

    it('answers 304 to its own ETag, also after If-None-Match of a list', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      const etag = (await p.call(person, `GET /twins/${id}`)).headers.get('ETag') ?? '';
      assert.match(etag, /^W\/"/);
      const same = await p.call(person, `GET /twins/${id}`, { headers: { 'If-None-Match': `"x", ${etag}` } });
      assert.equal(same.status, 304);
      assert.equal(same.body, '');
    });
  });

  describe('update', () => {
    it('changes what is given, clears with null, and raises twinUpdated once', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person, { type: 'Bridge', number: 'U-1' });
      p.takeEvents();
      const body = { displayName: '  New name ', type: null };
      const headers = { 'Content-Type': 'application/json-patch+json' };
      const answer = await p.call(person, `PATCH /twins/${id}`, { body, headers });
      assert.equal(answer.status, 200);
      assert.equal(answer.body.twin.displayName, 'New name');
      assert.equal(answer.body.twin.type, null);
      const [event, ...more] = p.takeEvents();
      assert.equal(event?.type, 'twins.twinUpdated.v1');
      assert.equal(more.length, 0);
    });

    it('raises nothing where nothing changed', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      const { twin } = (await p.call(person, `GET /twins/${id}`)).body;
      p.takeEvents();
      assert.equal((await p.call(person, `PATCH /twins/${id}`, { body: {} })).status, 200);
      assert.equal((await p.call(person, `PATCH /twins/${id}`, { body: twin })).status, 200);
      assert.equal(p.takeEvents().length, 0);
    });

    it('refuses read-only members that differ, and empty names', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      const body = { id: randomUUID(), class: 'Thing', createdBy: randomUUID(), displayName: '', number: null };
      const answer = await p.call(person, `PATCH /twins/${id}`, { body });
      assert.equal(answer.status, 422);
      const told = answer.body.error.details.map(
        (one: { code: string; target: string }) => `${one.target} ${one.code}`,
      );
      assert.deepEqual(told.sort(), [
        'class ReadOnlyProperty',
        'createdBy ReadOnlyProperty',
        'displayName MissingRequiredProperty',
        'id ReadOnlyProperty',
        'number MissingRequiredProperty',
      ]);
    });

    it('refuses a stale If-Match with 412 and loses no update under concurrency', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      const etag = (await p.call(person, `GET /twins/${id}`)).headers.get('ETag') ?? '';
      const update = (displayName: string) =>
        p.call(person, `PATCH /twins/${id}`, { body: { displayName }, headers: { 'If-Match': etag } });
      const statuses = (await Promise.all(['a', 'b', 'c', 'd'].map(update))).map((answer) => answer.status);
      assert.deepEqual(statuses.sort(), [200, 412, 412, 412]);
    });

    it('of two that take the same number one gets 409', async () => {
      const p = await platform();
      const person = await p.person();
      const [a, b] = [await p.twin(person), await p.twin(person)];
      const answers = await Promise.all(
        [a, b].map(({ id }) => p.call(person, `PATCH /twins/${id}`, { body: { number: 'same' } })),
      );
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409]);
    });
  });

  describe('delete', () => {
    it('makes everything of the twin unknown and frees its number', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person, { number: 'D-1' });
      await p.call(person, `POST /twins/favorites/${id}`);
      p.takeEvents();
      assert.equal((await p.call(person, `DELETE /twins/${id}`)).status, 204);
      assert.deepEqual(
        p.takeEvents().map((event) => event.type),
        ['twins.twinDeleted.v1'],
      );
      for (const path of [`GET /twins/${id}`, `DELETE /twins/${id}`, `GET /twins/${id}/account`]) {
        assert.equal((await p.call(person, path)).status, 404, path);
      }
      assert.deepEqual((await p.call(person, 'GET /twins/favorites')).body.twins, []);
      assert.ok(await p.twin(person, { number: 'D-1' }));
    });

    it('of two at once one is 204 and the other 404', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      const answers = await Promise.all([1, 2, 3].map(() => p.call(person, `DELETE /twins/${id}`)));
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, 404, 404]);
    });

    it('is refused for a twin with children and for an Account', async () => {
      const p = await platform();
      const person = await p.person();
      const { id } = await p.twin(person);
      await p.twin(person, { parentId: id, subClass: 'WorkPackage' });
      const answer = await p.call(person, `DELETE /twins/${id}`);
      assert.equal(answer.status, 409);
      assert.equal(answer.body.error.code, 'twinHasChildren');
      const account = (await p.call(person, 'GET /twins/myprimaryaccount')).body.twin.id;
      assert.equal((await p.call(person, `DELETE /twins/${account}`)).status, 403);
    });
  });

  describe('accounts', () => {
    it('one per organization, seen by all its people', async () => {
      const p = await platform();
      const organizationId = await p.organization('Acme Corp.');
      const person = await p.person({ organizationId });
      const account = (await p.call(person, 'GET /twins/myprimaryaccount')).body.twin;
      assert.equal(account.number, 'Acme Corp.');
      const listed = await p.call(person, 'GET /twins/?subClass=account');
      assert.deepEqual(
        listed.body.twins.map((twin: { id: string }) => twin.id),
        [account.id],
      );
      const full = await p.call(person, `GET /twins/${account.id}/account`, {
        headers: { Prefer: 'return=representation' },
      });
      assert.equal(full.body.twin.parentId, null);
      assert.equal(full.body.twin.twinAccountId, account.id);
      assert.equal((await p.call(person, `PATCH /twins/${account.id}`, { body: { type: 'x' } })).status, 403);
    });
  });
});
