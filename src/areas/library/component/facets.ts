import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { readJson } from '../../../std/json.ts';
import { fold } from '../../../std/text.ts';
import type { Library } from '../access.ts';
import type { facetsQuery } from '../schema/component.ts';
import { type ComponentRow, q, type TermKind } from '../tables.ts';
import { type ComponentFilter, filterOf } from './filter.ts';
import { entriesIn, sourceOf } from './source.ts';

/** So many components are counted. */
const mostCounted = 10_000;
/** So many of each kind are told, those that most have first. */
const mostTold = 100;

type Group = Pick<ComponentRow, 'state' | 'application_id' | 'category_id' | 'manufacturer_id' | 'hashtags'> & {
  readonly count: number;
};

/** What components have in common, and how many of them: words, states, catalogs and hashtags to choose among. */
export async function readFacets(library: Library, query: Static<typeof facetsQuery>, { db }: Context) {
  const filter = filterOf(library, query);
  const found = filter === undefined ? { groups: [], places: [] } : await countedIn(db, filter);
  const { groups, places } = found;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const sumOf = (keysOf: (group: Group) => readonly (string | null)[]) => sums(groups, keysOf);
  const terms = async (kind: TermKind) =>
    named(
      db,
      'library_terms',
      sumOf((group) => [group[`${kind}_id`]]),
    );
  const facets = {
    count: Math.min(count, mostCounted),
    isComplete: count <= mostCounted,
    states: told(sums(groups, ({ state }) => [state])).map(([state, count]) => ({ state, count })),
    catalogs: await named(db, 'library_catalogs', new Map(places.map((one) => [one.catalog_id, Number(one.count)]))),
    applications: await terms('application'),
    categories: await terms('category'),
    manufacturers: await terms('manufacturer'),
    hashtags: told(tagsIn(groups)).map(([, { hashtag, count }]) => ({ hashtag, count })),
  };
  return reply(200, { facets });
}

/** Components of a filter by what they have in common. */
async function countedIn(db: Reader, filter: ComponentFilter) {
  const all = entriesIn(await sourceOf(db, filter), mostCounted + 1, true);
  if (all === undefined) return { groups: [], places: [] };
  const ids = q.selectFrom(all.limit(mostCounted + 1).as('found')).select('component_id');
  const groups = await db.all(
    q
      .selectFrom('library_components')
      .select(['state', 'application_id', 'category_id', 'manufacturer_id', 'hashtags'])
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('id', 'in', ids)
      .groupBy(['state', 'application_id', 'category_id', 'manufacturer_id', 'hashtags']),
  );
  const places = await db.all(
    q
      .selectFrom('library_catalog_places')
      .select('catalog_id')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('component_id', 'in', ids)
      .groupBy('catalog_id'),
  );
  return { groups: groups.map((group): Group => ({ ...group, count: Number(group.count) })), places };
}

function sums<K extends string>(groups: readonly Group[], keysOf: (group: Group) => readonly (K | null)[]) {
  const all = new Map<K, number>();
  for (const group of groups) {
    for (const key of keysOf(group)) if (key !== null) all.set(key, (all.get(key) ?? 0) + group.count);
  }
  return all;
}

/** As somebody has written them; those that differ in case only are one. */
function tagsIn(groups: readonly Group[]): ReadonlyMap<string, { readonly hashtag: string; readonly count: number }> {
  const all = new Map<string, { hashtag: string; count: number }>();
  for (const group of groups) {
    for (const hashtag of readJson(group.hashtags)) {
      const known = all.get(fold(hashtag)) ?? { hashtag, count: 0 };
      all.set(fold(hashtag), { ...known, count: known.count + group.count });
    }
  }
  return all;
}

const countOf = (value: number | { readonly count: number }): number =>
  typeof value === 'number' ? value : value.count;

/** Those that most have, then by name. */
const told = <K extends string, V extends number | { readonly count: number }>(all: ReadonlyMap<K, V>): [K, V][] =>
  [...all].sort(([a, x], [b, y]) => countOf(y) - countOf(x) || (a < b ? -1 : 1)).slice(0, mostTold);

async function named(db: Reader, table: 'library_terms' | 'library_catalogs', counts: ReadonlyMap<string, number>) {
  const most = told(counts);
  if (most.length === 0) return [];
  const ids = most.map(([id]) => id);
  const rows = await db.all(q.selectFrom(table).select(['id', 'name']).where('id', 'in', ids));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return most.flatMap(([id, count]) => {
    const displayName = names.get(id);
    return displayName === undefined ? [] : [{ id, displayName, count }];
  });
}
