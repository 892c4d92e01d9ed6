import type { Reader } from '../../../kernel/db/database.ts';
import { type Condition, condition, listOf, term } from '../../../kernel/query/condition.ts';
import type { Page } from '../../../kernel/query/paging.ts';
import { afterAll, containsAny } from '../search.ts';
import { type ComponentRow, q } from '../tables.ts';

export interface ComponentFilter {
  readonly accountId: string;
  readonly publishedOnly: boolean;
  /** Folded; any of them; none: all components. */
  readonly words: readonly string[];
  /** In any of these; undefined: wherever they are. */
  readonly catalogs: readonly string[] | undefined;
}

/** So many ids are looked up one by one; beyond that a page is found sooner by going through names in their order. */
const few = 500;

/**
 * A page by name, with one row more where there are more. What few components have is looked up by an index; what many
 * have is soon found by going through them in their order. So a page costs the same however many there are.
 */
export async function findComponents(
  db: Reader,
  { accountId, publishedOnly, words, catalogs }: ComponentFilter,
  { skip, top }: Page,
): Promise<ComponentRow[]> {
  const byWords = words.length === 0 ? undefined : await withWords(db, accountId, words);
  const byCatalogs = catalogs === undefined ? undefined : await inCatalogs(db, catalogs);
  const ids = smaller(byWords, byCatalogs);
  const conditions: Condition[] = [];
  if (ids === undefined) {
    conditions.push(condition`account_id = ${accountId}`);
    if (publishedOnly) conditions.push(condition`state = 'Published'`);
  } else {
    if (ids.size === 0) return [];
    // made expressions, so that neither database walks through all names instead
    conditions.push(condition`id in ${listOf([...ids])} and account_id || '' = ${accountId}`);
    if (publishedOnly) conditions.push(condition`state || '' = 'Published'`);
  }
  if (words.length > 0 && ids !== byWords) conditions.push(containsAny(words));
  if (catalogs !== undefined && ids !== byCatalogs) conditions.push(isInAny(catalogs));
  let query = q.selectFrom('library_components').selectAll();
  for (const one of conditions) query = query.where(one);
  return db.all(
    query
      .orderBy('name_folded')
      .orderBy('id')
      .limit(top + 1)
      .offset(skip),
  );
}

type Ids = ReadonlySet<string> | undefined;

const smaller = (a: Ids, b: Ids): Ids => (a && b ? (a.size <= b.size ? a : b) : (a ?? b));

/** Components with a word that contains one of these; undefined where there are more than a few. */
async function withWords(db: Reader, accountId: string, words: readonly string[]): Promise<Ids> {
  const found = new Set<string>();
  for (const word of words) {
    const rows = await db.all(
      q
        .selectFrom('library_component_words')
        .select('component_id')
        .distinct()
        .where('account_id', '=', accountId)
        .where('ending', '>=', word)
        .where('ending', '<', afterAll(word))
        .limit(few + 1),
    );
    for (const { component_id } of rows) found.add(component_id);
    if (found.size > few) return undefined;
  }
  return found;
}

/** Components of these catalogs; undefined where there are more than a few. */
async function inCatalogs(db: Reader, catalogs: readonly string[]): Promise<Ids> {
  if (catalogs.length === 0) return new Set();
  const places = q.selectFrom('library_catalog_components').select('component_id').distinct();
  const rows = await db.all(places.where('catalog_id', 'in', catalogs).limit(few + 1));
  return rows.length > few ? undefined : new Set(rows.map(({ component_id }) => component_id));
}

const isInAny = (catalogs: readonly string[]): Condition => {
  const place = term`library_components.id`;
  return condition`exists (select 1 from library_catalog_components as place
    where place.component_id = ${place} and place.catalog_id in ${listOf([...catalogs])})`;
};
