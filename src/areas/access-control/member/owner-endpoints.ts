import { inTwin, onTwin, ownerOrAdministrator } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { members } from '../access-rules.ts';
import { describeShared } from '../body-rules.ts';
import { invalidMember, memberNotFound, ownerExists, twinNotFound } from '../errors.ts';
import { listOwners } from './list.ts';
import { addOwner, removeOwner } from './owners.ts';
import { addedOwner, listQuery, ownerAdd, ownerList } from './schema.ts';
import { findOwner } from './store.ts';

const manage = onTwin('id', twinNotFound, ownerOrAdministrator);

export const ownerEndpoints = [
  endpoint({
    id: 'accessControl.getTwinOwnerMembers',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/members/owners',
    title: 'Get twin owner members',
    access: members,
    query: listQuery,
    invalid: invalidMember,
    describe: describeShared,
    answers: { 200: json(ownerList, 'A page of owners, in the order of their joining.') },
    run: ({ target, query }, context) => listOwners(target, query, context),
  }),

  endpoint({
    id: 'accessControl.addTwinOwnerMember',
    method: 'POST',
    path: '/accesscontrol/twins/{id}/members/owners',
    title: 'Add twin owner member',
    description:
      'Members and users of the own organization become owners at once; all others get an invitation by mail. Raises accessControl.memberAdded.v1, roleAssigned.v1 or invitationCreated.v1.',
    access: manage,
    body: ownerAdd,
    invalid: invalidMember,
    describe: describeShared,
    answers: { 201: json(addedOwner, 'The new owner or the invitation; the other one is null.') },
    errors: [ownerExists],
    run: ({ target, body }, context) => addOwner(target, body.email, context),
  }),

  endpoint({
    id: 'accessControl.removeTwinOwnerMember',
    method: 'DELETE',
    path: '/accesscontrol/twins/{id}/members/owners/{memberId}',
    title: 'Remove twin owner member',
    description:
      'Takes the role Owner away; other roles stay. The last owner may go too: the account administrators remain. Raises accessControl.roleUnassigned.v1, or memberRemoved.v1 when it was the only role.',
    access: inTwin(
      manage,
      (db: Reader, { twin }: Access, { memberId }: { readonly id: string; readonly memberId: string }) =>
        findOwner(db, twin.id, memberId),
      memberNotFound,
    ),
    version: ({ resource }) => resource.version,
    answers: { 204: empty('The user is no owner any more.') },
    errors: [memberNotFound],
    run: ({ target }, context) => removeOwner(target.access, target.resource.member_id, context),
  }),
];
