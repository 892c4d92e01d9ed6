import { cutPage, type Page } from '../../../api/query/paging.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type ItemKind, type ItemRow, q, states } from '../tables.ts';

type PageOf = { parent: string; skip: number; limit: number };

const live = (p: PageOf) =>
  q
    .selectFrom('storage_items')
    .selectAll()
    .where('parent_id', '=', p.parent)
    .where('state', '=', states.live)
    .orderBy('kind')
    .orderBy('name_folded')
    .orderBy('id')
    .limit(p.limit)
    .offset(p.skip);

const allChildren = prepared((p: PageOf) => live(p));
const childrenOfKind = prepared((p: PageOf & { kind: ItemKind }) => live(p).where('kind', '=', p.kind));

export interface Rows {
  readonly rows: ItemRow[];
  readonly hasMore: boolean;
}

/** A page of the live children of a folder: folders before files, then by name. */
export async function childrenOf(
  db: Reader,
  parent: string,
  page: Page,
  kind: ItemKind | undefined = undefined,
): Promise<Rows> {
  const wanted = { parent, skip: page.skip, limit: page.top + 1 };
  const rows =
    kind === undefined ? await db.all(allChildren, wanted) : await db.all(childrenOfKind, { ...wanted, kind });
  return cutPage(rows, page);
}
