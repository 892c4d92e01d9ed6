import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  authorize,
  authorizeUrl,
  eachAuthServer,
  newPkce,
  post,
  type TestAuthServer,
  tokensOf,
} from '../../../test/support/auth-server.ts';
import type { Browser } from '../../../test/support/browser.ts';

const { challenge } = newPkce();

eachAuthServer('sessions', (server) => {
  const signedIn = async (as: TestAuthServer, email: string, address?: string): Promise<Browser> => {
    const browser = as.browser(address);
    await authorize(browser, authorizeUrl(as, challenge), email);
    return browser;
  };
  const isIn = async (as: TestAuthServer, browser: Browser) =>
    (await browser.get(authorizeUrl(as, challenge, { prompt: 'none' }))).location?.includes('code=') ?? false;
  const rowsOf = (text: string) => [...text.matchAll(/<li class="row apart">[\s\S]*?<\/li>/g)].map(([row]) => row);

  it('of one person are listed with device, address and times, this one marked, and a page links there', async () => {
    const as = await server();
    await as.addUser('lists@example.com');
    await signedIn(as, 'lists@example.com', '203.0.113.5');
    const browser = await signedIn(as, 'lists@example.com', '203.0.113.6');
    assert.match((await browser.get(`${as.url}/account`)).text, /href="\/auth\/account\/sessions"/);
    const page = await browser.get(`${as.url}/account/sessions`);
    const rows = rowsOf(page.text);
    assert.equal(rows.length, 2);
    for (const row of rows) {
      assert.match(row, /Firefox on Linux/);
      assert.match(row, /since \d{4}-\d\d-\d\d \d\d:\d\d UTC · last used \d{4}/);
    }
    const own = rows.find((row) => row.includes('This one')) ?? '';
    assert.match(own, /203\.0\.113\.6/);
    assert.doesNotMatch(own, /<form/);
    const other = rows.find((row) => row !== own) ?? '';
    assert.match(other, /203\.0\.113\.5/);
    assert.match(other, /End the session of Firefox on Linux/);
  });

  it('are ended one by one or all others at once, with the tokens that were made in them', async () => {
    const as = await server();
    await as.addUser('ends@example.com');
    const stolen = await signedIn(as, 'ends@example.com', '203.0.113.66');
    const tokens = (await tokensOf(as, stolen)).body;
    const others = [await signedIn(as, 'ends@example.com'), await signedIn(as, 'ends@example.com')];
    const browser = await signedIn(as, 'ends@example.com');
    const kept = (await tokensOf(as, browser)).body;
    const page = await browser.get(`${as.url}/account/sessions`);
    const row = rowsOf(page.text).find((one) => one.includes('203.0.113.66')) ?? '';
    const [, uid = ''] = /name="session" value="([^"]*)"/.exec(row) ?? [];
    const done = await browser.follow(await browser.submit(page, { session: uid }, uid));
    assert.match(done.text, /The session is ended/);
    assert.equal(await isIn(as, stolen), false);
    assert.equal(await as.server.authenticate(`Bearer ${tokens.access_token}`), 'invalid');
    const refresh = (refresh_token: string) =>
      post(`${as.url}/connect/token`, { grant_type: 'refresh_token', client_id: 'native-app', refresh_token });
    assert.equal((await refresh(tokens.refresh_token)).body.error, 'invalid_grant');
    for (const other of others) assert.ok(await isIn(as, other), 'the others go on');
    await browser.submit(await browser.get(`${as.url}/account/sessions`), {}, 'End all others');
    for (const other of others) assert.equal(await isIn(as, other), false);
    assert.ok(await isIn(as, browser));
    assert.equal((await refresh(kept.refresh_token)).status, 200);
  });

  it('of others are seen and ended by an administrator of their organization, and by nobody else', async () => {
    const as = await server();
    const person = await as.addUser('ended@example.com');
    await as.addUser('admin@example.com', { roles: ['account_administrator'] });
    const elsewhere = { organizationId: await as.addOrganization('Rivers Ltd'), roles: ['account_administrator'] };
    await as.addUser('foreign@example.com', elsewhere);
    await as.addUser('colleague@example.com');
    const theirs = await signedIn(as, 'ended@example.com');
    const address = `${as.url}/account/sessions?user=${person.id}`;
    for (const email of ['foreign@example.com', 'colleague@example.com']) {
      const browser = await signedIn(as, email);
      assert.equal((await browser.get(address)).status, 404, email);
      const own = await browser.get(`${as.url}/account/sessions`);
      const [, csrf = ''] =
        /name="csrf" value="([^"]*)"/.exec((await browser.get(`${as.url}/account/consents`)).text + own.text) ?? [];
      await browser.post(address, { csrf });
      assert.ok(await isIn(as, theirs), email);
    }
    const admin = await signedIn(as, 'admin@example.com');
    assert.ok((await admin.get(`${as.url}/account/users`)).text.includes(`/account/sessions?user=${person.id}`));
    const page = await admin.get(address);
    assert.match(page.text, /Where Ada Lovelace is signed in/);
    await admin.submit(page, {}, 'name="session"');
    assert.equal(await isIn(as, theirs), false);
  });

  it('cannot be ended by naming those of somebody else', async () => {
    const as = await server();
    await as.addUser('victim@example.com');
    await as.addUser('attacker@example.com');
    const victim = await signedIn(as, 'victim@example.com');
    const victims = await victim.get(`${as.url}/account/sessions`);
    assert.equal(rowsOf(victims.text).length, 1);
    await signedIn(as, 'attacker@example.com');
    const attacker = await signedIn(as, 'attacker@example.com');
    const page = await attacker.get(`${as.url}/account/sessions`);
    const { access_token } = (await tokensOf(as, victim)).body;
    const { sid } = JSON.parse(Buffer.from(access_token.split('.')[1], 'base64url').toString());
    await attacker.submit(page, { session: sid }, 'name="session"');
    assert.ok(await isIn(as, victim));
  });

  it('tell when they were used last, also by silent renewal', async (t) => {
    const as = await server();
    await as.addUser('uses@example.com');
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-01-01T10:00:00Z') });
    const browser = await signedIn(as, 'uses@example.com');
    t.mock.timers.setTime(Date.parse('2030-01-01T12:30:00Z'));
    assert.ok(await isIn(as, browser));
    const page = await browser.get(`${as.url}/account/sessions`);
    assert.match(page.text, /since 2030-01-01 10:00 UTC · last used 2030-01-01 12:30 UTC/);
  });
});
