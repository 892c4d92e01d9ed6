import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { anyCaller, onTwin, visible } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { empty, endpoint, json, noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, problems } from '../../../api/http/problem.ts';
import { twinFull, twinMinimal } from '../../../api/ports/twin-shape.ts';
import { cutPage, linksOf, type Page, pageOf, pagingLinks } from '../../../api/query/paging.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { arrayOf, output } from '../../../kernel/schema/shapes.ts';
import { invalidTwins, twinNotFound } from '../errors.ts';
import { addFavorite, addRecent, removeFavorite } from '../favorites-and-recents.ts';
import { q, type TwinRow } from '../tables.ts';
import { type FullProperty, fullProperties } from '../twin/schema.ts';
import { twinDetails, twinSelection, twinSummary } from '../twin/view.ts';
import { type ListParameters, parameterConditions, scopeCondition, selectTwins, visibleCondition } from './query.ts';
import { checkCommon, checkTwinsQuery, describeList, findEnum, messageOf } from './rules.ts';
import { markedQuery, twinsHeaders, twinsQuery } from './schema.ts';

const twinList = output(
  { twins: arrayOf(Type.Union([twinMinimal, twinFull, Type.Partial(twinFull)])), _links: pagingLinks },
  'TwinsResponse',
);
const usualMaxReturn = 1000;
const invalidQuery = invalidTwins('Cannot query twins.');

export const listEndpoints = [
  endpoint({
    id: 'twins.getMyTwins',
    method: 'GET',
    path: '/twins/',
    title: 'Get my twins',
    description:
      'Twins the caller is a member of, and the accounts of the own organization. `X-Twin-Query-Scope: OrganizationAdmin` gives administrators all twins of the organization.',
    access: anyCaller,
    query: twinsQuery,
    headers: twinsHeaders,
    invalid: invalidQuery,
    describe: describeList,
    check: checkTwinsQuery,
    invalidMessage: messageOf,
    prefer: true,
    answers: { 200: json(twinList, 'A page of twins.') },
    errors: [problems.insufficientPermissions],
    run: async ({ query, headers, prefer }, context) => {
      const scope = scopeCondition(headers['X-Twin-Query-Scope'], context.caller, context.ports.access.memberTwins);
      if (scope === undefined) return fail(problems.insufficientPermissions);
      const maxReturn = headers['X-Max-Return'] ?? usualMaxReturn;
      const page = pageOf(query);
      const select = new Set(query.$select?.flatMap((name) => findEnum(fullProperties, name) ?? []));
      const what = select.size > 0 || prefer === 'representation' ? 'all' : 'summary';
      const found = selectTwins([scope, ...parameterConditions(query)], query.$orderby, what);
      const rows = await readPage(found, page, maxReturn, context);
      const show = viewOf(select.size > 0 ? select : undefined, prefer, context);
      const links = linksOf(`${context.baseUrl}/twins/`, query, page, rows.hasMore);
      return reply(
        200,
        { twins: rows.rows.map(show), _links: links },
        { headers: { 'X-Max-Return': String(maxReturn) } },
      );
    },
  }),

  ...(['favorites', 'recents'] as const).map((list) =>
    endpoint({
      id: list === 'favorites' ? 'twins.getMyFavoriteTwins' : 'twins.getMyRecentlyUsedTwins',
      method: 'GET',
      path: `/twins/${list}`,
      title: list === 'favorites' ? 'Get my favorite twins' : 'Get my recently used twins',
      description: `The caller's ${list}, newest first; those no longer visible are left out.`,
      access: anyCaller,
      query: markedQuery,
      invalid: invalidQuery,
      describe: describeList,
      check: checkCommon,
      prefer: true,
      answers: { 200: json(twinList, 'A page of twins.') },
      run: async ({ query, prefer }, context) => {
        const page = pageOf(query);
        const rows = await readMarked(list, query, page, context);
        const links = linksOf(`${context.baseUrl}/twins/${list}`, query, page, rows.hasMore);
        return reply(200, { twins: rows.rows.map(viewOf(undefined, prefer, context)), _links: links });
      },
    }),
  ),

  marking({
    id: 'twins.addTwinToMyFavorites',
    method: 'POST',
    path: '/twins/favorites/{id}',
    title: 'Add twin to my favorites',
    text: 'It is a favorite now.',
    mark: addFavorite,
  }),
  marking({
    id: 'twins.removeTwinFromMyFavorites',
    method: 'DELETE',
    path: '/twins/favorites/{id}',
    title: 'Remove twin from my favorites',
    text: 'It is no favorite any more.',
    mark: removeFavorite,
  }),
  marking({
    id: 'twins.addTwinToMyRecents',
    method: 'POST',
    path: '/twins/recents/{id}',
    title: 'Add twin to my recents',
    description: 'At most 25 are kept; the oldest go.',
    text: 'It is the most recent one now.',
    mark: addRecent,
  }),
];

/** An operation that marks a twin for its caller, or takes a mark away. */
function marking(of: {
  readonly id: string;
  readonly method: 'POST' | 'DELETE';
  readonly path: `${string}{id}`;
  readonly title: string;
  readonly description?: string;
  readonly text: string;
  readonly mark: (tx: Transaction, userId: string, twinId: string, now: number) => Promise<unknown>;
}) {
  const { text, mark, path, ...told } = of;
  return endpoint({
    ...told,
    path: path as '/twins/{id}',
    access: onTwin('id', twinNotFound, visible),
    answers: { 204: empty(text) },
    run: async ({ target }, context) => {
      await context.write((tx) => mark(tx, context.caller.userId, target.twin.id, context.now));
      return noContent;
    },
  });
}

function viewOf(
  select: ReadonlySet<FullProperty> | undefined,
  prefer: 'minimal' | 'representation' | undefined,
  context: Context,
): (row: TwinRow) => Partial<Static<typeof twinFull>> {
  if (select) return (row: TwinRow) => twinSelection(row, select, context);
  return prefer === 'representation' ? (row: TwinRow) => twinDetails(row, context) : twinSummary;
}

/** `maxReturn` bounds the rows over all pages: paging past it just yields no more. */
async function readPage(twins: ReturnType<typeof selectTwins>, page: Page, maxReturn: number, context: Context) {
  const limit = Math.min(page.top + 1, Math.max(0, maxReturn - page.skip));
  const rows = await context.db.all(twins.limit(limit).offset(page.skip));
  return cutPage(rows, page);
}

async function readMarked(list: 'favorites' | 'recents', query: ListParameters, page: Page, context: Context) {
  const conditions = [
    visibleCondition(context.caller, context.ports.access.memberTwins),
    ...parameterConditions(query),
  ];
  const marks = list === 'favorites' ? sql`twin_favorites` : sql`twin_recents`;
  const time = list === 'favorites' ? sql`added` : sql`used`;
  const { userId } = context.caller;
  let rows = selectTwins(conditions, undefined, 'all').clearOrderBy();
  rows = rows.where('id', 'in', q.selectFrom(`twin_${list}`).select('twin_id').where('user_id', '=', userId));
  const newest = sql`(select ${time} from ${marks} where user_id = ${userId} and twin_id = twins.id) desc`;
  const found = await context.db.all(
    rows
      .orderBy(newest)
      .orderBy('id')
      .limit(page.top + 1)
      .offset(page.skip),
  );
  return cutPage(found, page);
}
