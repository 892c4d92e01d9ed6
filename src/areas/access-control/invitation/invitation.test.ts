import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform, type Platform } from '../../../../test/support/platform.ts';
import { theSystem } from '../../../kernel/audit.ts';
import { tables } from '../../../kernel/db/query.ts';
import type { Mail, Outbox } from '../../../kernel/mail/port.ts';
import { q } from '../tables.ts';
import { base, type Fixture, fixtureOf, kitOf, memberOf } from '../testing/fixture.ts';
import { answering, ofGroups, reading } from '../testing/invitation-scenarios.ts';
import { eventText, runScenarios } from '../testing/run-scenarios.ts';
import { twinInvitations } from './answer.ts';

const _invitations = `${base}/{twinId}/members/invitations`;
const unknown = randomUUID();

const _group = `${base}/{accountId}/groups/{accountGroup}/invitations`;

/** Invites somebody into the account's group; answers the invitation. */
async function inviteIntoGroup({ p, admin, accountId, accountGroup }: Fixture, email: string): Promise<string> {
  const path = `${base}/${accountId}/groups/${accountGroup}`;
  await p.call(admin, `PATCH ${path}`, { body: { members: [email] } });
  return (await p.call(admin, `GET ${path}/invitations`)).body.invitations[0].id;
}

/** Collects mails beside sending them. */
function mailsOf({ app }: Platform): Mail[] {
  const mails: Mail[] = [];
  const { send } = app.ports.mail;
  const collect: Outbox['send'] = (tx, mail) => {
    mails.push(mail);
    return send(tx, mail);
  };
  Object.assign(app.ports.mail, { send: collect });
  return mails;
}

const by = (userId: string) => ({ ...theSystem, userId });

eachPlatform('invitations', (platform) => {
  runScenarios(platform, 'reading', reading);
  runScenarios(platform, 'answering', answering);
  runScenarios(platform, 'into groups', ofGroups);

  it('merge on acceptance: all roles once, whatever invitation is accepted', async () => {
    const { p, admin, guest, twinId, readerRole, writerRole, accountRole, invitation } = await fixtureOf(
      await platform(),
    );
    const add = (...roleIds: string[]) =>
      p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members: [memberOf(guest, ...roleIds)] } });
    await add(writerRole, readerRole);
    await add(accountRole);
    p.takeEvents();
    const accepted = await p.call(guest, `POST ${base}/${twinId}/members/invitations/${invitation}/accept`);
    assert.equal(accepted.status, 204);
    assert.deepEqual(p.takeEvents().map(eventText), [
      'memberAdded User Reader',
      'roleAssigned User Writer',
      'roleAssigned User Account reader',
    ]);
    const again = await p.call(guest, `POST ${base}/${twinId}/members/invitations/${invitation}/accept`);
    assert.deepEqual([again.status, p.takeEvents().length], [204, 0]);
  });

  it('of a member merge too', async () => {
    const { p, admin, reader, twinId, readerRole, writerRole } = await fixtureOf(await platform());
    const service = await p.person({
      organizationId: admin.organizationId,
      service: true,
      roles: ['account_administrator'],
    });
    await p.call(admin, `DELETE ${base}/${twinId}/members/users/${reader.userId}`);
    const body = { members: [memberOf(reader, writerRole)] };
    await p.call(service, `POST ${base}/${twinId}/members/users`, { body });
    await p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members: [memberOf(reader, readerRole)] } });
    p.takeEvents();
    assert.equal((await p.call(reader, `POST ${base}/${twinId}/members/invitations/x/accept`)).status, 204);
    assert.deepEqual(p.takeEvents().map(eventText), ['roleAssigned User Writer']);
  });

  it('make owners', async () => {
    const { p, owner, guest, twinId } = await fixtureOf(await platform());
    const { body } = await p.call(owner, `POST ${base}/${twinId}/members/owners`, { body: { email: guest.email } });
    await p.call(guest, `POST ${base}/${twinId}/members/invitations/${body.invitation.id}/accept`);
    const owners = await p.call(guest, `GET ${base}/${twinId}/members/owners`);
    assert.equal(owners.body.members.at(-1).id, guest.userId);
  });

  it('count only for an e-mail that is proved', async () => {
    const { p, guest, twinId, invitation } = await fixtureOf(await platform());
    const users = tables<{ auth_users: { id: string; email_proved: number | null } }>();
    const unproved = users.updateTable('auth_users').set({ email_proved: null }).where('id', '=', guest.userId);
    await p.app.db.write((tx) => tx.run(unproved));
    assert.equal(await twinInvitations(kitOf(p)).accept(by(guest.userId), twinId, invitation), 'otherPerson');
    const answer = await p.call(guest, `POST ${base}/${twinId}/members/invitations/${invitation}/accept`);
    assert.ok([401, 403].includes(answer.status), `${answer.status}`);
    assert.deepEqual(p.takeEvents(), []);
  });

  it('are accepted by service applications under their own e-mail', async () => {
    const { p, admin, twinId, readerRole } = await fixtureOf(await platform());
    const service = await p.person({ organizationId: await p.organization(), service: true });
    const members = [memberOf(service, readerRole)];
    const { body } = await p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members } });
    const path = `${base}/${twinId}/members/invitations/${body.invitations[0].id}/accept`;
    assert.equal((await p.call(service, `POST ${path}`)).status, 204);
    assert.equal((await p.call(service, `GET /twins/${twinId}`)).status, 200);
  });

  it('into a group bring into the group', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, admin, guest, accountId, accountGroup } = fixture;
    const invitation = await inviteIntoGroup(fixture, guest.email);
    p.takeEvents();
    const path = `${base}/${accountId}/members/invitations/${invitation}`;
    assert.deepEqual((await p.call(guest, `GET ${path}`)).body.invitation.roles, []);
    assert.deepEqual((await p.call(admin, `GET ${base}/${accountId}/members/invitations`)).body.invitations, []);
    assert.equal((await p.call(guest, `POST ${path}/accept`)).status, 204);
    assert.deepEqual(p.takeEvents(), [], 'became a member of the account');
    const { body, headers } = await p.call(admin, `GET ${base}/${accountId}/groups/${accountGroup}`);
    assert.deepEqual(
      body.group.members.map((one: { id: string }) => one.id),
      [guest.userId],
    );
    assert.equal(headers.get('ETag'), 'W/"2"');
  });

  it('into a group can be deleted there, and go with the group', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, admin, guest, accountId, accountGroup } = fixture;
    const path = `${base}/${accountId}/groups/${accountGroup}`;
    const first = await inviteIntoGroup(fixture, guest.email);
    assert.equal((await p.call(admin, `DELETE ${base}/${accountId}/members/invitations/${first}`)).status, 404);
    assert.equal((await p.call(admin, `DELETE ${path}/invitations/${first}`)).status, 204);
    assert.equal((await p.call(admin, `DELETE ${path}/invitations/${first}`)).status, 404);
    const second = await inviteIntoGroup(fixture, guest.email);
    await p.call(admin, `DELETE ${path}`);
    assert.equal((await p.call(guest, `GET ${base}/${accountId}/members/invitations/${second}`)).status, 404);
  });

  it('expire after seven days', async () => {
    const { p, admin, guest, twinId, invitation } = await fixtureOf(await platform());
    const past = q
      .updateTable('invitations')
      .set({ expires: Date.now() - 1 })
      .where('id', '=', invitation);
    await p.app.db.write((tx) => tx.run(past));
    const path = `${base}/${twinId}/members/invitations`;
    assert.deepEqual((await p.call(admin, `GET ${path}`)).body.invitations, []);
    assert.equal((await p.call(admin, `GET ${path}/${invitation}`)).status, 404);
    assert.equal((await p.call(guest, `POST ${path}/${invitation}/accept`)).status, 404);
  });

  it('are accepted once when two requests come at a time', async () => {
    const { p, guest, twinId, invitation } = await fixtureOf(await platform());
    const accept = () => p.call(guest, `POST ${base}/${twinId}/members/invitations/${invitation}/accept`);
    const answers = await Promise.all([accept(), accept(), accept()]);
    assert.deepEqual(
      answers.map((one) => one.status),
      [204, 204, 204],
    );
    assert.deepEqual(p.takeEvents().map(eventText), ['memberAdded User Reader']);
  });

  it('go out by mail, as plain text, with the message marked as such', async () => {
    const { p, manager, twinId, readerRole } = await fixtureOf(await platform());
    const mails = mailsOf(p);
    const members = [{ email: 'Jo.Field@example.org', roleIds: [readerRole] }];
    const body = { members, customMessage: 'Hello!\r\n\nSee https://evil.example' };
    const { body: made } = await p.call(manager, `POST ${base}/${twinId}/members/users`, { body });
    const [mail] = mails;
    assert.equal(mail?.to, 'Jo.Field@example.org');
    assert.equal(mail?.subject, 'Ada Larsen invites you to join "Bridge"');
    const address = `${p.baseUrl}/auth/account/invitations/${twinId}/${made.invitations[0].id}`;
    assert.match(mail?.text ?? '', new RegExp(`\n${address}[?]proof=[\\w-]{43}\n`));
    assert.match(mail?.text ?? '', /invites you to join "Bridge" as Reader\./);
    assert.ok(mail?.text.includes('> Hello!\n> \n> See https://evil.example\n'));
    assert.ok(mail?.text.includes(manager.email));
    await p.call(manager, `POST ${base}/${twinId}/members/users`, {
      body: { members: [...members, { ...members[0] }] },
    });
    assert.equal(mails.length, 1);
  });

  it('into a group name the group in the mail', async () => {
    const fixture = await fixtureOf(await platform());
    const mails = mailsOf(fixture.p);
    await inviteIntoGroup(fixture, 'jo@example.org');
    assert.match(mails[0]?.subject ?? '', /^Ada Larsen invites you to join the group "Company" of "Organization \w+"$/);
  });

  it('are told to and accepted through the authorization server', async () => {
    const { p, guest, stranger, reader, twinId, invitation, manager } = await fixtureOf(await platform());
    const waiting = twinInvitations(kitOf(p));
    const [one, ...others] = await waiting.pendingOf(guest.email.toUpperCase());
    assert.deepEqual(others, []);
    const { expires, ...rest } = one ?? { expires: 0 };
    assert.deepEqual(rest, { id: invitation, twinId, twinName: 'Bridge', invitedByEmail: manager.email });
    assert.ok(expires > Date.now());
    assert.deepEqual([await waiting.isInvited(guest.email), await waiting.isInvited(reader.email)], [true, false]);
    assert.equal(await waiting.accept(by(stranger.userId), twinId, invitation), 'otherPerson');
    assert.equal(await waiting.accept(by(guest.userId), twinId, unknown), 'unknown');
    assert.equal(await waiting.accept(by(guest.userId), unknown, invitation), 'unknown');
    assert.equal(await waiting.accept(by(unknown), twinId, invitation), 'unknown');
    assert.equal(await waiting.accept(by(guest.userId), twinId.toUpperCase(), invitation), 'accepted');
    assert.deepEqual(p.takeEvents().map(eventText), ['memberAdded User Reader']);
    assert.deepEqual(await waiting.pendingOf(guest.email), []);
  });

  it('are shown with who invites whom into what, until they are withdrawn', async () => {
    const { p, admin, guest, twinId, readerRole, invitation } = await fixtureOf(await platform());
    const { look } = twinInvitations(kitOf(p));
    const found = await look(twinId, invitation, 'guessed');
    assert.ok(typeof found === 'object');
    assert.deepEqual([found.email, found.into, found.roles, found.proved], [guest.email, 'Bridge', ['Reader'], false]);
    const mails = mailsOf(p);
    const body = { members: [{ email: 'jo@example.org', roleIds: [readerRole] }] };
    const invited = await p.call(admin, `POST ${base}/${twinId}/members/users`, { body });
    const { id } = invited.body.invitations[0];
    const [, proof = ''] = /[?]proof=(\S+)/.exec(mails[0]?.text ?? '') ?? [];
    const ofMail = await look(twinId, id, proof);
    assert.ok(typeof ofMail === 'object' && ofMail.proved);
    const ofOther = await look(twinId, invitation, proof);
    assert.ok(typeof ofOther === 'object' && !ofOther.proved);
    await p.call(admin, `DELETE ${_invitations.replace('{twinId}', twinId)}/${id}`);
    assert.equal(await look(twinId, id, proof), 'withdrawn');
    assert.equal(await look(twinId, unknown, proof), undefined);
    assert.equal(await look(unknown, id, proof), undefined);
    const list = await p.call(admin, `GET ${_invitations.replace('{twinId}', twinId)}`);
    assert.ok(list.body.invitations.every((one: { id: string }) => one.id !== id));
  });

  it('tell whether their mail went out', async () => {
    const { p, admin, twinId, readerRole } = await fixtureOf(await platform());
    const path = `${base}/${twinId}/members`;
    const body = { members: [{ email: 'mail@example.org', roleIds: [readerRole] }] };
    const { body: made } = await p.call(admin, `POST ${path}/users`, { body });
    const [{ id, mail }] = made.invitations;
    assert.equal(mail, 'Waiting');
    const job = q.selectFrom('invitations').select('mail_job').where('id', '=', id);
    const jobs = tables<{ jobs: { id: string; state: string; step: string | null } }>();
    const said = async () => {
      const { body: list } = await p.call(admin, `GET ${path}/invitations`);
      return list.invitations.find((one: { id: string }) => one.id === id).mail;
    };
    await eventually(async () => assert.equal(await said(), 'Kept')); // there is no mail server
    const states = [
      ['Succeeded', 'Sent', 'Sent'],
      ['Failed', null, 'Failed'],
    ] as const;
    for (const [state, step, told] of states) {
      const mailJob = (await p.app.db.first(job))?.mail_job ?? '';
      const change = jobs.updateTable('jobs').set({ state, step }).where('id', '=', mailJob);
      assert.equal(await p.app.db.write((tx) => tx.run(change)), 1);
      assert.equal(await said(), told);
    }
  });
});
