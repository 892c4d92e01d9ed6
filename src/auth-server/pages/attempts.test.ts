import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  authorizeUrl,
  basic,
  eachAuthServer,
  enterPassword,
  linkIn,
  newPkce,
  password,
  post,
  type TestAuthServer,
  tokensOf,
} from '../../../test/support/auth-server.ts';
import type { Browser, Page } from '../../../test/support/browser.ts';

const { challenge } = newPkce();
const wrong = 'a wrong password';
const minute = 60_000;

/** What became of an attempt to sign in. */
type Outcome = 'in' | 'refused' | 'waits';

function outcomeOf({ title, text }: Page): Outcome {
  if (title === 'Permissions') return 'in';
  assert.match(text, /We didn&#39;t recognize|too many attempts to sign in/);
  return text.includes('too many attempts') ? 'waits' : 'refused';
}

async function signIn(as: TestAuthServer, browser: Browser, email: string, secret: string): Promise<Outcome> {
  const page = await browser.get(authorizeUrl(as, challenge, { prompt: 'login', state: randomUUID() }));
  return outcomeOf(await enterPassword(browser, page, email, secret));
}

const countOf = (outcomes: readonly Outcome[], outcome: Outcome): number =>
  outcomes.filter((one) => one === outcome).length;

eachAuthServer('attempts to sign in', (server) => {
  /** Wrong passwords from one address, until it has to wait. */
  const failAt = async (as: TestAuthServer, address: string, email: string, times: number) => {
    const outcomes: Outcome[] = [];
    for (let i = 0; i < times; i++) outcomes.push(await signIn(as, as.browser(address), email, wrong));
    return outcomes;
  };

  it('of one address on many e-mails are limited', async () => {
    const as = await server();
    const outcomes: Outcome[] = [];
    for (let i = 0; i < 60; i++) {
      await as.addUser(`sprayed-${i}@example.com`); // their passwords are quickly compared
      outcomes.push(await signIn(as, as.browser('203.0.113.7'), `sprayed-${i}@example.com`, wrong));
    }
    assert.deepEqual([countOf(outcomes, 'refused'), countOf(outcomes, 'waits')], [20, 40]);
    assert.equal(await signIn(as, as.browser('203.0.113.8'), 'ada@example.com', password), 'in', 'not its neighbours');
  });

  it('of one network on many e-mails are limited, whatever the address', async () => {
    const as = await server();
    const tried = Array.from({ length: 110 }, async (_, i) => {
      await as.addUser(`many-${i}@example.com`);
      return signIn(as, as.browser(`198.51.100.${i}`), `many-${i}@example.com`, wrong);
    });
    const outcomes = await Promise.all(tried);
    assert.equal(countOf(outcomes, 'refused'), 100);
    assert.equal(await signIn(as, as.browser('198.51.100.200'), 'ada@example.com', password), 'waits');
    assert.equal(await signIn(as, as.browser('198.51.101.200'), 'ada@example.com', password), 'in');
  });

  it('made at once count like those one after the other', async () => {
    const as = await server();
    await as.addUser('stormed@example.com');
    const browsers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const browser = as.browser(`192.0.2.${i}`);
        const page = await browser.get(authorizeUrl(as, challenge));
        return { browser, page: await browser.follow(await browser.submit(page, { email: 'stormed@example.com' })) };
      }),
    );
    const outcomes = await Promise.all(
      browsers.map(async ({ browser, page }) =>
        outcomeOf(await browser.follow(await browser.submit(page, { password: wrong }, 'Sign In'))),
      ),
    );
    assert.deepEqual([countOf(outcomes, 'refused'), countOf(outcomes, 'waits')], [10, 30]);
  });

  it('wait longer after each failure, a quarter of an hour at most, and a success forgets them', async (t) => {
    const as = await server();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    await as.addUser('slowed@example.com');
    const at = '10.200.0.1';
    const pass = (ms: number) => t.mock.timers.setTime(Date.now() + ms);
    assert.equal(countOf(await failAt(as, at, 'slowed@example.com', 9), 'refused'), 9);
    assert.equal(await signIn(as, as.browser(at), 'Slowed@Example.com', password), 'in', 'nine failures do not wait');
    assert.equal(countOf(await failAt(as, at, 'slowed@example.com', 10), 'refused'), 10, 'and are forgotten');
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      let waited = 0;
      while ((await signIn(as, as.browser(at), 'slowed@example.com', wrong)) === 'waits') {
        pass(15_000);
        waited += 15;
      }
      waits.push(waited);
    }
    assert.deepEqual(waits, [30, 60, 120, 240, 480, 900, 900]);
    pass(24 * 60 * minute);
    assert.equal(countOf(await failAt(as, at, 'slowed@example.com', 10), 'refused'), 10, 'a day makes it good');
  });

  it('are told to wait alike for known and unknown e-mails, and for how long', async () => {
    const as = await server();
    await as.addUser('known-waits@example.com');
    const texts: string[] = [];
    for (const email of ['known-waits@example.com', 'nobody-waits@example.com']) {
      const browser = as.browser();
      let page = await browser.get(authorizeUrl(as, challenge));
      for (let i = 0; i < 11; i++) page = await enterPassword(browser, page, email, wrong);
      texts.push(page.text.replaceAll(email, '').replace(/name="csrf" value="[^"]*"/g, ''));
    }
    assert.match(texts[0] ?? '', /Please wait (2[0-9]|30) seconds, then try again. Or <a href="[^"]*forgotten"/);
    assert.equal(texts[0]?.replace(/\d+ seconds/, ''), texts[1]?.replace(/\d+ seconds/, ''));
  });

  describe('of strangers do not keep a person out', () => {
    it('who is in another network', async () => {
      const as = await server();
      await as.addUser('elsewhere@example.com');
      assert.equal((await failAt(as, '10.201.0.1', 'elsewhere@example.com', 12)).at(-1), 'waits');
      assert.equal(await signIn(as, as.browser('10.202.0.1'), 'elsewhere@example.com', password), 'in');
      assert.equal(await signIn(as, as.browser('10.201.0.9'), 'elsewhere@example.com', password), 'waits');
    });

    it('who has a known device, or takes a mailed link, even when they come from everywhere', async () => {
      const as = await server();
      await as.addUser('attacked@example.com');
      const device = as.browser('10.203.0.1');
      assert.equal(await signIn(as, device, 'attacked@example.com', password), 'in');
      const everywhere = Array.from({ length: 25 }, (_, i) =>
        failAt(as, `10.${i + 1}.77.1`, 'attacked@example.com', 4),
      );
      await Promise.all(everywhere);
      assert.equal(await signIn(as, as.browser(), 'attacked@example.com', password), 'waits', 'a new device');
      assert.equal(await signIn(as, device, 'attacked@example.com', wrong), 'refused', 'looked at, not put off');
      assert.equal(await signIn(as, device, 'attacked@example.com', password), 'in');
      const other = as.browser();
      await other.submit(await other.get(`${as.url}/account/forgotten`), { email: 'attacked@example.com' });
      const page = await other.get(linkIn(as.mails.at(-1)?.text));
      const done = await other.submit(page, { password: 'wind turbine orchard', repeated: 'wind turbine orchard' });
      assert.match((await other.follow(done)).text, /Your password is changed/);
      assert.equal(await signIn(as, other, 'attacked@example.com', 'wind turbine orchard'), 'in');
    });
  });

  describe('on a known device', () => {
    it('have a limit of their own', async () => {
      const as = await server();
      await as.addUser('stolen@example.com');
      const device = as.browser();
      assert.equal(await signIn(as, device, 'stolen@example.com', password), 'in');
      const outcomes: Outcome[] = [];
      for (let i = 0; i < 15; i++) outcomes.push(await signIn(as, device, 'stolen@example.com', wrong));
      assert.deepEqual([countOf(outcomes, 'refused'), countOf(outcomes, 'waits')], [10, 5]);
      assert.equal(await signIn(as, as.browser(), 'stolen@example.com', password), 'in', 'others are not concerned');
    });

    it('count as anybody else when the mark is forged, of another person or of an old password', async () => {
      const as = await server();
      await as.addUser('marked@example.com');
      await as.addUser('neighbour@example.com');
      const device = as.browser('10.204.0.1');
      assert.equal(await signIn(as, device, 'marked@example.com', password), 'in');
      const mark = device.cookies.get('twin_devices') ?? '';
      assert.match(mark, /^[\w-]+\.[\w-]+\.[\w-]{43}$/);
      await failAt(as, '10.205.0.1', 'marked@example.com', 10);
      const outcomeWith = (cookie: string, email = 'marked@example.com') => {
        const browser = as.browser('10.205.0.1');
        browser.cookies.set('twin_devices', cookie);
        return signIn(as, browser, email, password);
      };
      assert.equal(await outcomeWith(`${mark.slice(0, -1)}${mark.endsWith('A') ? 'B' : 'A'}`), 'waits', 'forged');
      assert.equal(await outcomeWith('~~..~x'), 'waits');
      assert.equal(await outcomeWith(mark), 'in', 'the mark itself, wherever the device is');
      await failAt(as, '10.205.0.1', 'neighbour@example.com', 10);
      assert.equal(await outcomeWith(mark, 'neighbour@example.com'), 'waits', "another person's");
      const form = await device.get(`${as.url}/account/password`);
      const fresh = 'gravel lantern mosaic';
      await device.submit(form, { old: password, password: fresh, repeated: fresh });
      const after = as.browser('10.205.0.1');
      after.cookies.set('twin_devices', mark);
      assert.equal(await signIn(as, after, 'marked@example.com', fresh), 'waits', 'from before the new password');
      assert.equal(await signIn(as, device, 'marked@example.com', fresh), 'in', 'the device that changed it is known');
    });

    it('are marked by a cookie that scripts cannot read, for several people at once', async () => {
      const as = await server();
      const people = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `${name}-here@example.com`);
      const device = as.browser('10.206.0.1');
      for (const email of people) {
        await as.addUser(email);
        const first = await device.get(authorizeUrl(as, challenge, { prompt: 'login', state: randomUUID() }));
        const second = await device.follow(await device.submit(first, { email }, 'identifierInput'));
        const done = await device.submit(second, { password }, 'Sign In');
        const cookie = done.headers.getSetCookie().find((one) => one.startsWith('twin_devices='));
        assert.match(cookie ?? '', /; Path=\/auth; HttpOnly; SameSite=Lax; Max-Age=15552000$/);
      }
      assert.equal(device.cookies.get('twin_devices')?.split('~').length, 5, 'the last five');
    });
  });
});

eachAuthServer('what strangers may ask for is limited:', (server) => {
  const ask = (as: TestAuthServer, address: string, email: string, page = 'forgotten') => {
    const browser = as.browser(address);
    return browser.get(`${as.url}/account/${page}`).then((form) => browser.submit(form, { email }));
  };

  it('mails, by address and by network, to whomever', async () => {
    const as = await server();
    for (const [page, from] of [
      ['forgotten', '203.0.113'],
      ['register', '198.51.100'],
    ] as const) {
      const statuses: number[] = [];
      for (let i = 0; i < 12; i++) statuses.push((await ask(as, `${from}.1`, `${page}-${i}@example.com`, page)).status);
      assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429]);
      const refused = await ask(as, `${from}.1`, 'somebody@example.com', page);
      assert.match(refused.text, /Please wait (59|60) minutes/);
      assert.ok(Number(refused.headers.get('retry-after')) > 3000);
      for (let i = 0; i < 40; i++) await ask(as, `${from}.${i + 2}`, `${page}-net-${i}@example.com`, page);
      assert.equal((await ask(as, `${from}.99`, 'somebody@example.com', page)).status, 429, 'the network');
      assert.equal((await ask(as, '192.0.2.1', 'somebody@example.com', page)).status, 200);
    }
  });

  it('invitations of one person, and a stranger uses none of them up', async () => {
    const as = await server();
    await as.addUser('boss@example.com', { roles: ['account_administrator'] });
    const browser = as.browser();
    await enterPassword(
      browser,
      await browser.follow(await browser.get(`${as.url}/account/users`)),
      'boss@example.com',
    );
    for (let i = 0; i < 6; i++) await ask(as, `10.210.${i}.1`, 'wanted@example.com');
    const before = as.mails.length;
    const form = await browser.get(`${as.url}/account/users`);
    for (let i = 0; i < 5; i++) {
      assert.equal((await browser.submit(form, { email: 'wanted@example.com' }, 'invite')).status, 303);
    }
    const sixth = await browser.submit(form, { email: 'wanted@example.com' }, 'invite');
    assert.match(sixth.text, /wanted@example.com was invited too often. Please wait/);
    assert.equal(as.mails.length, before + 5);
  });

  it('device codes', async () => {
    const as = await server();
    const start = (address: string) =>
      post(
        `${as.url}/connect/deviceauthorization`,
        { client_id: 'native-app', scope: 'twin-platform' },
        { 'X-Forwarded-For': address },
      );
    for (let i = 0; i < 30; i++) assert.equal((await start('203.0.113.20')).status, 200);
    const refused = await start('203.0.113.20');
    assert.deepEqual([refused.status, refused.body.error], [429, 'temporarily_unavailable']);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await start('203.0.113.21')).status, 200);
  });

  it('wrong secrets at every endpoint that takes them, whatever client is named', async () => {
    const as = await server();
    for (const [i, endpoint] of ['token', 'introspect', 'revocation'].entries()) {
      const url = `${as.url}/connect/${endpoint}`;
      const fields = { grant_type: 'client_credentials', token: 'x' };
      const ask = (client: string, secret: string, address: string) =>
        post(url, fields, { ...basic(client, secret), 'X-Forwarded-For': address });
      const statuses: number[] = [];
      for (let n = 0; n < 32; n++) statuses.push((await ask('web-app', 'wrong', `10.211.${i}.1`)).status);
      assert.deepEqual(statuses, [...Array(30).fill(401), 429, 429], endpoint);
      const many: number[] = [];
      for (let n = 0; n < 122; n++) many.push((await ask(`client-${n}`, 'wrong', `10.212.${i}.1`)).status);
      assert.deepEqual(many, [...Array(120).fill(401), 429, 429], `${endpoint}, many clients`);
    }
  });

  it('forms, before they write anything', async () => {
    const as = await server();
    const browser = as.browser('10.213.0.1');
    const url = authorizeUrl(as, challenge);
    const page = await browser.get(url);
    const sent = Array.from({ length: 310 }, () => browser.submit(page, { email: 'x@example.com' }, 'identifierInput'));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)].sort(), [303, 429]);
    assert.equal(statuses.filter((status) => status === 303).length, 300);
    assert.equal((await browser.get(url)).status, 200, 'reading goes on');
    assert.equal((await as.browser().submit(page, {}, 'identifierInput')).status, 403, 'others get their answers');
  });

  it('the current password, by who is signed in', async () => {
    const as = await server();
    await as.addUser('guessed@example.com');
    const browser = as.browser();
    await tokensOf(as, browser);
    const page = await browser.follow(await browser.get(`${as.url}/account/login?return=/account/password`));
    const form = page.title?.startsWith('Password') ? page : await enterPassword(browser, page, 'guessed@example.com');
    const fresh = 'gravel lantern mosaic';
    const change = (old: string) => browser.submit(form, { old, password: fresh, repeated: fresh });
    for (let i = 0; i < 10; i++) assert.match((await change(wrong)).text, /not your current password/);
    assert.match((await change(password)).text, /too many attempts. Please wait/);
  });
});
