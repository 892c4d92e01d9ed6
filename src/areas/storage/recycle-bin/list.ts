import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { askedTwin } from '../../../api/query/asked-twin.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import { read } from '../access.ts';
import { twinNotFound } from '../errors.ts';
import { itemView, viewContext } from '../item/view.ts';
import { usualTop } from '../list/folder.ts';
import { q, states } from '../tables.ts';

type Query = Readonly<Record<string, unknown>> & { readonly $skip?: number; readonly $top?: number };

/** The top entries of a twin's recycle bin, the latest first, with the paths they had. */
export async function listRecycleBin(query: Query, context: Context) {
  const access = await twinAccess(context, askedTwin(query), twinNotFound, read);
  if (isFailed(access)) return access;
  const { twin } = access;
  const page = pageOf(query, usualTop);
  const entries = q
    .selectFrom('storage_items')
    .selectAll()
    .where('twin_id', '=', twin.id)
    .where('state', '=', states.recycled)
    .orderBy('recycled', 'desc')
    .orderBy('id');
  const { rows, hasMore } = cutPage(await context.db.all(entries.limit(page.top + 1).offset(page.skip)), page);
  const view = await viewContext(context, twin, rows);
  return reply(200, {
    items: rows.map((row) => itemView(row, row.recycled_path ?? row.name, view)),
    _links: linksOf(`${context.baseUrl}/storage/recyclebin`, { twinId: twin.id }, page, hasMore),
  });
}
