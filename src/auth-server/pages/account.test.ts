import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  authorize,
  authorizeUrl,
  eachAuthServer,
  enterPassword,
  linkIn,
  newPkce,
  password,
  post,
  type TestAuthServer,
  tokensOf,
} from '../../../test/support/auth-server.ts';
import type { Browser } from '../../../test/support/browser.ts';
import { userByEmail } from '../store/users.ts';

const { challenge } = newPkce();
const newPassword = 'another good password';

eachAuthServer('account pages', (server) => {
  const signedIn = async (as: TestAuthServer, email: string, secret = password): Promise<Browser> => {
    const browser = as.browser();
    const page = await browser.follow(await browser.get(`${as.url}/account`));
    const profile = await enterPassword(browser, page, email, secret);
    assert.match(profile.text, /User id/, `${email} is signed in`);
    return browser;
  };

  it('ask to sign in first and come back to where one wanted to go', async () => {
    const as = await server();
    const browser = as.browser();
    const page = await browser.follow(await browser.get(`${as.url}/account/consents`));
    const there = await enterPassword(browser, page, 'ada@example.com');
    assert.equal(there.url, `${as.url}/account/consents`);
    assert.match((await browser.get(`${as.url}/account`)).text, /Bridges Ltd/);
  });

  describe('password', () => {
    it('is changed with the old one, and everything else is signed out', async () => {
      const as = await server();
      await as.addUser('changes@example.com');
      const elsewhere = as.browser();
      const redirect = await authorize(elsewhere, authorizeUrl(as, challenge), 'changes@example.com');
      assert.ok(redirect.searchParams.has('code'));
      const device = as.browser();
      await enterPassword(device, await device.get(authorizeUrl(as, challenge)), 'changes@example.com');
      const { access_token, refresh_token } = (await tokensOf(as, device)).body;
      const browser = await signedIn(as, 'changes@example.com');
      const form = await browser.get(`${as.url}/account/password`);
      const change = (old: string, fresh: string, repeated = fresh) =>
        browser.submit(form, { old, password: fresh, repeated });
      for (const [old, fresh, repeated, fault] of [
        ['a wrong password', newPassword, newPassword, /not your current password/],
        [password, 'short', 'short', /at least 12 characters/],
        [password, newPassword, 'something different', /not the same/],
      ] as const) {
        const page = await change(old, fresh, repeated);
        assert.equal(page.status, 422);
        assert.match(page.text, fault);
      }
      const done = await browser.follow(await change(password, newPassword));
      assert.match(done.text, /Your password is changed/);
      assert.equal(await as.server.authenticate(`Bearer ${access_token}`), 'invalid');
      const refresh = { grant_type: 'refresh_token', client_id: 'native-app', refresh_token };
      assert.equal((await post(`${as.url}/connect/token`, refresh)).body.error, 'invalid_grant');
      assert.match((await elsewhere.get(authorizeUrl(as, challenge))).text, /identifierInput/);
      await signedIn(as, 'changes@example.com', newPassword);
    });

    it('may be chosen anew with a mailed link, once', async () => {
      const as = await server();
      await as.addUser('forgets@example.com');
      const browser = as.browser();
      const form = await browser.get(`${as.url}/account/forgotten`);
      const unknown = await browser.submit(form, { email: 'nobody@example.com' });
      const before = as.mails.length;
      const known = await browser.submit(form, { email: 'Forgets@example.com' });
      assert.equal(known.text.replace('Forgets', 'nobody'), unknown.text);
      assert.equal(as.mails.length, before + 1);
      const mail = as.mails.at(-1);
      assert.deepEqual([mail?.to, mail?.subject], ['forgets@example.com', 'Choose a new password']);
      const page = await browser.get(linkIn(mail?.text));
      assert.equal((await browser.submit(page, { password: 'short', repeated: 'short' })).status, 422);
      const done = await browser.submit(page, { password: newPassword, repeated: newPassword });
      assert.match((await browser.follow(done)).text, /Your password is changed/);
      assert.match((await as.browser().get(linkIn(mail?.text))).text, /does not work any more/);
      await signedIn(as, 'forgets@example.com', newPassword);
    });

    it('links go to one address five times an hour at most', async () => {
      const as = await server();
      await as.addUser('often@example.com');
      const browser = as.browser();
      const form = await browser.get(`${as.url}/account/forgotten`);
      const before = as.mails.length;
      for (let i = 0; i < 8; i++)
        assert.equal((await browser.submit(form, { email: 'often@example.com' })).status, 200);
      assert.equal(as.mails.length, before + 5);
    });
  });

  describe('registration', () => {
    it('proves the e-mail by a link, and does not tell who has an account', async () => {
      const as = await server();
      const browser = as.browser();
      const form = await browser.get(`${as.url}/account/register?return=/account/consents`);
      const fresh = await browser.submit(form, { email: 'new@example.com' });
      const link = linkIn(as.mails.at(-1)?.text);
      const known = await browser.submit(form, { email: 'ada@example.com' });
      assert.equal(known.text.replaceAll('ada@', 'new@'), fresh.text);
      assert.equal(as.mails.at(-1)?.subject, 'You have an account already');
      assert.equal(await userByEmail(as.db, 'new@example.com'), undefined, 'nobody yet');
      const page = await browser.get(link, { 'Accept-Language': 'de-CH,de;q=0.9' });
      const person = { given_name: 'Grace', surname: 'Hopper', password: newPassword, repeated: newPassword };
      assert.equal((await browser.submit(page, { ...person, given_name: '' })).status, 422);
      const values = { csrf: /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '', ...person };
      const done = await browser.post(link, values, { 'Accept-Language': 'de-CH,de;q=0.9' });
      assert.equal(done.location, `${as.url}/account/consents`);
      const user = await userByEmail(as.db, 'new@example.com');
      assert.deepEqual([user?.organization_id, user?.country, user?.language], [null, 'CH', 'de']);
      assert.match((await as.browser().get(link)).text, /does not work any more/);
    });

    it('refuses what is no e-mail address', async () => {
      const as = await server();
      const browser = as.browser();
      const form = await browser.get(`${as.url}/account/register`);
      for (const email of ['', 'x', 'a b@example.com', '<script>@example.com', 'a,b@example.com', 'a:b@x;']) {
        assert.equal((await browser.submit(form, { email })).status, 422, email);
      }
    });
  });

  describe('users of an organization', () => {
    it('are invited by mail and get roles from administrators', async () => {
      const as = await server();
      await as.addUser('boss@example.com', { roles: ['account_administrator'] });
      const boss = await signedIn(as, 'boss@example.com');
      const page = await boss.get(`${as.url}/account/users`);
      const sent = await boss.submit(
        page,
        { email: 'invited@example.com', co_administrator: 'yes' },
        'Send invitation',
      );
      assert.match((await boss.follow(sent)).text, /invited@example.com/);
      const browser = as.browser();
      const welcome = await browser.get(linkIn(as.mails.at(-1)?.text));
      assert.match(welcome.text, /Join Bridges Ltd/);
      const person = { given_name: 'Grace', surname: 'Hopper', password: newPassword, repeated: newPassword };
      await browser.submit(welcome, person);
      const user = await userByEmail(as.db, 'invited@example.com');
      assert.deepEqual([user?.organization_id, user?.roles], [as.organizationId, '["co_administrator"]']);
      assert.match((await browser.get(`${as.url}/account/users`)).text, /boss@example.com/);
    });

    it('whose invitation is refused keep what was typed', async () => {
      const as = await server();
      await as.addUser('boss3@example.com', { roles: ['account_administrator'] });
      const boss = await signedIn(as, 'boss3@example.com');
      const page = await boss.get(`${as.url}/account/users`);
      const refused = await boss.submit(
        page,
        { email: 'nobody at all', services_administrator: 'yes' },
        'Send invitation',
      );
      assert.equal(refused.status, 422);
      assert.match(refused.text, /name="email" type="email" value="nobody at all"/);
      assert.match(refused.text, /id="services_administrator-invite"[^>]* checked/);
    });

    it('may join with the account that they have', async () => {
      const as = await server();
      await as.addUser('admin2@example.com', { roles: ['services_administrator'] });
      await as.addUser('loner@example.com', { organizationId: null });
      const boss = await signedIn(as, 'admin2@example.com');
      await boss.submit(await boss.get(`${as.url}/account/users`), { email: 'Loner@example.com' }, 'Send invitation');
      const link = linkIn(as.mails.at(-1)?.text);
      const browser = as.browser();
      await browser.submit(await browser.get(link), {}, 'Join');
      assert.equal((await userByEmail(as.db, 'loner@example.com'))?.organization_id, as.organizationId);
      assert.match((await browser.get(link)).text, /does not work any more/);
    });

    it('are disabled with all their sessions and tokens, but never the last administrator', async () => {
      const as = await server();
      const organization = await as.addOrganization('Tunnels Ltd');
      const admin = await as.addUser('only@example.com', {
        organizationId: organization,
        roles: ['account_administrator'],
      });
      const other = await as.addUser('other@example.com', { organizationId: organization });
      const browser = await signedIn(as, 'only@example.com');
      const victim = as.browser();
      await enterPassword(victim, await victim.get(authorizeUrl(as, challenge)), 'other@example.com');
      const { access_token } = (await tokensOf(as, victim)).body;
      const page = await browser.get(`${as.url}/account/users`);
      const disabled = await browser.submit(page, { state: 'Disabled' }, `name="user" value="${other.id}"`);
      assert.match((await browser.follow(disabled)).text, /The changes are saved/);
      assert.equal(await as.server.authenticate(`Bearer ${access_token}`), 'invalid');
      assert.match((await victim.get(authorizeUrl(as, challenge))).text, /identifierInput/);
      const lasting: Record<string, string>[] = [
        { state: 'Disabled', account_administrator: 'yes' },
        { state: 'Active' },
      ];
      for (const change of lasting) {
        const values = {
          csrf: /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '',
          step: 'change',
          user: admin.id,
        };
        const refused = await browser.post(`${as.url}/account/users`, { ...values, ...change });
        assert.equal(refused.status, 422);
        assert.match(refused.text, /at least one active Account Administrator/);
      }
    });

    it('are out of reach for others and for administrators of another organization', async () => {
      const as = await server();
      const organization = await as.addOrganization('Dams Ltd');
      await as.addUser('dams@example.com', { organizationId: organization, roles: ['account_administrator'] });
      const browser = await signedIn(as, 'dams@example.com');
      const page = await browser.get(`${as.url}/account/users`);
      assert.doesNotMatch(page.text, /ada@example.com/);
      const values = {
        csrf: /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '',
        step: 'change',
        user: as.user.id,
      };
      assert.equal((await browser.post(`${as.url}/account/users`, { ...values, state: 'Disabled' })).status, 422);
      assert.equal((await userByEmail(as.db, 'ada@example.com'))?.state, 'Active');
      const ada = await signedIn(as, 'ada@example.com');
      assert.equal((await ada.get(`${as.url}/account/users`)).status, 403);
    });
  });

  it('consents are listed and withdrawn with the tokens that hang on them', async () => {
    const as = await server();
    await as.addUser('consents@example.com');
    const browser = await signedIn(as, 'consents@example.com');
    const { access_token } = (await tokensOf(as, browser)).body;
    const page = await browser.get(`${as.url}/account/consents`);
    assert.match(page.text, /Native App/);
    const done = await browser.follow(await browser.submit(page, {}, 'Withdraw'));
    assert.match(done.text, /The access is withdrawn/);
    assert.doesNotMatch(done.text, /Native App/);
    assert.equal(await as.server.authenticate(`Bearer ${access_token}`), 'invalid');
    assert.equal((await browser.get(authorizeUrl(as, challenge))).title, 'Permissions');
  });

  it('applications are registered, changed, given secrets, disabled and deleted', async () => {
    const as = await server();
    await as.addUser('developer@example.com');
    const browser = await signedIn(as, 'developer@example.com');
    const list = await browser.get(`${as.url}/account/applications`);
    const wanted = {
      displayName: 'My <b>site</b>',
      type: 'Web',
      redirectUris: 'https://a.example/cb\nhttps://b.example/cb',
    };
    const bad = await browser.submit(list, { ...wanted, redirectUris: 'http://a.example/cb' });
    assert.equal(bad.status, 422);
    assert.match(bad.text, /Plain http is allowed only to the own machine/);
    const made = await browser.submit(list, wanted);
    assert.match(made.text, /My &lt;b&gt;site&lt;\/b&gt;/);
    const secret = /<code>([\w-]{43})<\/code>/.exec(made.text)?.[1] ?? '';
    const clientId = /<code>(web-[a-z0-9]{26})<\/code>/.exec(made.text)?.[1] ?? '';
    const authenticates = async (client_secret: string) => {
      const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId, client_secret };
      return (await post(`${as.url}/connect/token`, fields)).body.error === 'invalid_grant';
    };
    assert.ok(await authenticates(secret));
    const page = await browser.get(`${as.url}/account/applications/${clientId}`);
    assert.ok(!page.text.includes(secret), 'shown once');
    const renewed = await browser.submit(page, { immediately: 'yes' }, 'Make a new secret');
    const second = /<code>([\w-]{43})<\/code>/.exec(renewed.text)?.[1] ?? '';
    assert.deepEqual([await authenticates(secret), await authenticates(second)], [false, true]);
    await browser.submit(page, { displayName: 'My site', state: 'Disabled' }, 'value="save"');
    assert.equal(await authenticates(second), false);
    assert.deepEqual(as.ended.at(-1), `${clientId} disabled`);
    await browser.submit(page, {}, 'value="delete"');
    assert.deepEqual(as.ended.at(-1), `${clientId} deleted`);
    assert.equal((await browser.get(`${as.url}/account/applications/${clientId}`)).status, 404);
    const stranger = await signedIn(as, 'ada@example.com');
    assert.equal((await stranger.get(`${as.url}/account/applications/web-app`)).status, 200);
    const own = await as.addApplication({ type: 'SPA', organizationId: null, createdBy: as.organizationId });
    assert.equal((await stranger.get(`${as.url}/account/applications/${own}`)).status, 404);
  });
});
