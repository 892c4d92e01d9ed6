import { sql } from 'kysely';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { cutPage, linksOf, type Page, pageOf } from '../../../api/query/paging.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { fold, likeLiteral } from '../../../std/text.ts';
import { type ItemInTree, pathOf } from '../item/store.ts';
import { folderAddress, itemView, viewContext } from '../item/view.ts';
import { folderKind, q, states } from '../tables.ts';
import { usualTop } from './folder.ts';

interface Query {
  readonly name: string;
  readonly $skip?: number;
  readonly $top?: number;
}

/** Items of the whole subtree below a folder by their name: `*` is any run of characters, `?` one. */
export async function searchFolder(target: Located<ItemInTree>, query: Query, context: Context) {
  const { row } = target.resource;
  const page = pageOf(query, usualTop);
  const { rows, hasMore } = cutPage(await find(context.db, row.id, query.name, page), page);
  const view = await viewContext(context, target.access.twin, rows);
  const above = pathOf(target.resource);
  const items = rows.map((found) => itemView(found, above === '' ? found.path : `${above}/${found.path}`, view));
  const address = `${folderAddress(context.baseUrl, row.id)}/search`;
  return reply(200, { items, _links: linksOf(address, { name: query.name }, page, hasMore) });
}

const pattern = (name: string): string => likeLiteral(fold(name)).replaceAll('*', '%').replaceAll('?', '_');

function find(db: Reader, folderId: string, name: string, page: Page) {
  const below = q
    .withRecursive('below', (db) =>
      db
        .selectFrom('storage_items')
        .select(['id', 'kind', 'name as path', 'name_folded as path_folded'])
        .where('parent_id', '=', folderId)
        .where('state', '=', states.live)
        .unionAll(
          db
            .selectFrom('storage_items as child')
            .innerJoin('below', 'below.id', 'child.parent_id')
            .select(['child.id', 'child.kind'])
            .select(sql<string>`below.path || '/' || child.name`.as('path'))
            .select(sql<string>`below.path_folded || '/' || child.name_folded`.as('path_folded'))
            .where('below.kind', '=', folderKind)
            .where('child.state', '=', states.live),
        ),
    )
    .selectFrom('below')
    .innerJoin('storage_items as item', 'item.id', 'below.id')
    .selectAll('item')
    .select('below.path')
    .where(condition`item.name_folded like ${pattern(name)} escape '\\'`)
    .orderBy('item.kind')
    .orderBy('below.path_folded')
    .orderBy('item.id');
  return db.all(below.limit(page.top + 1).offset(page.skip));
}
