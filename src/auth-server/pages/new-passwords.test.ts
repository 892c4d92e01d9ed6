import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachAuthServer, enterPassword, linkIn, password, startAuthServer } from '../../../test/support/auth-server.ts';
import type { Browser, Page } from '../../../test/support/browser.ts';
import { eachDatabase } from '../../../test/support/databases.ts';

/** Common, a pattern, and what everybody knows about the person of these tests. */
const weak = ['password1234', 'aaaaaaaaaaaa', 'weak.person@example.com', 'Ada Lovelace 1815', 'twinplatform2026'];

/** Every weak password is refused with a reason and with what to do; the form can be sent again. */
async function refusesWeakOnes(browser: Browser, page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const one of weak) {
    const answer = await browser.submit(page, { ...fields, password: one, repeated: one }, 'name="repeated"');
    assert.equal(answer.status, 422, one);
    assert.match(answer.text, /Please choose another one: four words/, one);
  }
}

const good = 'orchard violin granite';

eachAuthServer('common and personal passwords are refused', (server) => {
  it('when one is changed', async () => {
    const as = await server();
    await as.addUser('weak.person@example.com');
    const browser = as.browser();
    const login = await browser.follow(await browser.get(`${as.url}/account/password`));
    const form = await enterPassword(browser, login, 'weak.person@example.com');
    await refusesWeakOnes(browser, form, { old: password });
    const organization = { old: password, password: 'Bridges Ltd 2026', repeated: 'Bridges Ltd 2026' };
    assert.equal((await browser.submit(form, organization, 'name="repeated"')).status, 422);
    assert.equal((await browser.submit(form, { old: password, password: good, repeated: good })).status, 303);
  });

  it('when one is chosen anew by a mailed link', async () => {
    const as = await server();
    await as.addUser('weak.person@example.com').catch(() => {});
    const browser = as.browser();
    await browser.submit(await browser.get(`${as.url}/account/forgotten`), { email: 'weak.person@example.com' });
    const form = await browser.get(linkIn(as.mails.at(-1)?.text));
    await refusesWeakOnes(browser, form, {});
    assert.equal((await browser.submit(form, { password: good, repeated: good })).status, 303);
  });
});

eachDatabase('common and personal passwords are refused', (open) => {
  it('for a new account, and for the first administrator', async () => {
    const as = await startAuthServer(await open());
    try {
      const names = { given_name: 'Ada', surname: 'Lovelace' };
      const browser = as.browser();
      await browser.submit(await browser.get(`${as.url}/account/register`), { email: 'weak.person@example.com' });
      const welcome = await browser.get(linkIn(as.mails.at(-1)?.text));
      await refusesWeakOnes(browser, welcome, names);
      const made = await browser.submit(welcome, { ...names, password: good, repeated: good });
      assert.equal(made.status, 303);
      const link = (await as.server.createFirstAdministratorLink()) ?? '';
      const first = as.browser();
      const form = await first.get(link);
      const fields = { ...names, organization: 'Harbour Works', email: 'weak.person@example.com' };
      await refusesWeakOnes(first, form, fields);
      const own = 'harbour works harbour';
      assert.equal((await first.submit(form, { ...fields, password: own, repeated: own })).status, 422);
    } finally {
      await as.stop();
    }
  });

  it('in the set-up file, when they are new there', async () => {
    const as = await startAuthServer(await open());
    try {
      const person = { email: 'weak.person@example.com', givenName: 'Ada', surname: 'Lovelace' };
      for (const one of weak) {
        const faults = await as.server.setupFaults({ users: [{ ...person, password: one }] });
        assert.deepEqual(
          faults.map(({ path }) => path),
          [['users', 0, 'password']],
          one,
        );
        assert.match(faults[0]?.message ?? '', /too easy to guess.*Please choose another one/);
      }
      assert.deepEqual(await as.server.setupFaults({ users: [{ ...person, password: good }] }), []);
    } finally {
      await as.stop();
    }
  });
});
