import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  authorize,
  authorizeUrl,
  basic,
  claimsOf,
  eachAuthServer,
  newPkce,
  post,
  redirectUri,
  serviceSecret,
  type TestAuthServer,
  type TokenAnswer,
  tokensOf,
  webSecret,
} from '../../../test/support/auth-server.ts';
import { q } from '../tables.ts';

const loopback = 'http://localhost:5555/callback';

function refused(answer: TokenAnswer, status: number, error: string): void {
  assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(answer.body));
  assert.equal(typeof answer.body.error_description, 'string');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
}

eachAuthServer('token requests', (server) => {
  const token = async (fields: Record<string, string | readonly string[]>, headers: Record<string, string> = {}) =>
    post(`${(await server()).url}/connect/token`, fields, headers);

  /** A fresh code of the native application with what redeems it. */
  const newCode = async (as: TestAuthServer, change: Record<string, string> = {}) => {
    const { verifier, challenge } = newPkce();
    const redirect = await authorize(as.browser(), authorizeUrl(as, challenge, change));
    const code = redirect.searchParams.get('code') ?? '';
    const base = { grant_type: 'authorization_code', code, client_id: 'native-app', redirect_uri: loopback };
    return { ...base, code_verifier: verifier };
  };
  const accepted = async (accessToken: string) =>
    typeof (await (await server()).server.authenticate(`Bearer ${accessToken}`)) === 'object';

  describe('authorization_code', () => {
    it('answers tokens as the documentation says', async () => {
      const as = await server();
      const answer = await token(await newCode(as, { nonce: 'n', scope: 'openid email twin-platform offline_access' }));
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      const { access_token, refresh_token, id_token, ...rest } = answer.body;
      const scope = 'openid email twin-platform offline_access';
      assert.deepEqual(rest, { expires_in: 3600, token_type: 'Bearer', scope });
      assert.match(refresh_token, /^[\w-]{43,}$/);
      const header = JSON.parse(Buffer.from(access_token.split('.')[0], 'base64url').toString());
      assert.deepEqual([header.alg, header.typ, typeof header.kid], ['RS256', 'JWT', 'string']);
      const { iat, nbf, exp, jti, grant_id, sid, auth_time, ultimate_site, ...claims } = claimsOf(access_token);
      assert.deepEqual(claims, {
        iss: as.url,
        aud: [as.url.replace('/auth', ''), `${as.url}/resources`],
        sub: as.user.id,
        client_id: 'native-app',
        scope: scope.split(' '),
        email: 'ada@example.com',
        preferred_username: 'ada@example.com',
        name: 'Ada Lovelace',
        given_name: 'Ada',
        family_name: 'Lovelace',
        org: as.organizationId,
        org_name: 'Bridges Ltd',
        usage_country_iso: 'GB',
        role: [],
        entitlement: [],
      });
      assert.deepEqual([exp - iat, nbf, typeof auth_time], [3600, iat, 'number']);
      for (const text of [jti, grant_id, sid, ultimate_site]) assert.equal(typeof text, 'string');
      const id = claimsOf(id_token);
      assert.deepEqual([id.iss, id.aud, id.sub, id.nonce, id.sid], [as.url, 'native-app', as.user.id, 'n', sid]);
      assert.deepEqual([id.email, id.name, id.auth_time], ['ada@example.com', undefined, auth_time]);
      assert.match(id.at_hash, /^[\w-]{22}$/);
      assert.ok(await accepted(access_token));
    });

    it('refuses another redirect address, client, or verifier, and none at all', async () => {
      const as = await server();
      const good = await newCode(as);
      refused(await token({ ...good, redirect_uri: 'http://localhost:5556/callback' }), 400, 'invalid_grant');
      refused(await token({ ...good, code_verifier: newPkce().verifier }), 400, 'invalid_grant');
      refused(await token({ ...good, client_id: 'spa-app' }), 400, 'invalid_grant');
      const { code_verifier: _, ...without } = good;
      refused(await token(without), 400, 'invalid_grant');
      refused(await token({ ...good, code: 'unknown' }), 400, 'invalid_grant');
      assert.equal((await token(good)).status, 200);
    });

    it('refuses a verifier for a code that was asked for without challenge (downgrade)', async () => {
      const as = await server();
      const change = { client_id: 'web-app', redirect_uri: redirectUri, code_challenge: '', code_challenge_method: '' };
      const web = { client_id: 'web-app', client_secret: webSecret, redirect_uri: redirectUri };
      const { code_verifier, ...first } = { ...(await newCode(as, change)), ...web };
      refused(await token({ ...first, code_verifier }), 400, 'invalid_grant');
      const { code_verifier: __, ...second } = { ...(await newCode(as, change)), ...web };
      assert.equal((await token(second)).status, 200);
      const { code_verifier: ___, ...third } = { ...(await newCode(as, change)), ...web };
      refused(await token({ ...third, code_verifier: 'x'.repeat(42) }), 400, 'invalid_request');
    });

    it('takes a code once; its second use ends all tokens of the grant', async () => {
      const as = await server();
      const good = await newCode(as);
      const first = await token(good);
      assert.ok(await accepted(first.body.access_token));
      refused(await token(good), 400, 'invalid_grant');
      assert.equal(await as.server.authenticate(`Bearer ${first.body.access_token}`), 'invalid');
      const { refresh_token } = first.body;
      refused(
        await token({ grant_type: 'refresh_token', client_id: 'native-app', refresh_token }),
        400,
        'invalid_grant',
      );
      refused(await token(good), 400, 'invalid_grant');
    });

    it('takes a code once also when two requests come together', async () => {
      const as = await server();
      const good = await newCode(as);
      const answers = await Promise.all([token(good), token(good), token(good)]);
      const tokens = answers.filter((answer) => answer.status === 200);
      assert.ok(tokens.length <= 1, `${tokens.length} answers have tokens`);
      for (const answer of tokens) {
        const { access_token, refresh_token } = answer.body;
        assert.equal(await accepted(access_token), false);
        refused(
          await token({ grant_type: 'refresh_token', client_id: 'native-app', refresh_token }),
          400,
          'invalid_grant',
        );
      }
    });

    it('refuses a code after 120 seconds, and one whose session has ended', async (t) => {
      const as = await server();
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const late = await newCode(as);
      t.mock.timers.setTime(Date.now() + 121_000);
      refused(await token(late), 400, 'invalid_grant');
      const { verifier, challenge } = newPkce();
      const browser = as.browser();
      const redirect = await authorize(browser, authorizeUrl(as, challenge));
      const page = await browser.get(`${as.url}/connect/endsession`);
      await browser.submit(page, {}, 'Sign out');
      const code = redirect.searchParams.get('code') ?? '';
      const left = { grant_type: 'authorization_code', client_id: 'native-app', redirect_uri: loopback, code };
      refused(await token({ ...left, code_verifier: verifier }), 400, 'invalid_grant');
    });

    it('ignores scope unless it is wider, and the resource that some clients send', async () => {
      const as = await server();
      const narrow = await token({ ...(await newCode(as, { scope: 'openid' })), scope: 'openid', resource: 'urn:x' });
      assert.equal(narrow.body.scope, 'openid');
      refused(
        await token({ ...(await newCode(as, { scope: 'openid' })), scope: 'openid twin-platform' }),
        400,
        'invalid_scope',
      );
      refused(await token({ ...(await newCode(as, { scope: 'openid' })), scope: 'unknown' }), 400, 'invalid_scope');
    });

    it('gives no refresh token without offline_access, nor to single-page applications', async () => {
      const as = await server();
      assert.equal((await token(await newCode(as, { scope: 'twin-platform' }))).body.refresh_token, undefined);
      const spa = { client_id: 'spa-app', redirect_uri: redirectUri };
      const fields = { ...(await newCode(as, spa)), ...spa, scope: 'openid twin-platform offline_access' };
      const answer = await token(fields);
      assert.deepEqual([answer.body.refresh_token, answer.body.scope], [undefined, 'openid twin-platform']);
      assert.equal((await tokensOf(as)).body.id_token.split('.').length, 3);
    });

    it('takes the same members as JSON', async () => {
      const as = await server();
      const response = await fetch(`${as.url}/connect/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(await newCode(as)),
      });
      assert.equal(response.status, 200);
      const bad = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'grant_type=x' };
      assert.equal((await fetch(`${as.url}/connect/token`, bad)).status, 400);
      const broken = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' };
      assert.equal((await fetch(`${as.url}/connect/token`, broken)).status, 400);
    });
  });

  describe('refresh_token', () => {
    const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
      token({ grant_type: 'refresh_token', client_id: 'native-app', refresh_token, ...more });

    it('rotates, and ignores what clients send with it', async () => {
      const as = await server();
      const first = (await tokensOf(as)).body;
      const second = await refresh(first.refresh_token, { redirect_uri: '', code: '', code_verifier: 'x' });
      assert.equal(second.status, 200);
      assert.notEqual(second.body.refresh_token, first.refresh_token);
      assert.equal(second.body.scope, first.scope);
      assert.equal(claimsOf(second.body.access_token).grant_id, claimsOf(first.access_token).grant_id);
      assert.ok(claimsOf(second.body.id_token).at_hash);
      assert.ok(await accepted(second.body.access_token));
      assert.ok(await accepted(first.access_token), 'the old access token lives on');
    });

    it('narrows the scope for one token, and refuses a wider one', async () => {
      const as = await server();
      const first = (await tokensOf(as)).body;
      const narrow = await refresh(first.refresh_token, { scope: 'twin-platform' });
      assert.deepEqual(claimsOf(narrow.body.access_token).scope, ['twin-platform']);
      const whole = await refresh(narrow.body.refresh_token);
      assert.equal(whole.body.scope, first.scope);
      refused(await refresh(whole.body.refresh_token, { scope: 'twin-platform email' }), 400, 'invalid_scope');
    });

    it('answers once more within 30 seconds, because the answer may be lost', async (t) => {
      const as = await server();
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const { refresh_token } = (await tokensOf(as)).body;
      const first = await refresh(refresh_token);
      t.mock.timers.setTime(Date.now() + 29_000);
      const again = await refresh(refresh_token);
      assert.equal(again.status, 200);
      assert.notEqual(again.body.refresh_token, first.body.refresh_token);
      assert.equal(claimsOf(again.body.access_token).grant_id, claimsOf(first.body.access_token).grant_id);
    });

    it('ends the whole family when it is used again later', async (t) => {
      const as = await server();
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const { refresh_token } = (await tokensOf(as)).body;
      const second = (await refresh(refresh_token)).body;
      t.mock.timers.setTime(Date.now() + 31_000);
      const third = (await refresh(second.refresh_token)).body;
      refused(await refresh(refresh_token), 400, 'invalid_grant');
      refused(await refresh(third.refresh_token), 400, 'invalid_grant');
      assert.equal(await accepted(third.access_token), false);
    });

    it('ends after 30 days without use, and after 180 days with it', async (t) => {
      const as = await server();
      const day = 24 * 3600_000;
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const idle = (await tokensOf(as)).body.refresh_token;
      let used = (await tokensOf(as)).body.refresh_token;
      for (let days = 29; days <= 174; days += 29) {
        t.mock.timers.setTime(Date.now() + 29 * day);
        used = (await refresh(used)).body.refresh_token;
        assert.ok(used, `day ${days}`);
      }
      refused(await refresh(idle), 400, 'invalid_grant');
      t.mock.timers.setTime(Date.now() + 6 * day + 1000);
      refused(await refresh(used), 400, 'invalid_grant');
    });

    it('is bound to its client, user and application', async () => {
      const as = await server();
      const { refresh_token } = (await tokensOf(as)).body;
      const other = await as.addApplication({ type: 'Native', redirectUris: [loopback] });
      refused(await refresh(refresh_token, { client_id: other }), 400, 'invalid_grant');
      refused(await refresh('unknown'), 400, 'invalid_grant');
      refused(await token({ grant_type: 'refresh_token', client_id: 'native-app' }), 400, 'invalid_request');
      const disable = (state: 'Active' | 'Disabled') =>
        as.db.write((tx) => tx.run(q.updateTable('auth_users').set({ state }).where('id', '=', as.user.id)));
      await disable('Disabled');
      refused(await refresh(refresh_token), 400, 'invalid_grant');
      await disable('Active');
    });

    it('is stored as a hash only, like codes and sessions', async () => {
      const as = await server();
      const browser = as.browser();
      const { refresh_token } = (await tokensOf(as, browser)).body;
      const stored = JSON.stringify(await as.db.all(q.selectFrom('auth_payloads').selectAll()));
      assert.ok(!stored.includes(refresh_token));
      for (const secret of browser.cookies.values()) assert.ok(!stored.includes(secret));
    });
  });

  describe('client_credentials', () => {
    const service = (fields: Record<string, string> = {}, secret = serviceSecret) =>
      token({ grant_type: 'client_credentials', ...fields }, basic('service-app', secret));

    it('gives the application its own identity, with all registered scopes', async () => {
      const as = await server();
      const answer = await service({ redirect_uri: 'https://ignored.example' });
      assert.deepEqual([answer.status, answer.body.scope, answer.body.expires_in], [200, 'twin-platform', 3600]);
      assert.deepEqual([answer.body.refresh_token, answer.body.id_token], [undefined, undefined]);
      const claims = claimsOf(answer.body.access_token);
      assert.deepEqual([claims.email, claims.name], ['service-app@apps.localhost', 'Service App']);
      assert.deepEqual([claims.sid, claims.auth_time, claims.given_name], [undefined, undefined, undefined]);
      const caller = await as.server.authenticate(`Bearer ${answer.body.access_token}`);
      assert.ok(typeof caller === 'object');
      assert.deepEqual([caller.kind, caller.userId, caller.organizationId], ['service', claims.sub, as.organizationId]);
    });

    it('takes an alias and carries its spelling', async () => {
      const answer = await service({ scope: 'old-platform' });
      assert.equal(answer.body.scope, 'old-platform');
      assert.deepEqual(claimsOf(answer.body.access_token).scope, ['old-platform']);
      assert.ok(await accepted(answer.body.access_token));
    });

    for (const scope of ['openid', 'twin-platform profile', 'offline_access', 'models:read', ' ']) {
      it(`refuses scope '${scope}'`, async () => refused(await service({ scope }), 400, 'invalid_scope'));
    }

    it('is for services only', async () => {
      const web = await token({ grant_type: 'client_credentials' }, basic('web-app', webSecret));
      refused(web, 400, 'unauthorized_client');
      refused(await token({ grant_type: 'client_credentials', client_id: 'native-app' }), 400, 'unauthorized_client');
      refused(await token({ grant_type: 'password', client_id: 'native-app' }), 400, 'unsupported_grant_type');
    });
  });

  describe('client authentication', () => {
    const grant = { grant_type: 'client_credentials' };
    it('takes the secret by Basic or in the body, not both', async () => {
      const inBody = { client_id: 'service-app', client_secret: serviceSecret };
      assert.equal((await token({ ...grant, ...inBody })).status, 200);
      const both = await token({ ...grant, ...inBody }, basic('service-app', serviceSecret));
      refused(both, 400, 'invalid_request');
      assert.equal(
        (await token({ ...grant, client_id: 'service-app' }, basic('service-app', serviceSecret))).status,
        200,
      );
      refused(
        await token({ ...grant, client_id: 'web-app' }, basic('service-app', serviceSecret)),
        400,
        'invalid_request',
      );
    });

    it('refuses wrong and missing secrets and unknown clients', async () => {
      const wrong = await token(grant, basic('service-app', `${serviceSecret}x`));
      refused(wrong, 401, 'invalid_client');
      assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic realm="http:\/\/localhost:\d+\/auth"/);
      refused(await token({ ...grant, client_id: 'service-app' }), 401, 'invalid_client');
      refused(await token({ ...grant, client_id: 'service-app', client_secret: '' }), 401, 'invalid_client');
      refused(await token(grant, basic('nobody', 'x')), 401, 'invalid_client');
      refused(await token({ ...grant, client_id: 'native-app', client_secret: 'x' }), 401, 'invalid_client');
      refused(await token(grant), 400, 'invalid_request');
    });

    it('stores a keyed hash of the secret', async () => {
      const as = await server();
      const rows = await as.db.all(q.selectFrom('auth_applications').selectAll());
      assert.ok(!JSON.stringify(rows).includes(serviceSecret));
      assert.ok(rows.some((row) => row.secret_hash === as.secrets.sign('client secret', serviceSecret)));
    });

    it('refuses parameters that come twice', async () => {
      refused(
        await token({ grant_type: ['client_credentials', 'client_credentials'] }, basic('service-app', serviceSecret)),
        400,
        'invalid_request',
      );
      refused(
        await token({ ...grant, scope: ['twin-platform', 'x'] }, basic('service-app', serviceSecret)),
        400,
        'invalid_request',
      );
      refused(
        await token({ ...grant, client_id: ['service-app', 'x'], client_secret: serviceSecret }),
        400,
        'invalid_request',
      );
    });

    it('answers 429 after 30 failures of a client in a minute, then lets it in again', async (t) => {
      const as = await server();
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const clientId = await as.addApplication({ type: 'Service', secret: serviceSecret });
      for (let i = 0; i < 30; i++) refused(await token(grant, basic(clientId, `wrong ${i}`)), 401, 'invalid_client');
      const limited = await token(grant, basic(clientId, serviceSecret));
      refused(limited, 429, 'temporarily_unavailable');
      assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal((await token(grant, basic('service-app', serviceSecret))).status, 200, 'others are not concerned');
      t.mock.timers.setTime(Date.now() + 61_000);
      assert.equal((await token(grant, basic(clientId, serviceSecret))).status, 200);
    });
  });

  it('lets pages of single-page applications read answers, and nobody else', async () => {
    const as = await server();
    const origin = 'https://app.example.com';
    const spa = await token(
      { grant_type: 'authorization_code', client_id: 'spa-app', code: 'x', redirect_uri: redirectUri },
      { Origin: origin },
    );
    assert.equal(spa.headers.get('access-control-allow-origin'), origin);
    assert.equal(spa.headers.get('access-control-allow-credentials'), null);
    const evil = await token(
      { grant_type: 'client_credentials', client_id: 'spa-app' },
      { Origin: 'https://evil.example' },
    );
    assert.equal(evil.headers.get('access-control-allow-origin'), null);
    const service = await token(
      { grant_type: 'client_credentials' },
      { ...basic('service-app', serviceSecret), Origin: origin },
    );
    assert.deepEqual([service.status, service.headers.get('access-control-allow-origin')], [200, null]);
    const asked = {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-correlation-id',
    };
    const preflight = await fetch(`${as.url}/connect/token`, { method: 'OPTIONS', headers: asked });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type,x-correlation-id');
    assert.equal(preflight.headers.get('access-control-allow-origin'), origin);
  });

  it('refusals may be read where answers may: by pages of registered single-page applications', async () => {
    const as = await server();
    for (const path of ['token', 'revocation', 'introspect', 'deviceauthorization', 'userinfo']) {
      for (const body of ['', 'client_id=nobody', 'client_id=spa-app&grant_type=nothing']) {
        const readerOf = async (headers: Record<string, string>) => {
          const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
          const answer = await fetch(`${as.url}/connect/${path}`, {
            method: 'POST',
            body,
            headers: { ...type, ...headers },
          });
          assert.ok(answer.status >= 400, `${path} ${answer.status}`);
          return answer.headers.get('access-control-allow-origin');
        };
        for (const stranger of ['https://evil.example', 'https://app.example.co', 'null', '%']) {
          assert.equal(await readerOf({ Origin: stranger }), null, `${path} ${body} ${stranger}`);
        }
        assert.equal(await readerOf({}), null, `${path} ${body} without an origin`);
        const own = 'https://app.example.com';
        if (path !== 'introspect') assert.equal(await readerOf({ Origin: own }), own, `${path} ${body}`);
      }
    }
  });

  it('a preflight is granted to origins of registered pages only', async () => {
    const as = await server();
    await as.addApplication({
      type: 'SPA',
      clientId: `spa-${randomUUID()}`,
      redirectUris: ['https://Loud.Example/cb'],
    });
    const loud = { Origin: 'https://loud.example', 'Access-Control-Request-Method': 'POST' };
    const granted = await fetch(`${as.url}/connect/token`, { method: 'OPTIONS', headers: loud });
    assert.equal(granted.headers.get('access-control-allow-origin'), 'https://loud.example');
    await as.addApplication({ type: 'Web', clientId: `web-${randomUUID()}`, redirectUris: ['https://web.example/cb'] });
    for (const path of ['token', 'revocation', 'userinfo', 'introspect', 'deviceauthorization']) {
      for (const stranger of ['https://evil.example', 'https://app.example.co', 'https://web.example', 'null', '%']) {
        const headers = { Origin: stranger, 'Access-Control-Request-Method': 'POST' };
        const answer = await fetch(`${as.url}/connect/${path}`, { method: 'OPTIONS', headers });
        const granted = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
        assert.deepEqual([answer.status, granted], [204, []], `${path} ${stranger}`);
      }
    }
  });
});
