import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { askedTwin } from '../../../api/query/asked-twin.ts';
import { linksOf, pageOf } from '../../../api/query/paging.ts';
import { read } from '../access.ts';
import { twinNotFound } from '../errors.ts';
import { folderAddress, itemView, viewContext } from '../item/view.ts';
import { childrenOf } from './children.ts';
import { usualTop } from './folder.ts';
import { ensureRoot, findRoot } from './root-store.ts';

type Query = Readonly<Record<string, unknown>> & { readonly $skip?: number; readonly $top?: number };

/** What lies directly in a twin's root folder, which is made when it is first asked for. */
export async function listTopLevel(query: Query, context: Context) {
  const access = await twinAccess(context, askedTwin(query), twinNotFound, read);
  if (isFailed(access)) return access;
  const { twin } = access;
  const root =
    (await findRoot(context.db, twin.id)) ??
    (await context.write((tx) => ensureRoot(tx, twin.id, context.caller.userId, context.now)));
  if (isFailed(root)) return root;
  const page = pageOf(query, usualTop);
  const { rows, hasMore } = await childrenOf(context.db, root.id, page);
  const view = await viewContext(context, twin, rows);
  return reply(200, {
    items: rows.map((row) => itemView(row, row.name, view)),
    _links: {
      ...linksOf(`${context.baseUrl}/storage`, { twinId: twin.id }, page, hasMore),
      folder: { href: folderAddress(context.baseUrl, root.id) },
    },
  });
}
