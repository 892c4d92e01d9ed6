import { type AccessRule, empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { describeShared } from '../body-rules.ts';
import { invalidGroups, invitationNotFound } from '../errors.ts';
import { ownGroup } from '../group/endpoints.ts';
import { listQuery } from '../member/schema.ts';
import type { InvitationRow } from '../tables.ts';
import { deleteInvitation, listGroupInvitations } from './manage.ts';
import { groupInvitationList } from './schema.ts';
import { findInvitation } from './store.ts';

interface Params {
  readonly id: string;
  readonly groupId: string;
  readonly invitationId: string;
}

const ownInvitation: AccessRule<Params, InvitationRow> = {
  permit: ownGroup.permit,
  problems: [...ownGroup.problems, invitationNotFound],
  changes: 'inTwin',
  async resolve(params, context) {
    const group = await ownGroup.resolve(params, context);
    if (isFailed(group)) return group;
    const { id } = group.access.twin;
    const row = await findInvitation(context.db, id, params.invitationId, context.now);
    return row?.group_id === group.resource.id ? row : fail(invitationNotFound);
  },
};

export const groupInvitationEndpoints = [
  endpoint({
    id: 'accessControl.getTwinGroupInvitations',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/groups/{groupId}/invitations',
    title: 'Get twin group invitations',
    description: 'Pending invitations into a group of an account.',
    access: ownGroup,
    query: listQuery,
    invalid: invalidGroups,
    describe: describeShared,
    answers: { 200: json(groupInvitationList, 'A page of invitations, the oldest first.') },
    run: ({ target, query }, context) => listGroupInvitations(target.resource, query, context),
  }),

  endpoint({
    id: 'accessControl.deleteTwinGroupInvitation',
    method: 'DELETE',
    path: '/accesscontrol/twins/{id}/groups/{groupId}/invitations/{invitationId}',
    title: 'Delete twin group invitation',
    access: ownInvitation,
    answers: { 204: empty('The invitation is gone.') },
    errors: [invitationNotFound],
    run: ({ target }, context) => deleteInvitation(target, context),
  }),
];
