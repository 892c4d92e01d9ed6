import type { Access } from '../../../api/ports/access.ts';
import { cutPage, type Page } from '../../../api/query/paging.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { mayUseModels } from '../access.ts';
import { viewColumns } from '../store/views.ts';
import type { ViewData } from '../tables.ts';
import { type GroupRow, q, type TagRow, type ViewRow } from '../tables.ts';

interface Asked {
  readonly access: Access;
  readonly modelId: string | null;
  readonly groupId: string | null;
  readonly caller: Caller;
  readonly page: Page;
}

/** Bytes of views and extensions in one page; where they are more, the page is shorter than was asked for. */
const mostBytes = 32 * 2 ** 20;

/** A page of the views that a caller sees, by name. `whole`: their data will be shown. */
export async function pageOfViews(
  db: Reader,
  { access, modelId, groupId, caller, page }: Asked,
  whole: boolean,
): Promise<{ rows: ViewRow[]; hasMore: boolean }> {
  let query = q
    .selectFrom('saved_views')
    .select(viewColumns)
    .where('twin_id', '=', access.twin.id)
    .where((is) => is.or([is('shared', '=', 1), is('created_by', '=', caller.userId)]));
  if (modelId !== null) query = query.where('model_id', '=', modelId);
  if (groupId !== null) query = query.where('group_id', '=', groupId);
  if (!mayUseModels(access)) query = query.where('model_id', 'is', null);
  const ordered = query.orderBy('name_folded').orderBy('id');
  const { rows, hasMore } = cutPage(await db.all(ordered.limit(page.top + 1).offset(page.skip)), page);
  const fitting = whole ? rows.slice(0, countWithin(rows)) : rows;
  return { rows: fitting, hasMore: hasMore || fitting.length < rows.length };
}

/** How many of the rows fit into a page: at least one. */
function countWithin(rows: readonly ViewRow[]): number {
  let bytes = 0;
  const end = rows.findIndex((row, at) => {
    bytes += row.data_size + row.extensions_size;
    return at > 0 && bytes > mostBytes;
  });
  return end < 0 ? rows.length : end;
}

/** The tags of views, by name. */
export async function tagsByView(db: Reader, views: readonly ViewRow[]): Promise<Map<string, TagRow[]>> {
  const rows = await db.all(
    q
      .selectFrom('saved_view_tags as tag')
      .innerJoin('saved_view_tagged as tagged', 'tagged.tag_id', 'tag.id')
      .selectAll('tag')
      .select('tagged.view_id')
      .where(
        'tagged.view_id',
        'in',
        views.map(({ id }) => id),
      )
      .orderBy('tag.name_folded')
      .orderBy('tag.id'),
  );
  return Map.groupBy(rows, (row) => row.view_id);
}

/** The groups of views, by id. */
export async function groupsById(db: Reader, views: readonly ViewRow[]): Promise<Map<string, GroupRow>> {
  const ids = [...new Set(views.flatMap((view) => view.group_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.all(q.selectFrom('saved_view_groups').selectAll().where('id', 'in', ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** JSON of SavedViewData by view. */
export async function dataOfViews(db: Reader, ids: readonly string[]): Promise<Map<string, ViewData>> {
  const rows = await db.all(q.selectFrom('saved_views').select(['id', 'data']).where('id', 'in', ids));
  return new Map(rows.map((row) => [row.id, row.data]));
}
