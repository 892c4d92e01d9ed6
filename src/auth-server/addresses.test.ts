import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import {
  authorize,
  authorizeUrl,
  enterPassword,
  newPkce,
  startAuthServer,
  type TestAuthServer,
  tokensOf,
} from '../../test/support/auth-server.ts';
import { eachDatabase } from '../../test/support/databases.ts';

const { challenge } = newPkce();

eachDatabase('the address of the authorization server', (open) => {
  const started: TestAuthServer[] = [];
  after(async () => {
    for (const as of started) await as.stop();
  });

  it('may have no path of its own', async () => {
    const as = await startAuthServer(await open(), (base) => ({ authUrl: base }));
    started.push(as);
    const document = (await (await fetch(`${as.url}/.well-known/openid-configuration`)).json()) as { issuer: string };
    assert.equal(document.issuer, as.url);
    const browser = as.browser();
    const page = await browser.follow(await browser.get(`${as.url}/account`));
    const profile = await enterPassword(browser, page, 'ada@example.com');
    assert.equal(profile.url, `${as.url}/account`);
    const tokens = await tokensOf(as, browser);
    assert.equal(typeof (await as.server.authenticate(`Bearer ${tokens.body.access_token}`)), 'object');
  });

  it('is https behind a proxy: cookies go over https only, and into frames of other sites', async () => {
    const as = await startAuthServer(await open(), { authUrl: 'https://id.example.com/auth' });
    started.push(as);
    const browser = as.browser();
    const page = await browser.get(authorizeUrl(as, challenge));
    const [first = ''] = page.headers.getSetCookie();
    assert.match(first, /^twin_browser=[^;]+; Path=\/auth; HttpOnly; SameSite=None; Secure$/);
    assert.equal(page.headers.get('strict-transport-security'), 'max-age=31536000');
    const redirect = await authorize(browser, authorizeUrl(as, challenge));
    assert.equal(redirect.searchParams.get('iss'), 'https://id.example.com/auth');
    const again = await browser.get(authorizeUrl(as, challenge, { prompt: 'none' }));
    const session = again.headers.getSetCookie().find((cookie) => cookie.startsWith('twin_session=')) ?? '';
    assert.match(session, /; path=\/auth; samesite=none; secure; httponly$/);
    const device = await fetch(`${as.url}/connect/deviceauthorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'native-app', scope: 'twin-platform' }),
    });
    const { verification_uri } = (await device.json()) as { verification_uri: string };
    assert.equal(verification_uri, 'https://id.example.com/auth/connect/device');
  });
});
