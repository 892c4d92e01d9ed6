import assert from 'node:assert/strict';
import { it } from 'node:test';
import { actionsOfSignIn, testAudit } from '../../../test/support/audit.ts';
import {
  authorize,
  authorizeUrl,
  eachAuthServer,
  enterPassword,
  linkIn,
  newPkce,
  password,
  post,
  serviceSecret,
  type TestAuthServer,
  tokensOf,
} from '../../../test/support/auth-server.ts';
import type { Browser } from '../../../test/support/browser.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { type AuditAction, type AuditEntry, type AuditFilter, logOfPerson, theSystem } from '../../kernel/audit.ts';
import { tables } from '../../kernel/db/query.ts';
import { insertMailLink } from '../store/mail-links.ts';

const { challenge } = newPkce();
const wrong = 'a wrong password';
const fresh = 'orchard violin granite';

eachAuthServer('the audit log', (server) => {
  const entriesOf = (as: TestAuthServer, organizationId: string, filter: AuditFilter = {}): Promise<AuditEntry[]> =>
    testAudit.list(as.db, { organizationId, userId: null }, filter, 1000);
  const signedIn = async (as: TestAuthServer, email: string, address?: string): Promise<Browser> => {
    const browser = as.browser(address);
    await authorize(browser, authorizeUrl(as, challenge), email);
    return browser;
  };
  const administrator = async (as: TestAuthServer, name: string) => {
    const organizationId = await as.addOrganization(name);
    const email = `boss@${name.toLowerCase().replaceAll(' ', '-')}.example.com`;
    const user = await as.addUser(email, { organizationId, roles: ['account_administrator'] });
    return { organizationId, email, user, browser: await signedIn(as, email, '203.0.113.9') };
  };

  it('tells who signed in or was refused, how, when, from where and with what', async () => {
    const as = await server();
    const organizationId = await as.addOrganization('Tells Ltd');
    const user = await as.addUser('tells@example.com', { organizationId });
    const before = Date.now();
    const browser = as.browser('203.0.113.77');
    await enterPassword(browser, await browser.get(authorizeUrl(as, challenge)), 'tells@example.com', wrong);
    await authorize(browser, authorizeUrl(as, challenge), 'tells@example.com');
    const entries = await entriesOf(as, organizationId, { action: 'user.signedIn' });
    assert.deepEqual(
      entries.map(({ outcome, by, about, detail }) => [outcome, by.userId, by.email, about.id, detail]),
      [
        ['Succeeded', user.id, 'tells@example.com', user.id, 'password'],
        ['Refused', null, null, user.id, 'password'],
      ],
    );
    for (const { by, time, about } of entries) {
      assert.equal(by.address, '203.0.113.77');
      assert.match(by.userAgent, /Firefox/);
      assert.match(by.correlationId, /^[\w-]{36}$/);
      assert.equal(about.name, 'tells@example.com');
      assert.ok(time >= before && time <= Date.now());
    }
  });

  it('holds attempts at unknown e-mails for nobody, and not what was typed', async () => {
    const as = await server();
    const browser = as.browser('203.0.113.78');
    const typed = 'my-secret-typed-here@example.com';
    await enterPassword(browser, await browser.get(authorizeUrl(as, challenge)), typed, wrong);
    const rows = await as.db.all(
      tables<{ audit_entries: Record<string, unknown> }>().selectFrom('audit_entries').selectAll(),
    );
    const own = rows.filter((row) => row.address === '203.0.113.78');
    assert.deepEqual(
      own.map((row) => [row.outcome, row.organization_id, row.user_id, row.about_name]),
      [['Refused', null, null, '']],
    );
    assert.ok(!JSON.stringify(rows).includes('my-secret-typed-here'));
  });

  it('records every action of its catalogue that concerns sign-in, in the log of the organization, without secrets', async () => {
    const as = await server();
    const { organizationId, email, browser } = await administrator(as, 'Everything Ltd');
    const secrets: string[] = [password, fresh, wrong];
    const person = await as.addUser('person@everything.example.com', { organizationId });
    const theirs = await signedIn(as, person.email);
    for (let i = 0; i < 11; i++) {
      const other = as.browser('10.220.0.1');
      await enterPassword(other, await other.get(authorizeUrl(as, challenge)), person.email, wrong);
    }
    const users = await browser.get(`${as.url}/account/users`);
    await browser.submit(users, { email: 'joins@everything.example.com' }, 'value="invite"');
    const invitation = linkIn(as.mails.at(-1)?.text);
    await browser.submit(users, { email: 'never@everything.example.com' }, 'value="invite"');
    secrets.push(...as.mails.map((mail) => linkIn(mail.text).split('token=')[1] ?? wrong));
    await browser.submit(
      await browser.get(`${as.url}/account/users`),
      { email: 'never@everything.example.com' },
      'uninvite',
    );
    const newcomer = as.browser();
    await newcomer.submit(await newcomer.get(invitation), {
      given_name: 'New',
      surname: 'Comer',
      password: fresh,
      repeated: fresh,
    });
    await as.addUser('loner@everything.example.com', { organizationId: null });
    await browser.submit(users, { email: 'loner@everything.example.com' }, 'value="invite"');
    const joining = await as.browser().get(linkIn(as.mails.at(-1)?.text));
    const joiner = as.browser();
    await joiner.submit(await joiner.get(joining.url), {}, 'Join');
    await browser.submit(
      await browser.get(`${as.url}/account/users`),
      { co_administrator: 'yes' },
      `value="${person.id}"`,
    );
    const sessions = await browser.get(`${as.url}/account/sessions?user=${person.id}`);
    await browser.submit(sessions, {}, 'name="session"');
    await theirs.submit(await theirs.get(`${as.url}/account/forgotten`), { email: person.email });
    const reset = await theirs.get(linkIn(as.mails.at(-1)?.text));
    await theirs.submit(reset, { password: fresh, repeated: fresh });
    const again = 'lantern gravel mosaic';
    const form = await theirs.get(`${as.url}/account/password`);
    await theirs.submit(form, { old: fresh, password: again, repeated: again });
    secrets.push(again);
    const tokens = (await tokensOf(as, theirs)).body;
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      secrets.push(token);
      await post(`${as.url}/connect/revocation`, { token, client_id: 'native-app' });
    }
    await theirs.submit(await theirs.get(`${as.url}/account/consents`), {}, 'native-app');
    const applications = await browser.get(`${as.url}/account/applications`);
    const made = await browser.submit(applications, { displayName: 'Importer', type: 'Service' }, 'displayName');
    const [, clientId = ''] = /<dd><code>(service-[^<]+)<\/code>/.exec(made.text) ?? [];
    const detail = await browser.get(`${as.url}/account/applications/${clientId}`);
    await browser.submit(detail, { displayName: 'Importer 2' }, 'value="save"');
    const renewed = await browser.submit(detail, {}, 'value="secret"');
    for (const page of [made, renewed]) secrets.push(/<p><code>([^<]+)<\/code><\/p>/.exec(page.text)?.[1] ?? wrong);
    await browser.submit(detail, {}, 'value="delete"');
    await as.server.applySetup({ organizations: [{ id: organizationId, name: 'Everything Ltd' }] });
    await theirs.submit(await theirs.get(`${as.url}/connect/endsession`), {}, 'Sign out');
    const entries = await entriesOf(as, organizationId);
    const seen = new Set<string>(entries.map(({ action }) => action));
    assert.deepEqual(
      actionsOfSignIn.filter((action) => !seen.has(action)),
      ['organization.created'],
      'that one has a test of its own',
    );
    const text = JSON.stringify(entries);
    for (const secret of secrets) assert.ok(!text.includes(secret), secret);
    const changed = entries.find(({ action }) => action === 'user.changed');
    assert.deepEqual(
      [changed?.by.email, changed?.about.name, changed?.detail],
      [email, person.email, 'Active, co_administrator'],
    );
    const renamed = entries.find(({ action }) => action === 'application.changed');
    assert.deepEqual([renamed?.about.name, renamed?.detail], ['Importer 2', 'display name']);
    const ended = entries.find(({ action }) => action === 'session.ended');
    assert.deepEqual([ended?.by.email, ended?.by.address, ended?.about.id], [email, '203.0.113.9', person.id]);
  });

  it('begins with the organization and its first administrator', async () => {
    const as = await server();
    const token = await as.db.write((tx) => insertMailLink(tx, { kind: 'administrator', email: '' }, Date.now()));
    const rest = tables<{ auth_users: { roles: string } }>();
    await as.db.write((tx) => tx.run(rest.updateTable('auth_users').set({ roles: '[]' })));
    const browser = as.browser();
    const form = await browser.get(`${as.url}/account/first-administrator?token=${token}`);
    const names = {
      given_name: 'Grace',
      surname: 'Hopper',
      email: 'first@begins.example.com',
      organization: 'Begins Ltd',
    };
    const done = await browser.submit(form, { ...names, password: fresh, repeated: fresh });
    assert.equal(done.status, 303);
    const page = await browser.get(`${as.url}/account/audit`);
    assert.match(page.text, /organization\.created[\s\S]*?Begins Ltd/);
    assert.match(page.text, /user\.registered/);
  });

  it('records nothing of what did not happen', async () => {
    const as = await server();
    const { organizationId, user } = await administrator(as, 'Undone Ltd');
    const before = (await entriesOf(as, organizationId)).length;
    const failing = as.db.write(async (tx) => {
      const by = { userId: user.id, clientId: null, email: user.email, address: '', userAgent: '', correlationId: '' };
      const owner = logOfPerson({ id: user.id, organizationId });
      const about = { type: 'User', id: user.id, name: user.email } as const;
      await testAudit.record(tx, { action: 'user.changed', owner, by, about });
      throw new Error('undone');
    });
    await assert.rejects(failing, /undone/);
    assert.equal((await entriesOf(as, organizationId)).length, before);
  });

  it('is a page for administrators of the organization, with filters and pages', async () => {
    const as = await server();
    const { browser, organizationId } = await administrator(as, 'Page Ltd');
    const colleague = await as.addUser('colleague@page.example.com', { organizationId });
    for (let i = 0; i < 60; i++) {
      await as.db.write((tx) =>
        testAudit.record(tx, {
          action: 'user.changed',
          owner: { organizationId, userId: null },
          by: { userId: null, clientId: null, email: null, address: '', userAgent: '', correlationId: '' },
          about: { type: 'User', id: colleague.id, name: `<b>row ${i}</b>` },
        }),
      );
    }
    const address = `${as.url}/account/audit`;
    assert.match((await browser.get(`${as.url}/account`)).text, /href="\/auth\/account\/audit"/);
    const page = await browser.get(address);
    assert.equal(page.text.split('&lt;b&gt;row').length - 1, 50, 'fifty on a page, escaped');
    assert.match(page.text, /row 59&lt;/);
    const [, older = ''] = /href="([^"]*before=[^"]*)"/.exec(page.text) ?? [];
    const next = await browser.get(new URL(older.replaceAll('&amp;', '&'), as.url).href);
    assert.match(next.text, /row 9&lt;/);
    assert.doesNotMatch(next.text, /row 10&lt;/);
    const filtered = await browser.get(`${address}?about=%3CB%3Erow+7%3C%2Fb%3E&action=user.changed`);
    assert.equal(filtered.text.split('&lt;b&gt;row').length - 1, 1);
    assert.match((await browser.get(`${address}?from=2099-01-01`)).text, /Nothing that fits/);
    assert.equal((await browser.get(`${address}?from=yesterday`)).status, 422);
    const other = await signedIn(as, colleague.email);
    assert.equal((await other.get(address)).status, 403);
    assert.doesNotMatch((await other.get(`${as.url}/account`)).text, /account\/audit/);
    const stranger = await administrator(as, 'Stranger Ltd');
    assert.doesNotMatch((await stranger.browser.get(`${address}?before=9999999999999999+zz`)).text, /row 5/);
  });

  it('shows when the stored content was checked last, and what of the organization it found missing or changed', async () => {
    const as = await server();
    const { browser, organizationId } = await administrator(as, 'Checked Ltd');
    const stranger = await administrator(as, 'Sound Ltd');
    const address = `${as.url}/account/audit`;
    assert.doesNotMatch((await browser.get(address)).text, /Stored content/, 'before the first check');
    const record = (action: AuditAction, id: string) =>
      as.db.write((tx) =>
        testAudit.record(tx, {
          action,
          outcome: 'Refused',
          by: theSystem,
          owner: { organizationId, userId: null },
          about: { type: 'Content', id, name: 'plan.pdf' },
        }),
      );
    await record('content.missing', 'before');
    const started = Date.now() + 5;
    await eventually(async () => assert.ok(Date.now() >= started));
    await record('content.missing', 'a');
    for (const id of ['b', 'c', 'c']) await record('content.changed', id);
    const ended = Date.now();
    as.checked({ started, ended, contents: 9, bytes: 90, missing: 3, changed: 5, unreferenced: 0 });
    const { text } = await browser.get(address);
    assert.match(
      text,
      new RegExp(`<h2>Stored content</h2>\\s*<p>Last check: <time datetime="${new Date(ended).toISOString()}">`),
    );
    assert.match(text, /href="\/auth\/account\/audit\?action=content\.missing">1 missing</);
    assert.match(text, /href="\/auth\/account\/audit\?action=content\.changed">2 changed</);
    assert.match((await stranger.browser.get(address)).text, /No missing or changed content\./);
  });

  it('of a person without an organization is their own', async () => {
    const as = await server();
    await as.addUser('alone@example.com', { organizationId: null });
    await as.addUser('alone-too@example.com', { organizationId: null });
    await signedIn(as, 'alone-too@example.com', '203.0.113.80');
    const page = await (await signedIn(as, 'alone@example.com', '203.0.113.81')).get(`${as.url}/account/audit`);
    assert.match(page.text, /user\.signedIn[\s\S]*203\.0\.113\.81/);
    assert.doesNotMatch(page.text, /203\.0\.113\.80/);
  });

  it('names the application where no person acts', async () => {
    const as = await server();
    const headers = { Authorization: `Basic ${Buffer.from(`service-app:${serviceSecret}`).toString('base64')}` };
    const token = (await post(`${as.url}/connect/token`, { grant_type: 'client_credentials' }, headers)).body;
    await post(`${as.url}/connect/revocation`, { token: token.access_token }, headers);
    const [entry] = await entriesOf(as, as.organizationId, { action: 'token.revoked', actor: 'service-app' });
    assert.deepEqual(
      [entry?.by.clientId, entry?.about.id, entry?.detail],
      ['service-app', 'service-app', 'access token'],
    );
  });
});
