import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  authorize,
  authorizeUrl,
  eachAuthServer,
  newPkce,
  post,
  redirectUri,
  tokensOf,
} from '../../../test/support/auth-server.ts';

const out = 'https://app.example.com/out';
const spa = { client_id: 'spa-app', redirect_uri: redirectUri };

eachAuthServer('signing out', (server) => {
  const leave = async (fields: Record<string, string>) =>
    `${(await server()).url}/connect/endsession?${new URLSearchParams(fields)}`;

  it('asks first when it is called bare, and then ends the session and its access tokens', async () => {
    const as = await server();
    const browser = as.browser();
    const { access_token, refresh_token } = (await tokensOf(as, browser)).body;
    const page = await browser.get(await leave({}));
    assert.match(page.text, /Sign out\?/);
    assert.equal(typeof (await as.server.authenticate(`Bearer ${access_token}`)), 'object', 'not yet');
    const done = await browser.submit(page, {}, 'Sign out');
    assert.match(done.text, /Sign Off Successful/);
    assert.ok(!browser.cookies.has('twin_session'));
    assert.equal(await as.server.authenticate(`Bearer ${access_token}`), 'invalid');
    const { challenge } = newPkce();
    assert.match((await browser.get(authorizeUrl(as, challenge))).text, /identifierInput/);
    const fields = { grant_type: 'refresh_token', client_id: 'native-app', refresh_token };
    const refreshed = await post(`${as.url}/connect/token`, fields);
    assert.equal(refreshed.status, 200, 'refresh tokens are offline grants and survive');
    assert.equal(typeof (await as.server.authenticate(`Bearer ${refreshed.body.access_token}`)), 'object');
  });

  it('ends at once with a hint, or for an application of the session, and goes back where that is registered', async () => {
    const as = await server();
    const browser = as.browser();
    const { id_token } = (await tokensOf(as, browser, spa)).body;
    const hinted = await browser.get(
      await leave({ id_token_hint: id_token, post_logout_redirect_uri: out, state: 's s' }),
    );
    assert.deepEqual([hinted.status, hinted.location], [303, `${out}?state=s+s`]);
    const { challenge } = newPkce();
    await authorize(browser, authorizeUrl(as, challenge, spa));
    const named = await browser.get(await leave({ client_id: 'spa-app', post_logout_redirect_uri: out }));
    assert.equal(named.location, out);
  });

  it('goes nowhere that is not registered for exactly this application', async () => {
    const as = await server();
    const refused: Record<string, string>[] = [
      { client_id: 'spa-app', post_logout_redirect_uri: 'https://evil.example/out' },
      { client_id: 'spa-app', post_logout_redirect_uri: `${out}/` },
      { client_id: 'spa-app', post_logout_redirect_uri: `${out}?x=1` },
      { client_id: 'native-app', post_logout_redirect_uri: out },
      { post_logout_redirect_uri: out },
      { id_token_hint: 'a.b.c', post_logout_redirect_uri: out },
    ];
    for (const fields of refused) {
      const page = await as.browser().get(await leave(fields));
      assert.deepEqual([page.status, page.location], [200, undefined], JSON.stringify(fields));
      assert.match(page.text, /Sign Off Successful/);
    }
  });

  it("asks when the hint is somebody else's, or the application unknown to the session", async () => {
    const as = await server();
    await as.addUser('else@example.com');
    const other = as.browser();
    const { challenge } = newPkce();
    await authorize(other, authorizeUrl(as, challenge), 'else@example.com');
    const { id_token } = (await tokensOf(as, as.browser())).body;
    assert.match((await other.get(await leave({ id_token_hint: id_token }))).text, /Sign out\?/);
    const asked = await other.get(await leave({ client_id: 'spa-app', post_logout_redirect_uri: out, state: 'x' }));
    assert.match(asked.text, /Sign out\?/);
    assert.doesNotMatch(asked.headers.get('content-security-policy') ?? '', /form-action/);
    assert.equal((await other.submit(asked, {}, 'Sign out')).location, `${out}?state=x`);
  });

  it('needs the token of its own form', async () => {
    const as = await server();
    const browser = as.browser();
    const { access_token } = (await tokensOf(as, browser)).body;
    assert.equal((await browser.post(await leave({}), { csrf: 'x' })).status, 403);
    assert.match((await browser.post(await leave({}), {})).text, /Sign out\?/);
    const page = await browser.get(await leave({}));
    const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec(page.text) ?? [];
    const crossSite = await browser.post(await leave({}), { csrf }, { 'Sec-Fetch-Site': 'cross-site' });
    assert.equal(crossSite.status, 403);
    assert.equal(typeof (await as.server.authenticate(`Bearer ${access_token}`)), 'object');
  });
});
