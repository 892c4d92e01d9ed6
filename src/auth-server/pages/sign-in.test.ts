import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  authorize,
  authorizeUrl,
  eachAuthServer,
  enterPassword,
  newPkce,
  password,
} from '../../../test/support/auth-server.ts';
import type { Page } from '../../../test/support/browser.ts';
import { hashPassword } from '../identity/passwords.ts';
import { payloadId } from '../store/payloads.ts';
import { q } from '../tables.ts';
import { watchDerivations } from '../testing/derivations.ts';

const { challenge } = newPkce();

function hasPageHeaders(page: Page): void {
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  assert.equal(page.headers.get('x-frame-options'), 'DENY');
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.ok(page.headers.get('x-correlation-id'));
  assert.doesNotMatch(page.text, /<script|javascript:| on\w+=/i);
}

eachAuthServer('signing in', (server) => {
  const account = async (path: string) => `${(await server()).url}${path}`;

  it('protects every page against framing, scripts and leaks', async () => {
    const as = await server();
    const browser = as.browser();
    const pages = [await browser.get(authorizeUrl(as, challenge))];
    pages.push(await browser.follow(await browser.submit(pages[0] as Page, { email: 'ada@example.com' })));
    pages.push(await enterPassword(browser, pages[0] as Page, 'ada@example.com'));
    for (const path of ['', '/password', '/consents', '/applications', '/register', '/forgotten', '/nothing']) {
      pages.push(await browser.get(await account(`/account${path}`)));
    }
    for (const path of ['/connect/device', '/connect/endsession']) pages.push(await browser.get(await account(path)));
    for (const page of pages) hasPageHeaders(page);
    assert.equal(pages.filter((page) => page.status === 200).length, pages.length - 1);
    const [style = ''] = /\/auth\/account\/style-\w+\.css/.exec(pages[0]?.text ?? '') ?? [];
    const css = await fetch(new URL(style, as.url));
    assert.deepEqual([css.status, css.headers.get('content-type')], [200, 'text/css; charset=utf-8']);
    assert.match(css.headers.get('cache-control') ?? '', /immutable/);
  });

  it('keeps sessions in cookies that scripts and other sites cannot use', async () => {
    const as = await server();
    const browser = as.browser();
    const first = await browser.get(authorizeUrl(as, challenge));
    const second = await browser.follow(await browser.submit(first, { email: 'ada@example.com' }));
    const done = await browser.submit(second, { password }, 'Sign In');
    const [cookie = ''] = done.headers.getSetCookie();
    assert.match(
      cookie,
      /^twin_session=[\w-]{43}; Path=\/auth; HttpOnly; SameSite=Lax$/,
      'plain http; ends with the browser',
    );
    const other = as.browser();
    const remembered = await other.submit(await other.get(authorizeUrl(as, challenge)), { email: 'ada@example.com' });
    const long = await other.submit(await other.follow(remembered), { password, remember: 'yes' }, 'Sign In');
    assert.match(long.headers.getSetCookie()[0] ?? '', /Max-Age=12096\d\d/);
  });

  it('gives a new session id at every sign-in, and ends the old one', async () => {
    const as = await server();
    const browser = as.browser();
    await authorize(browser, authorizeUrl(as, challenge));
    const before = browser.cookies.get('twin_session') ?? '';
    await enterPassword(
      browser,
      await browser.get(authorizeUrl(as, challenge, { prompt: 'login' })),
      'ada@example.com',
    );
    const same = browser.cookies.get('twin_session') ?? '';
    await as.addUser('second@example.com');
    await enterPassword(
      browser,
      await browser.get(authorizeUrl(as, challenge, { prompt: 'login' })),
      'second@example.com',
    );
    const other = browser.cookies.get('twin_session') ?? '';
    assert.equal(new Set([before, same, other]).size, 3);
    for (const old of [before, same]) {
      const id = payloadId('Session', old);
      assert.equal(await as.db.first(q.selectFrom('auth_payloads').select('id').where('id', '=', id)), undefined);
      const stolen = as.browser();
      stolen.cookies.set('twin_session', old);
      assert.match((await stolen.get(authorizeUrl(as, challenge))).text, /identifierInput/);
    }
    const planted = as.browser();
    planted.cookies.set('twin_session', 'chosen-by-an-attacker');
    await authorize(planted, authorizeUrl(as, challenge));
    assert.notEqual(planted.cookies.get('twin_session'), 'chosen-by-an-attacker');
  });

  describe('forms', () => {
    it('work with the token of the own browser and session only', async () => {
      const as = await server();
      const url = authorizeUrl(as, challenge);
      const victim = as.browser();
      const attacker = as.browser();
      const own = await victim.get(url);
      const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec((await attacker.get(url)).text) ?? [];
      const fields = { step: 'email', email: 'ada@example.com' };
      assert.equal((await victim.post(url, { ...fields, csrf })).status, 403, "another browser's token");
      assert.equal((await victim.post(url, { ...fields, csrf: '' })).status, 403);
      assert.equal((await as.browser().post(url, { ...fields, csrf })).status, 403, 'no cookie');
      const [, mine = ''] = /name="csrf" value="([^"]*)"/.exec(own.text) ?? [];
      const site = await victim.post(url, { ...fields, csrf: mine }, { 'Sec-Fetch-Site': 'cross-site' });
      assert.equal(site.status, 403);
      const passed = await victim.post(url, { ...fields, csrf: mine }, { 'Sec-Fetch-Site': 'same-origin' });
      assert.equal(passed.status, 303);
      await enterPassword(victim, own, 'ada@example.com');
      assert.equal((await victim.post(url, { ...fields, csrf: mine })).status, 403, 'from before the session');
    });

    it('on account pages too', async () => {
      const as = await server();
      const browser = as.browser();
      await authorize(browser, authorizeUrl(as, challenge));
      for (const path of ['/account/password', '/account/consents', '/account/users', '/account/applications']) {
        assert.equal(
          (await browser.post(await account(path), { csrf: 'x', client_id: 'native-app' })).status,
          403,
          path,
        );
      }
      const page = await browser.get(await account('/account/consents'));
      assert.match(page.text, /Native App/);
      assert.equal((await browser.submit(page, {}, 'native-app')).status, 303);
    });
  });

  describe('unknown people', () => {
    it('are answered like a wrong password, after the same work', async (t) => {
      const as = await server();
      const derivations = watchDerivations(t);
      const attempt = async (email: string) => {
        const browser = as.browser();
        const first = await browser.get(authorizeUrl(as, challenge));
        const second = await browser.follow(await browser.submit(first, { email }));
        derivations.take();
        const third = await browser.submit(second, { password: 'a wrong password' }, 'Sign In');
        const work = derivations.take();
        const page = await browser.follow(third);
        return { work, seen: page.text.replaceAll(email, '').replace(/name="csrf" value="[^"]*"/g, '') };
      };
      await as.addUser('known@example.com', { passwordHash: await hashPassword(password) });
      const known = await attempt('known@example.com');
      assert.equal(known.work.length, 1);
      assert.deepEqual(await attempt('unknown@example.com'), known);
    });

    it('and so are disabled people, and those whose e-mail was never proved', async () => {
      const as = await server();
      await as.addUser('unproved@example.com', { emailProved: null });
      const disabled = await as.addUser('disabled@example.com');
      await as.db.write((tx) =>
        tx.run(q.updateTable('auth_users').set({ state: 'Disabled' }).where('id', '=', disabled.id)),
      );
      for (const email of ['unproved@example.com', 'disabled@example.com', 'service-app@apps.localhost']) {
        const browser = as.browser();
        const page = await enterPassword(browser, await browser.get(authorizeUrl(as, challenge)), email);
        assert.match(page.text, /We didn&#39;t recognize/, email);
      }
    });
  });

  it('ends a session after 12 hours without use, a remembered one 14 days after the sign-in', async (t) => {
    const as = await server();
    const hour = 3600_000;
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const usual = as.browser();
    await authorize(usual, authorizeUrl(as, challenge));
    const remembered = as.browser();
    const first = await remembered.get(authorizeUrl(as, challenge));
    const second = await remembered.follow(await remembered.submit(first, { email: 'ada@example.com' }));
    await remembered.submit(second, { password, remember: 'yes' }, 'Sign In');
    const isIn = async (browser: typeof usual) =>
      (await browser.get(authorizeUrl(as, challenge, { prompt: 'none' }))).location?.includes('code=') ?? false;
    t.mock.timers.setTime(Date.now() + 11 * hour);
    assert.ok(await isIn(usual));
    t.mock.timers.setTime(Date.now() + 11 * hour);
    assert.ok(await isIn(usual), 'using it keeps it');
    t.mock.timers.setTime(Date.now() + 13 * hour);
    assert.equal(await isIn(usual), false);
    t.mock.timers.setTime(Date.now() + 10 * 24 * hour);
    assert.ok(await isIn(remembered));
    t.mock.timers.setTime(Date.now() + 4 * 24 * hour);
    assert.equal(await isIn(remembered), false);
  });

  it('goes back only to pages of our own', async () => {
    const as = await server();
    const browser = as.browser();
    const login = async (back: string) =>
      browser.get(await account(`/account/login?${new URLSearchParams({ return: back })}`));
    await enterPassword(browser, await login('/account/consents'), 'ada@example.com');
    assert.equal((await login('/account/consents')).location, `${as.url}/account/consents`);
    assert.equal(
      (await login('/connect/device?user_code=ABCD-EFGH')).location,
      `${as.url}/connect/device?user_code=ABCD-EFGH`,
    );
    for (const back of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/account\\@evil',
      '/connect/authorize?x',
      '/account/../../x y',
    ]) {
      assert.equal((await login(back)).location, `${as.url}/account`, back);
    }
  });
});
