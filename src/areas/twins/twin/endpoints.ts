import { Type } from 'typebox';
import { anyCaller, onTwin, ownerOrAdministrator, permission, visible } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { twinFull, twinMinimal } from '../../../api/ports/twin-shape.ts';
import { output } from '../../../kernel/schema/shapes.ts';
import { invalidTwins, twinExists, twinHasChildren, twinNotFound } from '../errors.ts';
import { twinExample } from '../examples.ts';
import { createTwin } from './create.ts';
import { deleteTwin } from './delete.ts';
import { myPrimaryAccount, twinAccount } from './read.ts';
import { checkPair, checkReadOnlyAtCreation, checkReadOnlyAtUpdate, describeTwin } from './rules.ts';
import { twinCreate, twinUpdate } from './schema.ts';
import { rowOf } from './store.ts';
import { updateTwin } from './update.ts';
import { twinDetails, twinSummary } from './view.ts';

const oneTwin = output({ twin: twinFull }, 'TwinResponse');
const oneSummaryOrTwin = output({ twin: Type.Union([twinFull, twinMinimal]) }, 'TwinOrSummaryResponse');

export const twinEndpoints = [
  endpoint({
    id: 'twins.createTwin',
    method: 'POST',
    path: '/twins/',
    title: 'Create twin',
    description:
      "Creates a twin below `parentId`, or below the caller's account. The caller becomes its owner. Needs the permission `twins_create` on the parent. Raises twins.twinCreated.v1, then accessControl.memberAdded.v1.",
    access: anyCaller,
    changes: 'inTwin',
    body: twinCreate,
    invalid: invalidTwins('Cannot create twin.'),
    describe: describeTwin,
    check: (raw) => [...checkPair(raw), ...checkReadOnlyAtCreation(raw)],
    answers: { 201: json(oneTwin, 'The new twin.', { twin: twinExample }) },
    errors: [twinNotFound, twinExists, problems.insufficientPermissions],
    run: ({ body }, context) => createTwin(body, context),
  }),

  endpoint({
    id: 'twins.getTwin',
    method: 'GET',
    path: '/twins/{id}',
    title: 'Get twin',
    description: 'The twin with all its properties; `Prefer: return=minimal` gives the short form.',
    access: onTwin('id', twinNotFound, visible),
    prefer: true,
    answers: { 200: json(oneSummaryOrTwin, 'The twin.', { twin: twinExample }) },
    run: async ({ target, prefer }, context) => {
      const row = await rowOf(context.db, target.twin.id);
      const twin = prefer === 'minimal' ? twinSummary(row) : twinDetails(row, context);
      return reply(200, { twin }, { version: row.version });
    },
  }),

  endpoint({
    id: 'twins.updateTwin',
    method: 'PATCH',
    path: '/twins/{id}',
    title: 'Update twin',
    description:
      'Changes the given properties; null clears one that may be empty. Raises twins.twinUpdated.v1 when something changed.',
    access: onTwin('id', twinNotFound, { ...permission('twins_modify'), allows: mayUpdate }),
    body: twinUpdate,
    bodyTypes: ['application/json-patch+json'],
    invalid: invalidTwins('Cannot update twin.'),
    describe: describeTwin,
    check: async (raw, target, context) =>
      checkReadOnlyAtUpdate(raw, { ...twinDetails(await rowOf(context.db, target.twin.id), context) }),
    answers: { 200: json(oneTwin, 'The twin as it is now.', { twin: twinExample }) },
    errors: [twinExists],
    version: (target) => target.twin.version,
    run: ({ target, body }, context) => updateTwin(target.twin.id, body, context),
  }),

  endpoint({
    id: 'twins.deleteTwin',
    method: 'DELETE',
    path: '/twins/{id}',
    title: 'Delete twin',
    description:
      'Deletes the twin and everything in it; an operator can bring it back for 30 days. Raises twins.twinDeleted.v1.',
    access: onTwin('id', twinNotFound, { ...ownerOrAdministrator, allows: mayDelete }),
    answers: { 204: empty('The twin is gone.') },
    errors: [twinHasChildren],
    version: (target) => target.twin.version,
    run: ({ target }, context) => deleteTwin(target.twin.id, context),
  }),

  endpoint({
    id: 'twins.getMyPrimaryAccount',
    method: 'GET',
    path: '/twins/myprimaryaccount',
    title: 'Get My Primary Account',
    description: "The account of the caller's organization, or the personal account of a person without one.",
    access: anyCaller,
    prefer: true,
    answers: { 200: json(oneSummaryOrTwin, 'The account.') },
    run: ({ prefer }, context) => myPrimaryAccount(prefer, context),
  }),

  endpoint({
    id: 'twins.getTwinAccount',
    method: 'GET',
    path: '/twins/{twinId}/account',
    title: 'Get twin account',
    description: 'The account that owns the twin; for an account, itself.',
    access: onTwin('twinId', twinNotFound, visible),
    prefer: true,
    answers: { 200: json(oneSummaryOrTwin, 'The account.') },
    run: ({ target, prefer }, context) => twinAccount(target.twin.accountId, prefer, context),
  }),
];

/** An Account is changed by its administrators only. */
function mayUpdate(access: Access): boolean {
  return access.twin.class === 'Account' ? access.administrator : access.may('twins_modify');
}

/** An Account cannot be deleted by anybody. */
function mayDelete(access: Access): boolean {
  return access.twin.class !== 'Account' && (access.owner || access.administrator);
}
