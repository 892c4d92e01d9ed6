import type { Static } from 'typebox';
import type { Context } from '../../../kernel/http/context.ts';
import { noContent, reply } from '../../../kernel/http/endpoint.ts';
import { fail, Gone, isFailed } from '../../../kernel/http/problem.ts';
import type { TwinFacts } from '../../../kernel/ports/twins.ts';
import { newId } from '../../../kernel/std/ids.ts';
import { jsonOf } from '../../../kernel/std/json.ts';
import { fold } from '../../../kernel/std/text.ts';
import { accountFor, type Found, type Library } from '../access.ts';
import { analyticsRow, insertAnalytics } from '../analytics.store.ts';
import type { Analytics } from '../analytics.ts';
import { unknownReferences } from '../body.rules.ts';
import { deleteChildren } from '../child.store.ts';
import { keptHashtags, keptText } from '../common.view.ts';
import type { componentBody } from '../component.schema.ts';
import {
  type Component,
  deleteComponentRow,
  findComponentRow,
  insertComponent,
  replaceComponent,
  wholeOf,
} from '../component.store.ts';
import { componentView, versionOf } from '../component.view.ts';
import { components } from '../errors.ts';
import { searchText } from '../search.ts';
import type { ComponentRow } from '../tables.ts';
import { catalogIdsOf, columnsOf, refersToNothing } from './references.ts';

type Body = Static<typeof componentBody>;

export function contentOf(body: Body) {
  const hashtags = keptHashtags(body.hashtags);
  return {
    ...{ name: body.displayName, name_folded: fold(body.displayName), description: keptText(body.description) },
    ...{ state: body.state, hashtags: jsonOf(hashtags), search: searchText(body.displayName, hashtags) },
    ...columnsOf(body),
  };
}

/** A component; who looks at it is counted. */
export function readComponent({ library, resource }: Found<Component>, analytics: Analytics, context: Context) {
  const doing = { action: 'View', component: resource.row, project: library.project } as const;
  return {
    ...componentReply(200, resource, context),
    sent: () => analytics.note(doing, accountOf(library), context),
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
    if (before === undefined) throw new Gone(`Component ${resource.row.id} was deleted.`);
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

/** With everything that belongs to it. */
export async function deleteComponent({ library, resource: { row } }: Found<Component>, context: Context) {
  const { now, caller, ports } = context;
  const outcome = await context.write(async (tx) => {
    await deleteChildren(tx, ports, row.id);
    if (!(await deleteComponentRow(tx, row.id))) throw new Gone(`Component ${row.id} was deleted.`);
    const done = analyticsRow({ action: 'Delete', component: row }, accountOf(library), caller, now);
    await insertAnalytics(tx, [done]);
  });
  return isFailed(outcome) ? outcome : noContent;
}

/** Of a library in which something was found. */
export function accountOf({ account }: Library): TwinFacts {
  if (account === undefined) throw new Error('A library without an Account holds something.');
  return account;
}

export const componentReply = <const S extends number>(status: S, component: Component, { baseUrl }: Context) =>
  reply(status, { component: componentView(component, baseUrl) }, { version: versionOf(component) });
