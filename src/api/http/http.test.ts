import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';

const vendor = (version: number) => `application/vnd.vendor.twin-platform.v${version}+json`;

eachPlatform('every API', (platform) => {
  describe('addresses', () => {
    it('match without case, with and without a trailing slash; a literal wins over a placeholder', async () => {
      const p = await platform();
      const person = await p.person();
      for (const path of ['/TWINS', '/twins/', '/Twins/Favorites/?$top=5', '/twins/exports/']) {
        assert.equal((await p.call(person, `GET ${path}`)).status, 200, path);
      }
      const answer = await p.call(person, 'DELETE /twins/exports');
      assert.equal(answer.status, 404);
      assert.equal(answer.body.error.code, 'ResourceNotFound');
      assert.equal(answer.headers.get('Allow'), 'POST, GET, HEAD, OPTIONS');
    });

    it('take the last of a doubled parameter, ignore unknown ones, and names without case', async () => {
      const p = await platform();
      const answer = await p.call(await p.person(), 'GET /twins/?%24TOP=1&colour=red&$Top=7&x');
      assert.ok(answer.body._links.self.href.endsWith('$top=7'));
    });

    it('of more than 8192 bytes are 414, undecodable ones 400', async () => {
      const p = await platform();
      const person = await p.person();
      assert.equal((await p.call(person, `GET /twins/?$search=${'a'.repeat(8200)}`)).body.error.code, 'UriTooLong');
      for (const path of ['/twins/%', '/twins/%00', '/twins/?$search=%ff', '/twins/?$search=%00']) {
        assert.equal((await p.call(person, `GET ${path}`)).body.error.code, 'BadRequest', path);
      }
    });

    it('that are in no API are 404 with a token and 401 without', async () => {
      const p = await platform();
      const answer = await p.call(await p.person(), 'GET /bridges');
      assert.deepEqual(answer.body.error.details, [
        { code: 'OperationNotFound', message: 'Unable to match incoming request to an operation.' },
      ]);
      assert.equal((await p.call(undefined, 'GET /bridges')).status, 401);
    });
  });

  describe('versions', () => {
    for (const [accept, status] of [
      [vendor(1), 200],
      [`text/html, ${vendor(1)};charset=utf-8;q=0.5`, 200],
      ['*/*', 200],
      ['application/json', 200],
      ['application/vnd.vendor.v1+json', 200],
      [vendor(2), 404],
      ['text/html', 406],
      ['application/xml', 406],
    ] as const) {
      it(`${accept} is ${status}`, async () => {
        const p = await platform();
        const answer = await p.call(await p.person(), 'GET /twins/', { headers: { Accept: accept } });
        assert.equal(answer.status, status);
        assert.equal(answer.headers.get('Content-Type'), 'application/json; charset=utf-8');
      });
    }
  });

  describe('credentials', () => {
    for (const [authorization, code, challenge] of [
      [undefined, 'HeaderNotFound', 'Bearer realm="twin-platform"'],
      ['Basic abc', 'InvalidAuthorizationScheme', 'Bearer realm="twin-platform", error="invalid_token"'],
      ['Bearer abc', 'Unauthorized', 'Bearer realm="twin-platform", error="invalid_token"'],
    ] as const) {
      it(`${authorization ?? 'none'}: ${code}`, async () => {
        const p = await platform();
        const answer = await p.call(
          undefined,
          'GET /twins/',
          authorization ? { headers: { Authorization: authorization } } : {},
        );
        assert.equal(answer.status, 401);
        assert.equal(answer.body.error.code, code);
        assert.equal(answer.headers.get('WWW-Authenticate'), challenge);
      });
    }

    it('a token without the scope is insufficient_scope', async () => {
      const p = await platform();
      const person = await p.person();
      const token = await p.tokenOf(person.userId, person.clientId, { scope: ['openid'] });
      const answer = await p.call({ ...person, token }, 'GET /twins/');
      assert.match(answer.headers.get('WWW-Authenticate') ?? '', /insufficient_scope/);
    });
  });

  describe('browsers', () => {
    it('may call from anywhere: preflight without a token', async () => {
      const p = await platform();
      const headers = {
        Origin: 'https://app.example.com',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization, x-ms-blob-type',
      };
      const answer = await p.call(undefined, 'OPTIONS /twins/', { headers });
      assert.equal(answer.status, 204);
      assert.equal(answer.headers.get('Access-Control-Allow-Origin'), '*');
      assert.equal(answer.headers.get('Access-Control-Allow-Headers'), headers['Access-Control-Request-Headers']);
      assert.match(answer.headers.get('Access-Control-Allow-Methods') ?? '', /PATCH/);
      assert.equal(answer.headers.get('Access-Control-Max-Age'), '7200');
    });

    it('may read the headers of every answer, errors included', async () => {
      const p = await platform();
      const answer = await p.call(undefined, 'GET /twins/', { headers: { Origin: 'https://app.example.com' } });
      assert.equal(answer.headers.get('Access-Control-Allow-Origin'), '*');
      const exposed = (answer.headers.get('Access-Control-Expose-Headers') ?? '').toLowerCase().split(', ');
      assert.ok(exposed.includes('etag') && exposed.includes('x-correlation-id'));
      assert.ok(exposed.includes('www-authenticate'), 'a header that only this answer has');
    });

    it('a plain OPTIONS tells the methods', async () => {
      const p = await platform();
      const answer = await p.call(undefined, 'OPTIONS /twins/');
      assert.equal(answer.headers.get('Allow'), 'POST, GET, HEAD, OPTIONS');
    });
  });

  it('HEAD is GET without a body', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    const [get, head] = [await p.call(person, `GET /twins/${id}`), await p.call(person, `HEAD /twins/${id}`)];
    assert.equal(head.status, 200);
    assert.equal(head.body, '');
    for (const name of ['ETag', 'Content-Length', 'Content-Type', 'Cache-Control']) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
  });

  it('answers carry the correlation id they were given, or one of their own', async () => {
    const p = await platform();
    const ask = (id: string) => p.call(undefined, 'GET /twins/', { headers: { 'X-Correlation-ID': id } });
    assert.equal((await ask('abc-1.2_3')).headers.get('X-Correlation-ID'), 'abc-1.2_3');
    for (const bad of ['a b', 'x'.repeat(129)]) {
      assert.match((await ask(bad)).headers.get('X-Correlation-ID') ?? '', /^[0-9a-f-]{36}$/);
    }
  });

  it('answers carry the security headers', async () => {
    const p = await platform();
    const { headers } = await p.call(undefined, 'GET /twins/');
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
  });

  it('compresses JSON above a kilobyte, and only then', async () => {
    const p = await platform();
    const person = await p.person();
    for (let i = 0; i < 12; i++) await p.twin(person, { displayName: 'A name that repeats '.repeat(5) });
    for (const encoding of ['gzip', 'br']) {
      const headers = { 'Accept-Encoding': encoding };
      const long = await p.call(person, 'GET /twins/', { headers });
      assert.equal(long.headers.get('Content-Encoding'), encoding);
      assert.ok(long.body.twins.length > 12);
      assert.equal((await p.call(person, 'GET /users/me', { headers })).headers.get('Content-Encoding'), null);
    }
  });

  it('Prefer is matched without case, among others, and ignored where it makes no sense', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    const ask = (Prefer: string) => p.call(person, `GET /twins/${id}`, { headers: { Prefer } });
    assert.equal((await ask('respond-async, RETURN=Minimal')).headers.get('Preference-Applied'), 'return=minimal');
    assert.equal((await ask('return=everything')).headers.get('Preference-Applied'), null);
    const favorite = await p.call(person, `POST /twins/favorites/${id}`, { headers: { Prefer: 'return=minimal' } });
    assert.equal(favorite.status, 204);
    assert.equal(favorite.headers.get('Content-Type'), null);
  });

  it('a body that is not wanted is ignored, a nested or large one refused', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    assert.equal((await p.call(person, `POST /twins/recents/${id}`, { body: '{' })).status, 204);
    let nested: unknown = 1;
    for (let i = 0; i < 40; i++) nested = { nested };
    const deep = await p.call(person, 'POST /twins/', { body: nested });
    assert.equal(deep.body.error.details[0].code, 'InvalidRequestBody');
    const large = await p.call(person, 'POST /twins/', { body: { displayName: 'x'.repeat(2 ** 20) } });
    assert.equal(large.status, 413);
    const headers = { 'Content-Type': 'text/xml' };
    assert.equal((await p.call(person, 'POST /twins/', { body: '{}', headers })).status, 415);
  });

  it('a body of more values than are read is refused as too large', async () => {
    const p = await platform();
    const person = await p.person();
    const list = `[${Array(400_000).fill(0).join(',')}]`;
    const answer = await p.call(person, 'POST /twins/', { body: `{"displayName":"x","other":${list}}` });
    assert.deepEqual([answer.status, answer.body.error.code], [413, 'RequestTooLarge']);
  });

  it('a refusal tells a hundred faults at most, and says that there may be more', async () => {
    const p = await platform();
    const person = await p.person();
    const members = (count: number) => JSON.stringify({ operations: Array(count).fill({ op: 'x', id: '' }) });
    const detailsOf = async (body: string) =>
      (await p.call(person, 'POST /forms/bulk', { body })).body.error.details as { message: string }[];
    assert.equal((await detailsOf(members(50))).length, 100);
    const many = await detailsOf(members(100));
    assert.deepEqual([many.length, many.at(-1)?.message], [100, 'There may be more faults than are named here.']);
    const tooMany = await detailsOf(members(20_000));
    assert.deepEqual(tooMany, [
      { code: 'InvalidProperty', message: 'Collection size exceeds maximum size.', target: 'operations' },
    ]);
  });

  it('JSON is taken as text/plain, too, and refused where it is none', async () => {
    const p = await platform();
    const person = await p.person();
    const headers = { 'Content-Type': 'text/plain;charset=UTF-8' };
    const body = JSON.stringify({ class: 'Endeavor', subClass: 'Project', displayName: 'Plain' });
    const made = await p.call(person, 'POST /twins/', { body, headers });
    assert.deepEqual([made.status, made.body.twin.displayName], [201, 'Plain']);
    const refused = await p.call(person, 'POST /twins/', { body: 'class=Endeavor', headers });
    assert.deepEqual([refused.status, refused.body.error.details[0].code], [422, 'InvalidRequestBody']);
  });

  it('two Host headers are refused with 400, wherever the request goes', async () => {
    const p = await platform();
    const { host, port } = new URL(p.address);
    for (const path of ['/twins/', '/health/live', '/blobs/a/b/c', '/auth/connect/authorize', '/console/', '/']) {
      for (const method of ['GET', 'OPTIONS']) {
        const socket = connect(Number(port), 'localhost');
        const hosts = `Host: ${host}\r\nhOST: evil.example\r\n`;
        socket.end(`${method} ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
        const answer = await text(socket);
        assert.match(answer, /^HTTP\/1\.1 400 /, `${method} ${path}`);
        assert.match(answer, /"code":"BadRequest"/);
      }
    }
  });

  it('the same Idempotency-Key twice at once makes one thing', async () => {
    const p = await platform();
    const person = await p.person();
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { class: 'Endeavor', subClass: 'Project', displayName: 'Once' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => p.call(person, 'POST /twins/', { body, headers })));
    const made = new Set(answers.filter((one) => one.status === 201).map((one) => one.body.twin.id));
    assert.equal(made.size, 1);
    for (const one of answers.filter((answer) => answer.status !== 201)) {
      assert.equal(one.status, 409);
      assert.equal(one.body.error.code, 'DataConflict');
    }
    const listed = await p.call(person, 'GET /twins/?displayName=once');
    assert.equal(listed.body.twins.length, 1);
  });
});
