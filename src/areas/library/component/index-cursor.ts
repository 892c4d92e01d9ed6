import { column, condition, listOf } from '../../../kernel/db/condition.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { knownCatalogs } from '../store/catalog.ts';
import { afterAll, wordsIn } from '../store/search.ts';
import { findTerm } from '../store/term.ts';
import { q } from '../tables.ts';
import type { Branch } from './entries.ts';
import { type ComponentFilter, conditionsOf, type Part } from './filter.ts';

/** Where components are found by a part of a filter: in any of its branches. */
export interface IndexCursor {
  readonly branches: readonly Branch[];
  readonly holds: readonly Part[];
  /** Its branches name components several times, and not in order: so many entries. */
  readonly mixed?: number;
}

/** So many ends of words, or catalogs, are looked up beside each other, each in its order. */
const mostBranches = 16;
/** So many are put into order at once; beyond that a page is found sooner by going through names in their order. */
const few = 5000;
/** Where each of them has to be looked at besides. */
const fewToLookAt = 500;

/** Every index that a filter can be looked for in; where there is none, that of all components. */
export async function indexCursorsOf(db: Reader, filter: ComponentFilter): Promise<readonly IndexCursor[]> {
  const found = [
    ...(await byWords(db, filter)),
    ...byTag(filter),
    ...(await byCatalogs(db, filter)),
    ...(await byReferences(db, filter)),
  ];
  const mixed = found.find(({ mixed }) => mixed !== undefined);
  if (mixed) return [mixed];
  return filter.state === undefined && found.length > 0 ? found : [...found, everything(filter)];
}

/** All components of the library, or those of a state. */
function everything({ accountId, state }: ComponentFilter): IndexCursor {
  const where =
    state === undefined
      ? condition`account_id = ${accountId}`
      : condition`account_id = ${accountId} and state = ${state}`;
  return { branches: [{ table: 'library_components', where }], holds: ['account', 'state'] };
}

/** Those of other libraries hold nothing. */
async function byReferences(db: Reader, filter: ComponentFilter): Promise<IndexCursor[]> {
  const streams: IndexCursor[] = [];
  for (const part of ['category', 'manufacturer', 'application'] as const) {
    const id = filter[part];
    if (id === undefined) continue;
    const term = await findTerm(db, filter.accountId, part, id);
    const where = condition`${column(`${part}_id`)} = ${id}`;
    streams.push({ branches: term ? [{ table: 'library_components', where }] : [], holds: ['account', part] });
  }
  return streams;
}

/** Those of other libraries hold nothing. */
async function byCatalogs(db: Reader, filter: ComponentFilter): Promise<IndexCursor[]> {
  const { accountId, catalogs } = filter;
  if (catalogs === undefined) return [];
  const known = await knownCatalogs(db, accountId, catalogs);
  const table = 'library_catalog_places' as const;
  const holds = ['account', 'catalogs'] as const;
  if (known.length <= mostBranches)
    return [{ branches: known.map((id) => ({ table, where: condition`catalog_id = ${id}` })), holds }];
  return mixedIfFew(db, filter, { branches: [{ table, where: condition`catalog_id in ${listOf(known)}` }], holds });
}

/** Every hashtag is among the words that are searched: by its longest one it is found, by the condition it is told. */
function byTag({ accountId, hashtag }: ComponentFilter): IndexCursor[] {
  const [longest] = wordsIn(hashtag ?? '').sort((a, b) => b.length - a.length);
  return longest === undefined ? [] : [{ branches: [endsOf(accountId, longest)], holds: ['account'] }];
}

const endsOf = (accountId: string, ending: string): Branch => ({
  table: 'library_component_endings',
  where: condition`account_id = ${accountId} and ending = ${ending}`,
});

/** By the ends of words that begin so; none where too many do. */
async function byWords(db: Reader, filter: ComponentFilter): Promise<IndexCursor[]> {
  const { accountId, words } = filter;
  if (words.length === 0) return [];
  const endings = new Set<string>();
  for (const word of words) {
    for (const ending of await endingsFrom(db, accountId, word, mostBranches + 1)) endings.add(ending);
    if (endings.size > mostBranches) break;
  }
  const holds = ['account', 'words'] as const;
  if (endings.size <= mostBranches)
    return [{ branches: [...endings].map((ending) => endsOf(accountId, ending)), holds }];
  return mixedIfFew(db, filter, { branches: words.map((word) => startingWith(accountId, word)), holds });
}

const startingWith = (accountId: string, word: string): Branch => ({
  table: 'library_component_endings',
  where: condition`account_id = ${accountId} and ending >= ${word} and ending < ${afterAll(word)}`,
});

async function mixedIfFew(
  db: Reader,
  filter: ComponentFilter,
  { branches, holds }: IndexCursor,
): Promise<IndexCursor[]> {
  const most = conditionsOf(filter, holds).length > 0 ? fewToLookAt : few;
  let mixed = 0;
  for (const { table, where } of branches) {
    const some = q
      .selectFrom(table)
      .select('name_folded')
      .where(where)
      .limit(most - mixed + 1);
    const counted = q.selectFrom(some.as('some')).select((e) => e.fn.countAll<number>().as('count'));
    mixed += Number((await db.first(counted))?.count ?? 0);
    if (mixed > most) return [];
  }
  return [{ branches, holds, mixed }];
}
/** The first ends that begin with a word, each found by the one before: how many components have them does not matter. */
async function endingsFrom(db: Reader, accountId: string, word: string, most: number): Promise<string[]> {
  const rows = await db.all(
    q
      .withRecursive('ends(ending)', (recursive) => {
        const least = recursive
          .selectFrom('library_component_endings as first')
          .select((e) => e.fn.min('first.ending').as('ending'))
          .where('first.account_id', '=', accountId)
          .where('first.ending', '>=', word)
          .where('first.ending', '<', afterAll(word));
        const next = recursive.selectFrom('ends').select((e) =>
          e
            .selectFrom('library_component_endings as other')
            .select((inner) => inner.fn.min('other.ending').as('ending'))
            .where('other.account_id', '=', accountId)
            .whereRef('other.ending', '>', 'ends.ending')
            .where('other.ending', '<', afterAll(word))
            .$asScalar()
            .$notNull()
            .as('ending'),
        );
        return least.unionAll(next.where('ends.ending', 'is not', null));
      })
      .selectFrom('ends')
      .select('ending')
      .where('ending', 'is not', null)
      .limit(most),
  );
  return rows.map(({ ending }) => ending);
}
