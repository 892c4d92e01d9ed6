import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { linksOf, pageOf } from '../../../api/query/paging.ts';
import { asSeen, isSeen } from '../access.ts';
import { groupNotFound, savedViewNotFound } from '../errors.ts';
import { askedPlace, type Place } from '../place.ts';
import type { viewsQuery } from '../schema/view.ts';
import { extensionNamesOf, extensionsOf } from '../store/extensions.ts';
import { findGroup } from '../store/groups.ts';
import type { LocatedView } from '../store/views.ts';
import type { GroupRow, ViewRow } from '../tables.ts';
import { dataOfViews, groupsById, pageOfViews, tagsByView } from './query.ts';
import { viewDetails, viewSummary } from './view.ts';

type Query = Static<typeof viewsQuery>;

/** A page of the views of a twin, a model, a group, or what these have in common, that the caller sees. */
export async function listViews(query: Query, prefer: string | undefined, context: Context) {
  const { db, caller, baseUrl } = context;
  const group = query.groupId === undefined ? undefined : await findGroup(db, query.groupId);
  if (query.groupId !== undefined && group === undefined) return fail(groupNotFound);
  const place = await placeOfList(query, group, context);
  if (place === undefined) return fail(query.twinId || query.modelId ? savedViewNotFound : groupNotFound);
  const { access, modelId } = place;
  if (group && (group.twin_id !== access.twin.id || !isSeen(group, access, caller))) return fail(groupNotFound);
  const page = pageOf(query);
  const whole = prefer === 'representation';
  const found = { access, modelId, groupId: group?.id ?? null, caller, page };
  const { rows, hasMore } = await pageOfViews(db, found, whole);
  const views = await located(rows, access, context);
  const show = views.length === 0 ? [] : await (whole ? shownWhole : shownShort)(views, context);
  const links = linksOf(`${baseUrl}/savedviews`, query, page, hasMore, rows.length);
  return reply(200, { savedViews: show, _links: links });
}

/** With a group alone, its twin is the place. */
async function placeOfList(query: Query, group: GroupRow | undefined, context: Context): Promise<Place | undefined> {
  const { twinId = query.modelId === undefined ? group?.twin_id : undefined, modelId } = query;
  return askedPlace({ ...(twinId ? { twinId } : {}), ...(modelId ? { modelId } : {}) }, context);
}

async function located(rows: readonly ViewRow[], access: Access, { db, caller }: Context) {
  if (rows.length === 0) return [];
  const tags = await tagsByView(db, rows);
  const groups = await groupsById(db, rows);
  return rows.map((row): LocatedView => {
    const view = { row, tags: tags.get(row.id) ?? [], group: groups.get(row.group_id ?? '') };
    return asSeen(view, access, caller);
  });
}

const idsOf = (views: readonly LocatedView[]): string[] => views.map(({ row }) => row.id);

async function shownShort(views: readonly LocatedView[], { db, baseUrl }: Context) {
  const extensions = Map.groupBy(await extensionNamesOf(db, idsOf(views)), (one) => one.view_id);
  return views.map((view) => viewSummary({ ...view, extensions: extensions.get(view.row.id) ?? [] }, baseUrl));
}

async function shownWhole(views: readonly LocatedView[], { db, baseUrl }: Context) {
  const extensions = Map.groupBy(await extensionsOf(db, idsOf(views)), (one) => one.view_id);
  const data = await dataOfViews(db, idsOf(views));
  return views.flatMap((view) => {
    const { id } = view.row;
    const stored = data.get(id);
    if (stored === undefined) return []; // deleted since the page was read
    return viewDetails({ ...view, data: stored, extensions: extensions.get(id) ?? [] }, baseUrl);
  });
}
