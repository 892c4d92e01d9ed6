import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import {
  authorizeUrl,
  basic,
  eachAuthServer,
  newPkce,
  post,
  serviceSecret,
  type TestAuthServer,
} from '../../../test/support/auth-server.ts';

const serviceToken = async (as: TestAuthServer): Promise<string> => {
  const grant = { grant_type: 'client_credentials' };
  return (await post(`${as.url}/connect/token`, grant, basic('service-app', serviceSecret))).body.access_token;
};

eachAuthServer('discovery', (server) => {
  // biome-ignore lint/suspicious/noExplicitAny: members are looked at by name
  const document = async (path = '/.well-known/openid-configuration'): Promise<any> =>
    (await fetch((await server()).url + path)).json();

  it('is what the documentation says, for everybody to read', async () => {
    const as = await server();
    const response = await fetch(`${as.url}/.well-known/openid-configuration`, {
      headers: { Origin: 'https://x.example' },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const body = (await response.json()) as Record<string, unknown>;
    assert.equal(body.issuer, as.url);
    assert.deepEqual(body.response_types_supported, ['code']);
    assert.deepEqual(body.scopes_supported, [
      'twin-platform',
      'old-platform',
      'openid',
      'profile',
      'email',
      'organization',
      'offline_access',
    ]);
    assert.equal(body.check_session_iframe, undefined);
    assert.equal(body.jwks_uri, `${as.url}/.well-known/openid-configuration/jwks`);
    assert.deepEqual(await document('/.well-known/oauth-authorization-server'), body);
    const rfc8414 = new URL(as.url);
    rfc8414.pathname = `/.well-known/oauth-authorization-server${rfc8414.pathname}`;
    assert.deepEqual(await (await fetch(rfc8414)).json(), body);
    assert.equal((await fetch(`${as.url}/.well-known/other`)).status, 404);
  });

  it('never follows the Host header', async () => {
    const as = await server();
    const { hostname, port } = new URL(as.url);
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
    const body = 'client_id=native-app&scope=twin-platform';
    const { request } = await import('node:http');
    const answer = await new Promise<string>((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method: 'POST',
          path: '/auth/connect/deviceauthorization',
          headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve(text));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
    assert.equal(JSON.parse(answer).verification_uri, `${as.url}/connect/device`);
  });

  it('names only endpoints that answer, as they answer', async () => {
    const as = await server();
    const d = await document();
    const endpoints = Object.keys(d).filter((name) => /_endpoint$|_uri$/.test(name));
    assert.deepEqual(endpoints.sort(), [
      'authorization_endpoint',
      'device_authorization_endpoint',
      'end_session_endpoint',
      'introspection_endpoint',
      'jwks_uri',
      'revocation_endpoint',
      'token_endpoint',
      'userinfo_endpoint',
    ]);
    const { challenge } = newPkce();
    const silent = new URL(authorizeUrl(as, challenge, { prompt: 'none' }));
    assert.equal(`${silent.origin}${silent.pathname}`, d.authorization_endpoint);
    assert.equal((await as.browser().get(silent.href)).status, 302);
    const client = basic('service-app', serviceSecret);
    const token = await serviceToken(as);
    assert.equal((await post(d.token_endpoint, { grant_type: 'client_credentials' }, client)).status, 200);
    assert.equal((await post(d.introspection_endpoint, { token }, client)).body.active, true);
    assert.equal((await post(d.revocation_endpoint, { token }, client)).status, 200);
    const device = { client_id: 'native-app', scope: 'twin-platform' };
    assert.equal((await post(d.device_authorization_endpoint, device)).status, 200);
    const userToken = await as.server.issueAccessToken({ clientId: 'native-app', userId: as.user.id });
    const info = await fetch(d.userinfo_endpoint, { headers: { Authorization: `Bearer ${userToken}` } });
    assert.equal(info.status, 200);
    assert.deepEqual(Object.keys((await info.json()) as object).sort(), [...d.claims_supported].sort());
    assert.match((await as.browser().get(d.end_session_endpoint)).text, /Sign Off Successful/);
    for (const prompt of d.prompt_values_supported) {
      const page = await as.browser().get(authorizeUrl(as, challenge, { prompt }));
      assert.notEqual(new URL(page.location ?? 'x:').searchParams.get('error'), 'invalid_request', prompt);
    }
    for (const response_mode of d.response_modes_supported) {
      const page = await as.browser().get(authorizeUrl(as, challenge, { prompt: 'none', response_mode }));
      assert.match(page.location ?? page.text, /login_required/, response_mode);
    }
    for (const grant_type of d.grant_types_supported) {
      assert.notEqual((await post(d.token_endpoint, { grant_type }, client)).body.error, 'unsupported_grant_type');
    }
    assert.equal(
      d.claims_parameter_supported || d.request_parameter_supported || d.request_uri_parameter_supported,
      false,
    );
    const byObject = await as.browser().get(authorizeUrl(as, challenge, { request: 'a.b.c' }));
    assert.equal(new URL(byObject.location ?? '').searchParams.get('error'), 'request_not_supported');
  });

  it('publishes public keys only, and the next one two hours before it signs', async (t) => {
    const as = await server();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const response = await fetch((await document()).jwks_uri, { headers: { Origin: 'https://x.example' } });
    assert.equal(response.headers.get('cache-control'), 'public, max-age=3600');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const { keys } = (await response.json()) as { keys: Record<string, string>[] };
    assert.equal(keys.length, 1);
    assert.deepEqual(Object.keys(keys[0] ?? {}).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const verify = async (token: string) => {
      const jwks = createRemoteJWKSet(new URL((await document()).jwks_uri));
      const { protectedHeader } = await jwtVerify(token, jwks, { issuer: as.url });
      return protectedHeader.kid;
    };
    const old = await serviceToken(as);
    assert.equal(await verify(old), keys[0]?.kid);
    const [rotation] = as.server.maintenance;
    t.mock.timers.setTime(Date.now() + 89 * 24 * 3600_000);
    await rotation?.run(new AbortController().signal);
    const before = await serviceToken(as);
    assert.equal(await verify(before), keys[0]?.kid, 'published, but not yet signing');
    t.mock.timers.setTime(Date.now() + 24 * 3600_000 - 60_000);
    const last = await serviceToken(as);
    t.mock.timers.setTime(Date.now() + 120_000);
    const first = await serviceToken(as);
    assert.notEqual(await verify(first), keys[0]?.kid);
    assert.equal(await verify(last), keys[0]?.kid, 'the old key is still published');
    for (const token of [last, first]) assert.equal(typeof (await as.server.authenticate(`Bearer ${token}`)), 'object');
    t.mock.timers.setTime(Date.now() + 2 * 3600_000);
    await assert.rejects(verify(last), /no applicable key/);
  });
});
