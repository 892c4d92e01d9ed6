import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform, type Platform } from '../../../test/support/platform.ts';
import type { Mail } from '../../kernel/ports.ts';
import { twinInvitations } from './invitation/answer.ts';
import { q } from './tables.ts';
import { base, type Cast, castOf, kitOf, memberOf } from './testing/cast.ts';
import { eventText, playRows, type Row } from './testing/play.ts';

const invitations = `${base}/{twinId}/members/invitations`;
const unknown = randomUUID();

const reading: readonly Row[] = [
  {
    name: 'those the caller sent',
    call: `GET ${invitations}`,
    as: 'manager',
    status: 200,
    proves: ({ body }, { guest, manager, invitation }) => {
      const [one] = body.invitations;
      assert.deepEqual([one.id, one.email, one.invitedByEmail], [invitation, guest.email, manager.email]);
      assert.ok(body._links.self.href.endsWith('/members/invitations?$skip=0&$top=100'));
    },
  },
  {
    name: 'all, to an owner',
    call: `GET ${invitations}`,
    as: 'owner',
    status: 200,
    proves: ({ body }) => assert.equal(body.invitations.length, 1),
  },
  {
    name: 'none to others',
    call: `GET ${invitations}`,
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.invitations, []),
  },
  {
    name: 'a page out of range',
    call: `GET ${invitations}?$top=0`,
    as: 'reader',
    status: 422,
    code: 'InvalidtwinsMemberInvitationsRequest',
    targets: ['$top'],
    proves: ({ body }) => assert.equal(body.error.details[0].message, 'Value outside of valid range.'),
  },
  {
    name: 'invitations by who sees the account only',
    call: `GET ${base}/{accountId}/members/invitations`,
    as: 'colleague',
    status: 403,
  },
  { name: 'invitations by a stranger', call: `GET ${invitations}`, as: 'guest', status: 404, code: 'TwinNotFound' },
  { name: 'invitations without a token', call: `GET ${invitations}`, status: 401 },
  {
    name: 'one, to the invited person',
    call: `GET ${invitations}/{invitation}`,
    as: 'guest',
    status: 200,
    proves: ({ body: { invitation } }) => {
      const { inviterGivenName, inviterSurname, inviterOrganization, projectDisplayName } = invitation;
      assert.deepEqual([inviterGivenName, inviterSurname, projectDisplayName], ['Ada', 'Larsen', 'Bridge']);
      assert.match(inviterOrganization, /^Organization/);
      assert.equal(invitation.roles[0].displayName, 'Reader');
    },
  },
  { name: 'one, to who sent it', call: `GET ${invitations}/{invitation}`, as: 'manager', status: 200 },
  { name: 'one, to an administrator', call: `GET ${invitations}/{invitation}`, as: 'admin', status: 200 },
  {
    name: 'one, to another member',
    call: `GET ${invitations}/{invitation}`,
    as: 'reader',
    status: 404,
    code: 'InvitationNotFound',
  },
  {
    name: 'one that does not exist',
    call: `GET ${invitations}/${unknown}`,
    as: 'admin',
    status: 404,
    code: 'InvitationNotFound',
  },
  {
    name: 'one through another twin',
    call: `GET ${base}/{otherTwinId}/members/invitations/{invitation}`,
    as: 'admin',
    status: 404,
    code: 'InvitationNotFound',
  },
  {
    name: 'one, to a stranger',
    call: `GET ${invitations}/{invitation}`,
    as: 'stranger',
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'one without a token', call: `GET ${invitations}/{invitation}`, status: 401 },
];

const answering: readonly Row[] = [
  {
    name: 'accept',
    call: `POST ${invitations}/{invitation}/accept`,
    as: 'guest',
    status: 204,
    raises: ['memberAdded User Reader'],
    async proves(_answer, { p, guest, owner, twinId }) {
      const { body } = await p.call(guest, `GET ${base}/${twinId}/members/users/${guest.userId}`);
      assert.equal(body.member.roles[0].displayName, 'Reader');
      const left = await p.call(owner, `GET ${base}/${twinId}/members/invitations`);
      assert.deepEqual(left.body.invitations, []);
    },
  },
  {
    name: 'accept as a member, whatever the invitation',
    call: `POST ${invitations}/x/accept`,
    as: 'reader',
    status: 204,
  },
  {
    name: "accept somebody else's",
    call: `POST ${invitations}/{invitation}/accept`,
    as: 'stranger',
    status: 403,
    code: 'InsufficientPermissions',
  },
  {
    name: 'accept what does not exist, without seeing the twin',
    call: `POST ${invitations}/${unknown}/accept`,
    as: 'guest',
    status: 404,
    code: 'TwinNotFound',
  },
  {
    name: 'accept what does not exist, seeing the account',
    call: `POST ${base}/{accountId}/members/invitations/x/accept`,
    as: 'colleague',
    status: 404,
    code: 'InvitationNotFound',
  },
  {
    name: 'accept into an unknown twin',
    call: `POST ${base}/${unknown}/members/invitations/{invitation}/accept`,
    as: 'guest',
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'accept without a token', call: `POST ${invitations}/{invitation}/accept`, status: 401 },
  { name: 'delete by who sent it', call: `DELETE ${invitations}/{invitation}`, as: 'manager', status: 204 },
  {
    name: 'delete by an owner',
    call: `DELETE ${invitations}/{invitation}`,
    as: 'owner',
    status: 204,
    async proves(_answer, { p, guest, twinId, invitation }) {
      const accepted = await p.call(guest, `POST ${base}/${twinId}/members/invitations/${invitation}/accept`);
      assert.equal(accepted.status, 404);
    },
  },
  {
    name: 'delete by another member',
    call: `DELETE ${invitations}/{invitation}`,
    as: 'reader',
    status: 404,
    code: 'InvitationNotFound',
  },
  {
    name: 'delete by the invited person',
    call: `DELETE ${invitations}/{invitation}`,
    as: 'guest',
    status: 404,
    code: 'TwinNotFound',
  },
  { name: 'delete without a token', call: `DELETE ${invitations}/{invitation}`, status: 401 },
];

const group = `${base}/{accountId}/groups/{accountGroup}/invitations`;

const ofGroups: readonly Row[] = [
  {
    name: 'none',
    call: `GET ${group}?$top=1`,
    as: 'admin',
    status: 200,
    proves: ({ body }) => {
      assert.deepEqual(body.invitations, []);
      assert.ok(body._links.self.href.endsWith('/invitations?$skip=0&$top=1'));
    },
  },
  {
    name: 'a page out of range',
    call: `GET ${group}?$top=0`,
    as: 'admin',
    status: 422,
    code: 'InvalidtwinsGroupRequest',
    targets: ['$top'],
  },
  { name: 'by who does not administer the account', call: `GET ${group}`, as: 'colleague', status: 403 },
  {
    name: 'of a group that does not exist',
    call: `GET ${base}/{accountId}/groups/x/invitations`,
    as: 'admin',
    status: 404,
    code: 'GroupNotFound',
  },
  { name: 'by a stranger', call: `GET ${group}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'without a token', call: `GET ${group}`, status: 401 },
  {
    name: 'delete one into the twin',
    call: `DELETE ${base}/{twinId}/groups/{crew}/invitations/{invitation}`,
    as: 'admin',
    status: 404,
    code: 'InvitationNotFound',
  },
  {
    name: 'delete one of a group that does not exist',
    call: `DELETE ${base}/{twinId}/groups/x/invitations/{invitation}`,
    as: 'admin',
    status: 404,
    code: 'GroupNotFound',
  },
  { name: 'delete by who does not administer the account', call: `DELETE ${group}/x`, as: 'colleague', status: 403 },
  { name: 'delete by a stranger', call: `DELETE ${group}/x`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'delete without a token', call: `DELETE ${group}/x`, status: 401 },
];

/** Invites somebody into the account's group; answers the invitation. */
async function inviteIntoGroup({ p, admin, accountId, accountGroup }: Cast, email: string): Promise<string> {
  const path = `${base}/${accountId}/groups/${accountGroup}`;
  await p.call(admin, `PATCH ${path}`, { body: { members: [email] } });
  return (await p.call(admin, `GET ${path}/invitations`)).body.invitations[0].id;
}

/** Collects mails instead of sending them. */
function mailsOf({ app }: Platform): Mail[] {
  const mails: Mail[] = [];
  Object.assign(app.ports, { sendMail: async (_tx: unknown, mail: Mail) => void mails.push(mail) });
  return mails;
}

eachPlatform('invitations', (platform) => {
  playRows(platform, 'reading', reading);
  playRows(platform, 'answering', answering);
  playRows(platform, 'into groups', ofGroups);

  it('merge on acceptance: all roles once, whatever invitation is accepted', async () => {
    const { p, admin, guest, twinId, readerRole, writerRole, accountRole, invitation } = await castOf(await platform());
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
    const { p, admin, reader, twinId, readerRole, writerRole } = await castOf(await platform());
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
    const { p, owner, guest, twinId } = await castOf(await platform());
    const { body } = await p.call(owner, `POST ${base}/${twinId}/members/owners`, { body: { email: guest.email } });
    await p.call(guest, `POST ${base}/${twinId}/members/invitations/${body.invitation.id}/accept`);
    const owners = await p.call(guest, `GET ${base}/${twinId}/members/owners`);
    assert.equal(owners.body.members.at(-1).id, guest.userId);
  });

  it('are accepted by service applications under their own e-mail', async () => {
    const { p, admin, twinId, readerRole } = await castOf(await platform());
    const service = await p.person({ organizationId: await p.organization(), service: true });
    const members = [memberOf(service, readerRole)];
    const { body } = await p.call(admin, `POST ${base}/${twinId}/members/users`, { body: { members } });
    const path = `${base}/${twinId}/members/invitations/${body.invitations[0].id}/accept`;
    assert.equal((await p.call(service, `POST ${path}`)).status, 204);
    assert.equal((await p.call(service, `GET /twins/${twinId}`)).status, 200);
  });

  it('into a group bring into the group', async () => {
    const cast = await castOf(await platform());
    const { p, admin, guest, accountId, accountGroup } = cast;
    const invitation = await inviteIntoGroup(cast, guest.email);
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
    const cast = await castOf(await platform());
    const { p, admin, guest, accountId, accountGroup } = cast;
    const path = `${base}/${accountId}/groups/${accountGroup}`;
    const first = await inviteIntoGroup(cast, guest.email);
    assert.equal((await p.call(admin, `DELETE ${base}/${accountId}/members/invitations/${first}`)).status, 404);
    assert.equal((await p.call(admin, `DELETE ${path}/invitations/${first}`)).status, 204);
    assert.equal((await p.call(admin, `DELETE ${path}/invitations/${first}`)).status, 404);
    const second = await inviteIntoGroup(cast, guest.email);
    await p.call(admin, `DELETE ${path}`);
    assert.equal((await p.call(guest, `GET ${base}/${accountId}/members/invitations/${second}`)).status, 404);
  });

  it('expire after seven days', async () => {
    const { p, admin, guest, twinId, invitation } = await castOf(await platform());
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
    const { p, guest, twinId, invitation } = await castOf(await platform());
    const accept = () => p.call(guest, `POST ${base}/${twinId}/members/invitations/${invitation}/accept`);
    const answers = await Promise.all([accept(), accept(), accept()]);
    assert.deepEqual(
      answers.map((one) => one.status),
      [204, 204, 204],
    );
    assert.deepEqual(p.takeEvents().map(eventText), ['memberAdded User Reader']);
  });

  it('go out by mail, as plain text, with the message marked as such', async () => {
    const { p, manager, twinId, readerRole } = await castOf(await platform());
    const mails = mailsOf(p);
    const members = [{ email: 'Jo.Field@example.org', roleIds: [readerRole] }];
    const body = { members, customMessage: 'Hello!\r\n\nSee https://evil.example' };
    const { body: made } = await p.call(manager, `POST ${base}/${twinId}/members/users`, { body });
    const [mail] = mails;
    assert.equal(mail?.to, 'Jo.Field@example.org');
    assert.equal(mail?.subject, 'Ada Larsen invites you to join "Bridge"');
    const address = `${p.baseUrl}/auth/account/invitations/${twinId}/${made.invitations[0].id}`;
    assert.ok(mail?.text.includes(`\n${address}\n`), mail?.text);
    assert.ok(mail?.text.includes('> Hello!\n> \n> See https://evil.example\n'));
    assert.ok(mail?.text.includes(manager.email));
    await p.call(manager, `POST ${base}/${twinId}/members/users`, {
      body: { members: [...members, { ...members[0] }] },
    });
    assert.equal(mails.length, 1);
  });

  it('into a group name the group in the mail', async () => {
    const cast = await castOf(await platform());
    const mails = mailsOf(cast.p);
    await inviteIntoGroup(cast, 'jo@example.org');
    assert.match(mails[0]?.subject ?? '', /^Ada Larsen invites you to join the group "Company" of "Organization \w+"$/);
  });

  it('are told to and accepted through the authorization server', async () => {
    const { p, guest, stranger, reader, twinId, invitation, manager } = await castOf(await platform());
    const waiting = twinInvitations(kitOf(p));
    const [one, ...others] = await waiting.pendingOf(guest.email.toUpperCase());
    assert.deepEqual(others, []);
    const { expires, ...rest } = one ?? { expires: 0 };
    assert.deepEqual(rest, { id: invitation, twinId, twinName: 'Bridge', invitedByEmail: manager.email });
    assert.ok(expires > Date.now());
    assert.deepEqual([await waiting.isInvited(guest.email), await waiting.isInvited(reader.email)], [true, false]);
    assert.equal(await waiting.accept(stranger.userId, twinId, invitation), 'otherPerson');
    assert.equal(await waiting.accept(guest.userId, twinId, unknown), 'unknown');
    assert.equal(await waiting.accept(guest.userId, unknown, invitation), 'unknown');
    assert.equal(await waiting.accept(unknown, twinId, invitation), 'unknown');
    assert.equal(await waiting.accept(guest.userId, twinId.toUpperCase(), invitation), 'accepted');
    assert.deepEqual(p.takeEvents().map(eventText), ['memberAdded User Reader']);
    assert.deepEqual(await waiting.pendingOf(guest.email), []);
  });
});
