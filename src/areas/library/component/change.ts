import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { fold } from '../../../std/text.ts';
import { accountFor, accountOf, type Found, type Library } from '../access.ts';
import { unknownReferences } from '../body-rules.ts';
import { keptHashtags, keptText } from '../common-view.ts';
import { components } from '../errors.ts';
import type { componentBody } from '../schema/component.ts';
import { analyticsRow, insertAnalytics } from '../store/analytics.ts';
import { type Component, findComponentRow, insertComponent, replaceComponent, wholeOf } from '../store/component.ts';
import { searchText } from '../store/search.ts';
import type { ComponentRow } from '../tables.ts';
import { componentReply } from './read.ts';
import { catalogIdsOf, columnsOf, refersToNothing } from './references.ts';

type Body = Static<typeof componentBody>;

export function contentOf(body: Body) {
  const hashtags = keptHashtags(body.hashtags);
  return {
    name: body.displayName,
    name_folded: fold(body.displayName),
    description: keptText(body.description),
    state: body.state,
    hashtags: jsonOf(hashtags),
    search: searchText(body.displayName, hashtags),
    ...columnsOf(body),
  };
}

export async function createComponent(library: Library, body: Body, context: Context) {
  const { now, caller } = context;
  const stamp = { id: newId(), created: now, modified: now, revision: 1 };
  const outcome = await context.write(async (tx) => {
    const account = await accountFor(tx, library, context);
    if (await refersToNothing(tx, account.id, body)) {
      return fail(components.invalidCreate, { details: [unknownReferences] });
    }
    const row: ComponentRow = { ...stamp, account_id: account.id, ...contentOf(body) };
    await insertComponent(tx, row, catalogIdsOf(body));
    await insertAnalytics(tx, [analyticsRow({ action: 'Create', component: row }, account, caller, now)]);
    return wholeOf(tx, row);
  });
  return isFailed(outcome) ? outcome : componentReply(201, outcome, context);
}

export async function updateComponent({ library, resource }: Found<Component>, body: Body, context: Context) {
  const { now, caller } = context;
  const account = accountOf(library);
  const outcome = await context.write(async (tx) => {
    const before = await findComponentRow(tx, library, resource.row.id);
    if (before === undefined) throw new NoLongerThere(`Component ${resource.row.id} was deleted.`);
    if (await refersToNothing(tx, account.id, body)) {
      return fail(components.invalidUpdate, { details: [unknownReferences] });
    }
    const row = { ...before, ...contentOf(body), modified: now, revision: before.revision + 1 };
    await replaceComponent(tx, before, row, catalogIdsOf(body));
    await insertAnalytics(tx, [analyticsRow({ action: 'Update', component: row }, account, caller, now)]);
    return wholeOf(tx, row);
  });
  return isFailed(outcome) ? outcome : componentReply(200, outcome, context);
}
