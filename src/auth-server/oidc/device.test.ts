import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  claimsOf,
  eachAuthServer,
  enterPassword,
  post,
  type TestAuthServer,
} from '../../../test/support/auth-server.ts';
import type { Browser } from '../../../test/support/browser.ts';

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';

eachAuthServer('devices', (server) => {
  const start = async (change: Record<string, string> = {}) => {
    const as = await server();
    const fields = { client_id: 'native-app', scope: 'twin-platform offline_access', ...change };
    return post(`${as.url}/connect/deviceauthorization`, fields);
  };
  const poll = async (device_code: string) =>
    post(`${(await server()).url}/connect/token`, { grant_type, device_code, client_id: 'native-app' });
  const signedIn = async (as: TestAuthServer, email = 'ada@example.com'): Promise<Browser> => {
    const browser = as.browser();
    await enterPassword(browser, await browser.follow(await browser.get(`${as.url}/connect/device`)), email);
    return browser;
  };

  it('connects a device with the code that a person enters', async (t) => {
    const as = await server();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { body, status } = await start();
    assert.equal(status, 200);
    assert.match(body.user_code, /^[A-Z]{4}-[A-Z]{4}$/);
    assert.deepEqual([body.expires_in, body.interval], [600, 5]);
    assert.equal(body.verification_uri, `${as.url}/connect/device`);
    assert.equal(body.verification_uri_complete, `${as.url}/connect/device?user_code=${body.user_code}`);
    assert.equal((await poll(body.device_code)).body.error, 'authorization_pending');
    const browser = as.browser();
    const signIn = await browser.follow(await browser.get(body.verification_uri_complete));
    const page = await enterPassword(browser, signIn, 'ada@example.com');
    assert.match(page.text, new RegExp(`value="${body.user_code}"`), 'back to the page, with the code filled in');
    const consent = await browser.submit(page, { user_code: body.user_code.toLowerCase().replace('-', ' ') });
    assert.equal(consent.title, 'Permissions');
    assert.match(consent.text, /Native App/);
    assert.match(consent.text, new RegExp(body.user_code));
    assert.match((await browser.submit(consent, {}, 'Accept')).text, /is connected/);
    t.mock.timers.setTime(Date.now() + 6000);
    const tokens = await poll(body.device_code);
    assert.equal(tokens.status, 200);
    assert.equal(tokens.body.scope, 'twin-platform offline_access');
    assert.equal(claimsOf(tokens.body.access_token).sub, as.user.id);
    assert.equal(typeof (await as.server.authenticate(`Bearer ${tokens.body.access_token}`)), 'object');
    assert.ok(tokens.body.refresh_token);
    assert.equal((await poll(body.device_code)).body.error, 'invalid_grant', 'once only');
  });

  it('connects one of two people who accept one code at once, and tells the other that it was used', async (t) => {
    const as = await server();
    const second = await as.addUser('second@example.com');
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { user_code, device_code } = (await start()).body;
    const consenting = async (email: string) => {
      const browser = await signedIn(as, email);
      const consent = await browser.submit(await browser.get(`${as.url}/connect/device`), { user_code });
      return () => browser.submit(consent, {}, 'Accept');
    };
    const people = await Promise.all(['ada@example.com', 'second@example.com'].map(consenting));
    const ends = await Promise.all(people.map((accept) => accept()));
    const connected = ends.map(({ text }) => /is connected/.test(text));
    assert.deepEqual(connected.toSorted(), [false, true]);
    const loser = connected.indexOf(false);
    assert.match(ends[loser]?.text ?? '', /That code was used already/);
    t.mock.timers.setTime(Date.now() + 6000);
    const { sub } = claimsOf((await poll(device_code)).body.access_token);
    assert.equal(sub, loser === 0 ? second.id : as.user.id, 'the tokens are of who was told so');
    const late = await people[loser]?.();
    assert.match(late?.text ?? '', /That code was used already/, 'also later');
  });

  it('tells a device that polls too often to slow down, more each time', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { device_code } = (await start()).body;
    assert.equal((await poll(device_code)).body.error, 'authorization_pending');
    assert.equal((await poll(device_code)).body.error, 'slow_down');
    t.mock.timers.setTime(Date.now() + 6000);
    assert.equal((await poll(device_code)).body.error, 'slow_down', '10 seconds now');
    t.mock.timers.setTime(Date.now() + 15_000);
    assert.equal((await poll(device_code)).body.error, 'authorization_pending');
  });

  it('ends with access_denied when the person refuses, and with expired_token after ten minutes', async (t) => {
    const as = await server();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const browser = await signedIn(as);
    const refused = (await start()).body;
    const page = await browser.get(`${as.url}/connect/device`);
    const consent = await browser.submit(page, { user_code: refused.user_code });
    await browser.submit(consent, {}, 'Cancel');
    assert.equal((await poll(refused.device_code)).body.error, 'access_denied');
    const late = (await start()).body;
    t.mock.timers.setTime(Date.now() + 601_000);
    assert.equal((await poll(late.device_code)).body.error, 'expired_token');
    assert.match((await browser.submit(page, { user_code: late.user_code })).text, /That code is not valid/);
  });

  it('is for native applications, registered scopes and known devices', async () => {
    assert.equal((await start({ client_id: 'spa-app' })).body.error, 'unauthorized_client');
    assert.equal((await start({ client_id: 'nobody' })).body.error, 'invalid_client');
    assert.equal((await start({ scope: 'unknown' })).body.error, 'invalid_scope');
    assert.equal((await start({ scope: '' })).body.error, 'invalid_scope');
    assert.equal((await poll('unknown')).body.error, 'invalid_grant');
  });

  it('lets a person wait after ten wrong codes, and nobody else', async () => {
    const as = await server();
    await as.addUser('guesses@example.com');
    const browser = await signedIn(as, 'guesses@example.com');
    const page = await browser.get(`${as.url}/connect/device`);
    for (let i = 0; i < 10; i++) await browser.submit(page, { user_code: 'AAAA-AAAA' });
    const { user_code } = (await start()).body;
    assert.match((await browser.submit(page, { user_code })).text, /too many wrong codes. Please wait \d+ seconds/);
    const other = await signedIn(as);
    const otherPage = await other.get(`${as.url}/connect/device`);
    assert.equal((await other.submit(otherPage, { user_code })).title, 'Permissions');
  });

  it('takes no form but its own', async () => {
    const as = await server();
    const browser = await signedIn(as);
    const { user_code, device_code } = (await start()).body;
    for (const csrf of ['', 'x']) {
      const fields = { csrf, user_code, step: 'accept' };
      assert.equal((await browser.post(`${as.url}/connect/device`, fields)).status, 403);
    }
    assert.equal((await poll(device_code)).body.error, 'authorization_pending');
  });
});
