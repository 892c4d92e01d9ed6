import { onTwin, permission } from '../../../api/auth/access-rules.ts';
import { type AccessRule, empty, endpoint, json, noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { cutPage, pageOf } from '../../../api/query/paging.ts';
import { parseInstant } from '../../../std/instant.ts';
import { membersOf } from '../../../std/records.ts';
import { describeShared } from '../body-rules.ts';
import { contractNotFound, invalidShare, invalidShares, shareNotFound, twinNotFound } from '../errors.ts';
import { pageLinks } from '../member/list.ts';
import { listQuery } from '../member/schema.ts';
import { aboutShare, recordIn } from '../recording.ts';
import { q, type ShareRow } from '../tables.ts';
import { createShare } from './create.ts';
import { oneShare, shareCreate, shareExample, shareList } from './schema.ts';
import { findShare, sharesOf } from './store.ts';
import { shareView } from './view.ts';

const manage = onTwin('id', twinNotFound, permission('administration_invite_member'));

const ownShare: AccessRule<{ readonly id: string; readonly shareId: string }, ShareRow> = {
  permit: manage.permit,
  problems: [...manage.problems, shareNotFound],
  changes: 'inTwin',
  async resolve(params, context) {
    const access = await manage.resolve(params, context);
    if (isFailed(access)) return access;
    const row = await findShare(context.db, access.twin.id, params.shareId, context.now);
    return row ?? fail(shareNotFound);
  },
};

const keysAreNoCredentials =
  'The server keeps shares so that clients of the public API find their operations; it does not take share keys as credentials: a request with `Authorization: Basic <shareKey>` is answered with 401.';

export const shareEndpoints = [
  endpoint({
    id: 'accessControl.createTwinShare',
    method: 'POST',
    path: '/accesscontrol/twins/{id}/shares',
    title: 'Create twin share',
    description: keysAreNoCredentials,
    access: manage,
    body: shareCreate,
    bodyOptional: true,
    invalid: invalidShare,
    describe: describeShared,
    check: (raw, _target, { now }) => {
      const { expiration } = membersOf(raw.body);
      const until = typeof expiration === 'string' ? parseInstant(expiration) : undefined;
      if (until === undefined || until > now) return [];
      return [{ code: 'InvalidValue', message: 'Expiration must be in the future.', target: 'expiration' }];
    },
    secret: true,
    answers: { 201: json(oneShare, 'The new share.', { share: shareExample }) },
    errors: [contractNotFound],
    run: ({ target, body }, context) => createShare(target.twin, body, context),
  }),

  endpoint({
    id: 'accessControl.getTwinShares',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/shares',
    title: 'Get twin shares',
    description: `Shares that have not ended. ${keysAreNoCredentials}`,
    access: manage,
    query: listQuery,
    invalid: invalidShares,
    describe: describeShared,
    secret: true,
    answers: { 200: json(shareList, 'A page of shares, the oldest first.') },
    run: async ({ target: { twin }, query }, context) => {
      const page = pageOf(query);
      const { rows, hasMore } = cutPage(await sharesOf(context.db, twin.id, page, context.now), page);
      const shares = rows.map((row) => shareView(row, context.ports.secrets));
      return reply(200, { shares, _links: pageLinks(context, twin.id, 'shares', page, hasMore) });
    },
  }),

  endpoint({
    id: 'accessControl.getTwinShare',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/shares/{shareId}',
    title: 'Get twin share',
    description: keysAreNoCredentials,
    access: ownShare,
    secret: true,
    answers: { 200: json(oneShare, 'The share.', { share: shareExample }) },
    run: async ({ target }, { ports }) => reply(200, { share: shareView(target, ports.secrets) }),
  }),

  endpoint({
    id: 'accessControl.deleteTwinShare',
    method: 'DELETE',
    path: '/accesscontrol/twins/{id}/shares/{shareId}',
    title: 'Delete twin share',
    access: ownShare,
    answers: { 204: empty('The share is gone.') },
    errors: [shareNotFound],
    run: async ({ target }, context) => {
      const outcome = await context.write(async (tx) => {
        const removed = await tx.run(q.deleteFrom('shares').where('id', '=', target.id));
        if (removed === 0) return fail(shareNotFound);
        const twin = await context.ports.twins.find(tx, target.twin_id);
        if (twin) await recordIn(tx, twin, context, 'share.deleted', aboutShare(target));
      });
      return isFailed(outcome) ? outcome : noContent;
    },
  }),
];
