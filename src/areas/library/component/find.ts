import type { Page } from '../../../api/query/paging.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { type ComponentRow, q } from '../tables.ts';
import type { ComponentFilter } from './filter.ts';
import { entriesIn, type Source, sourceOf } from './source.ts';

/** Few components have more of the mixed entries; for a page of such all entries are read. */
const usualEntries = 2;

/**
 * A page by name, with one row more where there are more. Components are looked for in an index that has them in the
 * order of their names already, so a page costs the same however many there are.
 */
export async function findComponents(
  db: Reader,
  filter: ComponentFilter | undefined,
  page: Page,
): Promise<ComponentRow[]> {
  if (filter === undefined) return [];
  const ids = await pageOf(db, await sourceOf(db, filter), page);
  if (ids.length === 0) return [];
  const rows = await db.all(q.selectFrom('library_components').selectAll().where('id', 'in', ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function pageOf(db: Reader, source: Source, page: Page): Promise<string[]> {
  const most = page.skip + page.top + 1;
  const mixed = source.streams.find((stream) => stream.mixed !== undefined)?.mixed;
  if (mixed === undefined) return pageAmong(db, source, page, most);
  const some = usualEntries * most;
  const found = await pageAmong(db, source, page, some);
  return found.length > page.top || some >= mixed ? found : pageAmong(db, source, page, mixed);
}

/** Of the first so many entries. */
async function pageAmong(db: Reader, source: Source, { skip, top }: Page, entries: number): Promise<string[]> {
  const all = entriesIn(source, entries);
  if (all === undefined) return [];
  const query = all
    .orderBy('name_folded')
    .orderBy('component_id')
    .limit(top + 1)
    .offset(skip);
  return (await db.all(query)).map(({ component_id }) => component_id);
}
