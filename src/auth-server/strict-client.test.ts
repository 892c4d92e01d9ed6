import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as client from 'openid-client';
import { authorize, eachAuthServer, enterPassword, serviceSecret, webSecret } from '../../test/support/auth-server.ts';

/*
 * An independent, strict client, with nothing relaxed but plain http on the loopback.
 */

const redirect_uri = 'http://localhost:5555/callback';
const web_redirect_uri = 'https://app.example.com/callback';

eachAuthServer('a strict OpenID client', (server) => {
  const discover = async (clientId: string, secret?: string) => {
    const { url } = await server();
    const authentication = secret === undefined ? client.None() : undefined;
    return client.discovery(new URL(url), clientId, secret, authentication, {
      execute: [client.allowInsecureRequests],
    });
  };

  it('signs a person in with code and PKCE, reads user info, refreshes and revokes', async () => {
    const as = await server();
    const config = await discover('native-app');
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: 'openid profile email organization twin-platform offline_access',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
    });
    const back = await authorize(as.browser(), url.href);
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
    const tokens = await client.authorizationCodeGrant(config, back, checks);
    const claims = tokens.claims();
    assert.deepEqual([claims?.sub, claims?.email, claims?.org], [as.user.id, 'ada@example.com', as.organizationId]);
    const info = await client.fetchUserInfo(config, tokens.access_token, as.user.id);
    assert.equal(info.name, 'Ada Lovelace');
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.ok(refreshed.refresh_token && refreshed.refresh_token !== tokens.refresh_token);
    await client.tokenRevocation(config, refreshed.refresh_token);
    await assert.rejects(client.refreshTokenGrant(config, refreshed.refresh_token), { error: 'invalid_grant' });
    await assert.rejects(client.fetchUserInfo(config, refreshed.access_token, as.user.id));
    await assert.rejects(client.authorizationCodeGrant(config, back, checks), { error: 'invalid_grant' });
  });

  it('refuses a mixed-up answer by its issuer', async () => {
    const as = await server();
    const config = await discover('native-app');
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const back = await authorize(as.browser(), url.href);
    back.searchParams.set('iss', 'https://other.example');
    await assert.rejects(client.authorizationCodeGrant(config, back, { pkceCodeVerifier }));
    back.searchParams.delete('iss');
    await assert.rejects(client.authorizationCodeGrant(config, back, { pkceCodeVerifier }));
  });

  it('signs in as a web application, and hears a refusal', async () => {
    const as = await server();
    const config = await discover('web-app', webSecret);
    const ask = { redirect_uri: web_redirect_uri, scope: 'openid twin-platform', state: client.randomState() };
    const browser = as.browser();
    const back = await authorize(browser, client.buildAuthorizationUrl(config, ask).href);
    const tokens = await client.authorizationCodeGrant(config, back, { expectedState: ask.state });
    const status = await client.tokenIntrospection(config, tokens.access_token);
    assert.deepEqual([status.active, status.scope, status.sub], [true, 'openid twin-platform', as.user.id]);
    const silent = client.buildAuthorizationUrl(config, { ...ask, scope: 'openid email', prompt: 'none' });
    const refused = new URL((await browser.get(silent.href)).location ?? '');
    const checks = { expectedState: ask.state };
    await assert.rejects(client.authorizationCodeGrant(config, refused, checks), { error: 'consent_required' });
    const out = client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' });
    assert.match((await browser.get(out.href)).text, /Sign Off Successful/);
  });

  it('gets tokens as a service', async () => {
    const config = await discover('service-app', serviceSecret);
    const tokens = await client.clientCredentialsGrant(config, { scope: 'twin-platform' });
    assert.equal(tokens.expires_in, 3600);
    await client.tokenRevocation(config, tokens.access_token);
    assert.equal((await client.tokenIntrospection(config, tokens.access_token)).active, false);
    const wrong = await discover('service-app', `${serviceSecret}x`);
    await assert.rejects(client.clientCredentialsGrant(wrong), { error: 'invalid_client' });
  });

  it('connects a device', async () => {
    const as = await server();
    const config = await discover('native-app');
    const device = await client.initiateDeviceAuthorization(config, { scope: 'openid twin-platform offline_access' });
    const polling = client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.2 });
    const browser = as.browser();
    const signIn = await browser.follow(await browser.get(device.verification_uri));
    const page = await enterPassword(browser, signIn, 'ada@example.com');
    const consent = await browser.submit(page, { user_code: device.user_code });
    await browser.submit(consent, {}, 'Accept');
    const tokens = await polling;
    assert.equal(tokens.claims()?.sub, as.user.id);
    assert.ok(tokens.refresh_token);
  });
});
