import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  authorize,
  authorizeUrl,
  basic,
  eachAuthServer,
  newPkce,
  post,
  type TestAuthServer,
} from '../../../test/support/auth-server.ts';
import { redirectFault } from './redirect-rules.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

type Call = (operation: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

async function callerOf(as: TestAuthServer, userId: string): Promise<Call> {
  const token = await as.server.issueAccessToken({ clientId: 'spa-app', userId });
  return async (operation, body, headers = {}) => {
    const [method = '', path = ''] = operation.split(' ');
    const response = await fetch(`${as.url}/api${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
}

const targets = (answer: Answer): string[] =>
  answer.body.error.details.map((detail: { target: string }) => detail.target);

eachAuthServer('the application registry', (server) => {
  let users = 0;
  const person = async (change: Record<string, unknown> = {}) => {
    const as = await server();
    const user = await as.addUser(`person${++users}@registry.example`, change);
    return { as, user, call: await callerOf(as, user.id) };
  };

  it('registers an application and shows its secret once', async () => {
    const { as, user, call } = await person();
    const uris = { redirectUris: ['https://a.example/cb'], postLogoutRedirectUris: ['https://a.example/'] };
    const made = await call('POST /applications', { displayName: '  My site ', type: 'Web', ...uris });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { clientId, createdDateTime, lastModifiedDateTime, ...rest } = made.body.application;
    assert.match(clientId, /^web-[a-z0-9]{26}$/);
    assert.match(made.body.clientSecret, /^[\w-]{43}$/);
    assert.match(createdDateTime, /^\d{4}-.*\.\d{3}Z$/);
    assert.equal(lastModifiedDateTime, createdDateTime);
    assert.deepEqual(rest, {
      displayName: 'My site',
      type: 'Web',
      mode: 'Production',
      ...uris,
      scopes: ['twin-platform'],
      roles: [],
      organizationId: as.organizationId,
      tier: 'Standard',
      trusted: false,
      state: 'Active',
      createdBy: user.id,
    });
    const found = await call(`GET /applications/${clientId}`);
    assert.deepEqual(found.body, { application: made.body.application });
    assert.ok(found.headers.get('etag'));
  });

  it('gives a service its own user and e-mail, and lets it in', async () => {
    const { as, call } = await person();
    const { body } = await call('POST /applications', { displayName: 'Importer', type: 'Service' });
    assert.equal(body.application.email, `${body.application.clientId}@apps.localhost`);
    const { clientId, userId } = body.application;
    const tokens = await post(
      `${as.url}/connect/token`,
      { grant_type: 'client_credentials' },
      basic(clientId, body.clientSecret),
    );
    assert.equal(JSON.parse(Buffer.from(tokens.body.access_token.split('.')[1], 'base64url').toString()).sub, userId);
    const native = await call('POST /applications', { displayName: 'Viewer', type: 'Native' });
    assert.deepEqual([native.body.clientSecret, native.body.application.userId], [undefined, undefined]);
  });

  it('takes neither id nor secret nor owner from a body: what is not declared reaches no handler', async () => {
    const { as, call } = await person();
    const other = await as.addUser(`person${++users}@registry.example`);
    const wanted = { clientId: 'spa-console', secret: 'a secret of my own choice', createdBy: other.id };
    const more = { organizationId: null, grantId: 'x', userId: other.id, state: 'Disabled', ...wanted };
    for (const type of ['Service', 'Web', 'SPA', 'Native']) {
      for (const clientId of [wanted.clientId, '../x', '', 'a b', 'spa-app', null]) {
        const made = await call('POST /applications', { ...more, clientId, displayName: 'Mine', type });
        assert.equal(made.status, 201, JSON.stringify(made.body));
        const { application: row, clientSecret } = made.body;
        assert.match(row.clientId, new RegExp(`^${type.toLowerCase()}-[a-z0-9]{26}$`));
        assert.notEqual(clientSecret, wanted.secret);
        assert.deepEqual([row.state, row.organizationId], ['Active', as.organizationId]);
        assert.notEqual(row.createdBy, other.id);
        const renewed = await call(`PATCH /applications/${row.clientId}`, { ...wanted, displayName: 'Still mine' });
        assert.deepEqual([renewed.status, renewed.body.application.clientId], [200, row.clientId]);
      }
    }
  });

  it('never gives the id of a deleted application again', async () => {
    const { as, call } = await person();
    const { body } = await call('POST /applications', { displayName: 'Short', type: 'Service' });
    const { clientId } = body.application;
    assert.equal((await call(`DELETE /applications/${clientId}`)).status, 204);
    await assert.rejects(as.addApplication({ clientId, type: 'Service' }));
    await assert.rejects(as.addApplication({ clientId, type: 'SPA' }));
    assert.equal((await call(`GET /applications/${clientId}`)).status, 404);
  });

  it('tells all that is wrong at once', async () => {
    const { call } = await person();
    const wrong = await call('POST /applications', {
      displayName: '',
      type: 'SPA',
      redirectUris: ['https://ok.example/', 'javascript:alert(1)', 'http://a.example/'],
      postLogoutRedirectUris: ['data:text/html,x'],
      scopes: ['models:read'],
      roles: ['co_administrator'],
    });
    assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'InvalidApplicationRequest']);
    assert.deepEqual(targets(wrong).sort(), [
      'displayName',
      'postLogoutRedirectUris[0]',
      'redirectUris[1]',
      'redirectUris[2]',
      'roles',
      'scopes[0]',
    ]);
    for (const body of [
      {},
      { displayName: 'x', type: 'Robot' },
      { displayName: 'x', type: 'SPA', redirectUris: 'x' },
    ]) {
      assert.equal((await call('POST /applications', body)).status, 422);
    }
    const uris = Array.from({ length: 51 }, (_, i) => `https://a.example/${i}`);
    assert.equal((await call('POST /applications', { displayName: 'x', type: 'SPA', redirectUris: uris })).status, 422);
    const service = { displayName: 'x', type: 'Service', redirectUris: ['https://a.example/'] };
    assert.deepEqual(targets(await call('POST /applications', service)), ['redirectUris[0]']);
  });

  it('shows an application to its creator and to administrators of its organization', async () => {
    const { as, call } = await person();
    const { clientId } = (await call('POST /applications', { displayName: 'Mine', type: 'SPA' })).body.application;
    const colleague = await person();
    const administrator = await person({ roles: ['services_administrator'] });
    const other = await as.addOrganization('Other');
    const foreigner = await person({ organizationId: other, roles: ['account_administrator'] });
    for (const { call: stranger } of [colleague, foreigner]) {
      for (const operation of ['GET', 'PATCH', 'DELETE'] as const) {
        const body = operation === 'PATCH' ? {} : undefined;
        const answer = await stranger(`${operation} /applications/${clientId}`, body);
        assert.deepEqual([answer.status, answer.body.error.code], [404, 'ApplicationNotFound'], operation);
      }
      assert.equal((await stranger(`POST /applications/${clientId}/secret`)).status, 404);
      const listed = (await stranger('GET /applications')).body.applications as { clientId: string }[];
      assert.ok(!listed.some((one) => one.clientId === clientId));
    }
    assert.equal((await administrator.call(`GET /applications/${clientId}`)).status, 200);
    const page = await administrator.call('GET /applications?$top=1&$skip=1');
    assert.equal(page.body.applications.length, 1);
    assert.equal(page.body._links.next.href, `${as.url}/api/applications?$skip=2&$top=1`);
    assert.equal(page.body._links.prev.href, `${as.url}/api/applications?$skip=0&$top=1`);
    assert.equal((await administrator.call('GET /applications?$top=0')).status, 422);
  });

  it('lets only administrators of the organization set roles, tier and trust', async () => {
    const { call } = await person();
    const administrator = await person({ roles: ['account_administrator'] });
    const loner = await person({ organizationId: null });
    for (const change of [{ roles: ['co_administrator'] }, { tier: 'Premium' }, { trusted: true }]) {
      const wanted = { displayName: 'S', type: 'Service', ...change };
      for (const who of [call, loner.call]) assert.equal((await who('POST /applications', wanted)).status, 403);
      assert.equal((await administrator.call('POST /applications', wanted)).status, 201);
    }
    const { clientId } = (await call('POST /applications', { displayName: 'S', type: 'Service' })).body.application;
    assert.equal((await call(`PATCH /applications/${clientId}`, { trusted: true })).status, 403);
    const change = { roles: ['co_administrator'], tier: 'Custom', trusted: true };
    const changed = await administrator.call(`PATCH /applications/${clientId}`, change);
    const { roles, tier, trusted } = changed.body.application;
    assert.deepEqual({ roles, tier, trusted }, change);
  });

  it('changes what is given, once and for all processes', async () => {
    const { call } = await person();
    const made = (
      await call('POST /applications', { displayName: 'Old', type: 'SPA', redirectUris: ['https://a.example/'] })
    ).body.application;
    const path = `/applications/${made.clientId}`;
    assert.deepEqual((await call(`PATCH ${path}`, {})).body.application, made);
    const etag = (await call(`GET ${path}`)).headers.get('etag') ?? '';
    const changed = await call(`PATCH ${path}`, { displayName: 'New' }, { 'If-Match': etag });
    assert.deepEqual(
      { ...changed.body.application, lastModifiedDateTime: made.lastModifiedDateTime },
      { ...made, displayName: 'New' },
    );
    assert.equal((await call(`PATCH ${path}`, { displayName: 'Newer' }, { 'If-Match': etag })).status, 412);
    const wrong = await call(`PATCH ${path}`, { redirectUris: ['http://a.example/'], displayName: 'x'.repeat(101) });
    assert.equal(wrong.status, 422);
  });

  it('ends the tokens of a disabled application for good, and everything of a deleted one', async () => {
    const { as, call } = await person();
    const { application, clientSecret } = (await call('POST /applications', { displayName: 'S', type: 'Service' }))
      .body;
    const path = `/applications/${application.clientId}`;
    const newToken = async () =>
      (
        await post(
          `${as.url}/connect/token`,
          { grant_type: 'client_credentials' },
          basic(application.clientId, clientSecret),
        )
      ).body;
    const { access_token } = await newToken();
    await call(`PATCH ${path}`, { state: 'Disabled' });
    assert.equal(await as.server.authenticate(`Bearer ${access_token}`), 'invalid');
    assert.equal((await newToken()).error, 'invalid_client');
    await call(`PATCH ${path}`, { state: 'Active' });
    assert.equal(await as.server.authenticate(`Bearer ${access_token}`), 'invalid', 'the old one stays ended');
    const again = (await newToken()).access_token;
    assert.equal(typeof (await as.server.authenticate(`Bearer ${again}`)), 'object');
    assert.equal((await call(`DELETE ${path}`)).status, 204);
    assert.equal(await as.server.authenticate(`Bearer ${again}`), 'invalid');
    assert.equal((await call(`DELETE ${path}`)).status, 404);
    assert.deepEqual(as.ended.slice(-2), [`${application.clientId} disabled`, `${application.clientId} deleted`]);
  });

  it('renews a secret; the old one works 24 hours longer unless it must end', async (t) => {
    const { as, call } = await person();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { application, clientSecret } = (await call('POST /applications', { displayName: 'S', type: 'Service' }))
      .body;
    const path = `/applications/${application.clientId}/secret`;
    const works = async (secret: string) =>
      (await post(`${as.url}/connect/token`, { grant_type: 'client_credentials' }, basic(application.clientId, secret)))
        .status === 200;
    const second = (await call(`POST ${path}`)).body.clientSecret;
    assert.match(second, /^[\w-]{43}$/);
    assert.deepEqual([await works(clientSecret), await works(second)], [true, true]);
    t.mock.timers.setTime(Date.now() + 23 * 3600_000);
    assert.ok(await works(clientSecret));
    t.mock.timers.setTime(Date.now() + 3600_001);
    assert.deepEqual([await works(clientSecret), await works(second)], [false, true]);
    const later = await callerOf(as, application.createdBy);
    const third = (await later(`POST ${path}`, { immediately: true })).body.clientSecret;
    assert.deepEqual([await works(second), await works(third)], [false, true]);
    const { clientId } = (await later('POST /applications', { displayName: 'V', type: 'Native' })).body.application;
    const refused = await later(`POST /applications/${clientId}/secret`);
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'InvalidApplicationRequest']);
  });

  it('wants a token, JSON, and the version that one has seen', async () => {
    const { as, call } = await person();
    const { clientId } = (await call('POST /applications', { displayName: 'S', type: 'Service' })).body.application;
    const one = `/applications/${clientId}`;
    const operations = [`GET ${one}`, `PATCH ${one}`, `DELETE ${one}`, `POST ${one}/secret`];
    operations.push('GET /applications', 'POST /applications', 'GET /consents', `DELETE /consents/${clientId}`);
    for (const operation of operations) {
      const [method = '', path = ''] = operation.split(' ');
      const response = await fetch(`${as.url}/api${path}`, { method });
      assert.equal(response.status, 401, operation);
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer realm=/);
    }
    for (const operation of ['POST /applications', `PATCH ${one}`, `POST ${one}/secret`]) {
      assert.equal((await call(operation, {}, { 'Content-Type': 'text/xml' })).status, 415, operation);
    }
    assert.equal((await call(`DELETE ${one}`, undefined, { 'If-Match': '"1"' })).status, 412);
    assert.equal((await call(`GET ${one}`)).status, 200);
  });

  it('lists and withdraws consents', async () => {
    const { as, user, call } = await person();
    const { challenge } = newPkce();
    assert.deepEqual((await call('GET /consents')).body, { consents: [] });
    await authorize(as.browser(), authorizeUrl(as, challenge, { scope: 'openid twin-platform' }), user.email);
    const [consent] = (await call('GET /consents')).body.consents;
    assert.match(consent.grantedDateTime, /Z$/);
    assert.deepEqual(
      [consent.clientId, consent.displayName, consent.scopes],
      ['native-app', 'Native App', ['openid', 'twin-platform']],
    );
    assert.equal((await call('DELETE /consents/native-app')).status, 204);
    assert.deepEqual((await call('GET /consents')).body, { consents: [] });
    assert.equal((await call('DELETE /consents/native-app')).status, 404);
  });
});

describe('redirect addresses that may be registered', () => {
  const good = {
    Native: [
      'http://localhost/cb',
      'http://localhost:3000/signin-callback',
      'http://127.0.0.1:8080/',
      'http://[::1]/cb',
      'https://app.example.com/cb',
      'com.example.app:/callback',
      'com.example.app://callback',
    ],
    SPA: ['https://app.example.com/cb?x=1', 'http://localhost:3000/'],
    Web: ['https://app.example.com:8443/cb', 'http://localhost/cb'],
  } as const;
  const bad = {
    Native: [
      'http://app.example.com/',
      'http://localhost.example.org/',
      'https://localhost/',
      'myapp:/cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'com.example.app:cb',
      'file:///etc/passwd',
    ],
    SPA: [
      'http://127.0.0.1/',
      'http://app.example.com/',
      'https://a.example/#x',
      'https://user@a.example/',
      'com.example.app:/cb',
      'https://*.example.com/',
      '/relative',
      'https://a.example/ x',
      'https://a.example\\@b.example/',
      'https://a.example/é',
      `https://a.example/${'x'.repeat(2000)}`,
    ],
    Web: ['http://[::1]/', 'ftp://a.example/', '', 'https://'],
    Service: ['https://a.example/'],
  } as const;
  for (const [type, uris] of Object.entries(good)) {
    it(`of ${type}`, () => {
      for (const uri of uris) assert.equal(redirectFault(type as 'Native', uri), undefined, uri);
    });
  }
  for (const [type, uris] of Object.entries(bad)) {
    it(`and may not, of ${type}`, () => {
      for (const uri of uris) assert.equal(typeof redirectFault(type as 'Native', uri), 'string', uri);
    });
  }
});
