import { empty, endpoint, json, noContent } from '../../../api/http/endpoint.ts';
import { isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import { fold } from '../../../std/text.ts';
import { existingTwin, invitationFor, members } from '../access-rules.ts';
import { describeShared } from '../body-rules.ts';
import { invalidInvitations, invitationNotFound, twinNotFound } from '../errors.ts';
import { isInCharge } from '../member/membership.ts';
import { listQuery } from '../member/schema.ts';
import { accept } from './answer.ts';
import { deleteInvitation, listInvitations, oneInvitationOf } from './manage.ts';
import { invitationList, oneInvitation } from './schema.ts';

const readable = invitationFor(
  'Who sent the invitation, who is invited, owners of the twin and account administrators.',
  (row, access, caller) =>
    isInCharge(access) ||
    row.email_folded === fold(caller.email) ||
    (access.visible && row.invited_by === caller.userId),
);
/** Accounts are only looked at in test mode. */
const isLockedFor = ({ mode }: Caller, { twin }: Access): boolean => mode === 'Test' && twin.class === 'Account';

const deletable = invitationFor(
  'The member who sent the invitation, owners of the twin and account administrators.',
  (row, access, caller) =>
    row.group_id === null &&
    (isInCharge(access) || (access.member && row.invited_by === caller.userId && !isLockedFor(caller, access))),
);

export const invitationEndpoints = [
  endpoint({
    id: 'accessControl.getTwinMemberInvitations',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/members/invitations',
    title: 'Get twin member invitations',
    description: 'Pending invitations: those the caller sent; owners and administrators get all.',
    access: members,
    query: listQuery,
    invalid: invalidInvitations,
    describe: describeShared,
    answers: { 200: json(invitationList, 'A page of invitations, the oldest first.') },
    run: ({ target, query }, context) => listInvitations(target, query, context),
  }),

  endpoint({
    id: 'accessControl.getTwinMemberInvitation',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/members/invitations/{invitationId}',
    title: 'Get twin member invitation',
    description: 'A pending invitation into the twin or one of its groups.',
    access: readable,
    answers: { 200: json(oneInvitation, 'The invitation.') },
    run: ({ target }, context) => oneInvitationOf(target, context),
  }),

  endpoint({
    id: 'accessControl.acceptTwinMemberInvitation',
    method: 'POST',
    path: '/accesscontrol/twins/{id}/members/invitations/{invitationId}/accept',
    title: 'Accept twin member invitation',
    description:
      'The invited user, known by the e-mail, becomes a member with the roles of all their pending invitations into the twin, and of the groups they are invited into; these invitations are then gone. Who is a member already gets 204 whatever the invitation, and the own pending ones are merged. Raises accessControl.memberAdded.v1 or roleAssigned.v1.',
    access: existingTwin,
    answers: { 204: empty('The caller is a member.') },
    errors: [twinNotFound, invitationNotFound, problems.insufficientPermissions],
    run: async ({ target, params }, context) => {
      const outcome = await accept(target, params.invitationId, context);
      return isFailed(outcome) ? outcome : noContent;
    },
  }),

  endpoint({
    id: 'accessControl.deleteTwinMemberInvitation',
    method: 'DELETE',
    path: '/accesscontrol/twins/{id}/members/invitations/{invitationId}',
    title: 'Delete twin Member invitation',
    access: deletable,
    answers: { 204: empty('The invitation is gone.') },
    errors: [invitationNotFound],
    run: ({ target }, context) => deleteInvitation(target.resource, context),
  }),
];
