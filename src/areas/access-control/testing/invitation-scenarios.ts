import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { base } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const invitations = `${base}/{twinId}/members/invitations`;
const unknown = randomUUID();

const group = `${base}/{accountId}/groups/{accountGroup}/invitations`;

export const reading: readonly Scenario[] = [
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

export const answering: readonly Scenario[] = [
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

export const ofGroups: readonly Scenario[] = [
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
