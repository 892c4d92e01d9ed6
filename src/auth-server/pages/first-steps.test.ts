import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, it } from 'node:test';
import {
  enterPassword,
  linkIn,
  password,
  startAuthServer,
  type TestAuthServer,
} from '../../../test/support/auth-server.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import type { AuthServerOptions } from '../core.ts';
import { userByEmail } from '../store/users.ts';

eachDatabase('first steps', (open) => {
  const started: TestAuthServer[] = [];
  after(async () => {
    for (const as of started) await as.stop();
  });
  const start = async (
    config: Partial<AuthServerOptions['config']> = {},
    options: Partial<AuthServerOptions> = {},
  ): Promise<TestAuthServer> => {
    const as = await startAuthServer(await open(), config, options);
    started.push(as);
    return as;
  };

  it('whoever holds the printed link becomes the first administrator, once', async () => {
    const organizations: string[] = [];
    const as = await start({}, { onOrganizationCreated: async (_tx, { name }) => void organizations.push(name) });
    const stale = (await as.server.createFirstAdministratorLink()) ?? '';
    const link = (await as.server.createFirstAdministratorLink()) ?? '';
    assert.ok(link.startsWith(`${as.url}/account/first-administrator?token=`));
    const browser = as.browser();
    assert.equal((await browser.get(stale)).status, 400, 'a new start makes the old link useless');
    assert.equal((await browser.get(`${link}x`)).status, 400);
    const page = await browser.get(link);
    const person = { given_name: 'Grace', surname: 'Hopper', password, repeated: password };
    const fields = { organization: 'Harbours Ltd', email: 'grace@example.com', ...person };
    for (const fault of [{ organization: '' }, { email: 'x' }, { password: 'short' }, { email: 'Ada@example.com' }]) {
      assert.equal(
        (await browser.submit(page, { ...fields, ...(fault as object) })).status,
        422,
        JSON.stringify(fault),
      );
    }
    assert.equal((await as.browser().post(link, fields)).status, 403);
    const done = await browser.submit(page, fields);
    assert.equal(done.location, `${new URL(as.url).origin}/console`, 'they land in the console');
    assert.match((await browser.get(`${as.url}/account`)).text, /Harbours Ltd/);
    assert.deepEqual(organizations, ['Harbours Ltd']);
    const user = await userByEmail(as.db, 'grace@example.com');
    assert.equal(user?.roles, '["account_administrator"]');
    assert.equal(await as.server.createFirstAdministratorLink(), undefined);
    assert.equal((await as.browser().get(link)).status, 400);
  });

  it('accounts cannot be made where registration is closed', async () => {
    const as = await start({ registration: 'closed' });
    assert.equal((await as.browser().get(`${as.url}/account/register`)).status, 403);
    assert.equal((await as.browser().post(`${as.url}/account/register`, { email: 'x@example.com' })).status, 403);
    assert.doesNotMatch((await as.browser().get(`${as.url}/account/login`)).text, /Create an account/);
    assert.equal(as.mails.length, 0);
  });

  it('accounts are made by invitation: of a twin, by a link to the invited address', async () => {
    const accepted: string[][] = [];
    const inviter = { inviter: 'Ada Larsen', inviterEmail: 'ada@example.com' };
    const shown = { email: 'guest@example.com', ...inviter, into: 'Bridge', roles: ['Reader'] };
    const twin = '11111111-1111-4111-8111-111111111111';
    const as = await start(
      { registration: 'invitation' },
      {
        invitations: {
          isInvited: async (email) => email === 'guest@example.com',
          look: async (_twin, id, proof) =>
            id.startsWith('7') ? 'withdrawn' : { ...shown, isSandbox: false, proved: proof === 'right' },
          accept: async ({ userId }, twinId, invitationId) => {
            if (invitationId.startsWith('0')) return 'unknown';
            if (invitationId.startsWith('9')) return 'otherPerson';
            accepted.push([userId ?? '', twinId, invitationId]);
            return 'accepted';
          },
        },
      },
    );
    const invitation = '22222222-2222-4222-8222-222222222222';
    const address = `${as.url}/account/invitations/${twin}/${invitation}`;
    const browser = as.browser();
    const page = await browser.get(address);
    const invites = /Join Bridge.*Ada Larsen.*\(ada@example\.com\) invites .*guest@example\.com.* as .*Reader/s;
    assert.match(page.text, invites);
    const [, register = ''] = /href="([^"]*\/register[^"]*)"/.exec(page.text) ?? [];
    const form = await browser.get(new URL(register, address).href);
    const uninvited = await browser.submit(form, { email: 'nobody@example.com' });
    assert.equal(as.mails.length, 0);
    const invited = await browser.submit(form, { email: 'guest@example.com' });
    assert.equal(invited.text.replace('guest', 'nobody'), uninvited.text);
    const welcome = await browser.get(linkIn(as.mails[0]?.text));
    const person = { given_name: 'Guest', surname: 'One', password, repeated: password };
    const back = await browser.follow(await browser.submit(welcome, person));
    assert.equal(back.url, address);
    assert.match((await browser.submit(back)).text, /You are a member now/);
    const guest = await userByEmail(as.db, 'guest@example.com');
    assert.deepEqual(accepted, [[guest?.id, twin, invitation]]);
    for (const [id, status] of [
      ['0', 404],
      ['9', 403],
    ] as const) {
      const other = await browser.get(`${as.url}/account/invitations/${twin}/${invitation.replaceAll('2', id)}`);
      assert.equal((await browser.submit(other)).status, status);
    }
    const withdrawn = await as
      .browser()
      .get(`${as.url}/account/invitations/${twin}/${invitation.replaceAll('2', '7')}`);
    assert.deepEqual([withdrawn.status, /This invitation was withdrawn/.test(withdrawn.text)], [404, true]);
    const known = as.browser();
    const ask = await known.get(address);
    const [, login = ''] = /href="([^"]*\/login[^"]*)"/.exec(ask.text) ?? [];
    const there = await enterPassword(known, await known.get(new URL(login, address).href), 'ada@example.com');
    assert.equal(there.url, address);
    assert.equal((await known.get(`${as.url}/account/invitations/${twin}/x`)).status, 404);
    assert.match(there.text, /This invitation is for somebody else.*ada@example\.com/s);
  });

  it('an account is made right away by who follows the link of the invitation in a mail, and by nobody else', async () => {
    const shown = {
      email: 'guest@example.com',
      inviter: 'Ada',
      inviterEmail: 'ada@example.com',
      into: 'Bridge',
      roles: [],
    };
    const look = async (_twin: string, _id: string, proof: string) => ({
      ...shown,
      isSandbox: false,
      proved: proof === 'right',
    });
    const invitations = { isInvited: async () => true, look, accept: async () => 'accepted' as const };
    const as = await start({ registration: 'invitation' }, { invitations });
    const address = `${as.url}/account/invitations/${randomUUID()}/${randomUUID()}`;
    const stranger = as.browser();
    const other = await stranger.get(`${address}?proof=wrong`);
    assert.match(other.text, /href="[^"]*\/register\?[^"]*email=guest%40example\.com"/);
    const [, csrf = ''] =
      /name="csrf" value="([^"]+)"/.exec((await stranger.get(`${as.url}/account/login`)).text) ?? [];
    const forced = await stranger.follow(await stranger.post(`${address}?proof=wrong`, { csrf }));
    assert.match(forced.text, /Join Bridge/);
    const guest = as.browser();
    const welcome = await guest.follow(await guest.submit(await guest.get(`${address}?proof=right`)));
    const person = { given_name: 'Guest', surname: 'One', password, repeated: password };
    const back = await guest.follow(await guest.submit(welcome, person));
    assert.equal(back.url, address);
    assert.match((await guest.submit(back)).text, /You are a member now/);
    assert.equal(as.mails.length, 0);
  });
});
