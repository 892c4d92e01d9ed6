import type { Static } from 'typebox';
import { type Condition, column, condition, listOf, type Term } from '../../../kernel/db/condition.ts';
import { fold, likeLiteral } from '../../../std/text.ts';
import type { Library } from '../access.ts';
import type { componentsQuery } from '../schema/component.ts';
import { containsAny, wordsOf } from '../store/search.ts';
import { type ComponentState, q } from '../tables.ts';

/** Which components are meant. All of it holds together; undefined: whatever they are. */
export interface ComponentFilter {
  readonly accountId: string;
  readonly state?: ComponentState | undefined;
  /** Folded; any of them; none: all components. */
  readonly words: readonly string[];
  /** In any of these. */
  readonly catalogs?: readonly string[] | undefined;
  /** Ids of words. */
  readonly application?: string | undefined;
  readonly category?: string | undefined;
  readonly manufacturer?: string | undefined;
  /** Folded. */
  readonly hashtag?: string | undefined;
}

type Asked = Omit<Static<typeof componentsQuery>, '$top' | '$skip' | 'projectId'>;

/** Nothing where in a project another state is asked for than that which it shows. */
export function filterOf({ account, project }: Library, asked: Asked): ComponentFilter | undefined {
  if (account === undefined || (project !== undefined && (asked.state ?? 'Published') !== 'Published'))
    return undefined;
  return {
    accountId: account.id,
    state: project === undefined ? asked.state : 'Published',
    words: wordsOf(asked.$search),
    catalogs: asked.catalogs?.map((id) => id.toLowerCase()),
    application: asked.application?.toLowerCase(),
    category: asked.category?.toLowerCase(),
    manufacturer: asked.manufacturer?.toLowerCase(),
    hashtag: asked.hashtag === undefined ? undefined : fold(asked.hashtag),
  };
}

/** What a filter asks for; each part is either where components are looked for, or a condition of those that are found. */
export type Part = 'words' | 'catalogs' | 'application' | 'category' | 'manufacturer' | 'hashtag' | 'state' | 'account';

const own = (name: string) => column(`library_components.${name}`);

/**
 * The parts of a filter as conditions but those that hold by where components are looked for. Columns with an index are
 * made expressions, so that SQLite does not look there instead.
 */
export function conditionsOf(filter: ComponentFilter, but: readonly Part[]): Condition[] {
  const { accountId, words, catalogs, hashtag } = filter;
  const is = (part: Part, name: string, value: string | undefined) =>
    value === undefined || but.includes(part) ? [] : [condition`${own(name)} || '' = ${value}`];
  return [
    ...is('account', 'account_id', accountId),
    ...is('state', 'state', filter.state),
    ...is('application', 'application_id', filter.application),
    ...is('category', 'category_id', filter.category),
    ...is('manufacturer', 'manufacturer_id', filter.manufacturer),
    ...(hashtag === undefined ? [] : [hasTag(hashtag)]),
    ...(words.length > 0 && !but.includes('words') ? [containsAny(words)] : []),
    ...(catalogs !== undefined && !but.includes('catalogs') ? [isInAny(catalogs)] : []),
  ];
}

/**
 * Conditions of the component with that id. It is looked up by itself: PostgreSQL would rather join all components where
 * it thinks that many are meant.
 */
export function holdsFor(id: Term, conditions: readonly Condition[]): Condition {
  let query = q
    .selectFrom('library_components')
    .select('revision')
    .where(condition`${own('id')} = ${id}`)
    .limit(1);
  for (const one of conditions) query = query.where(one);
  return condition`${query} is not null`;
}

/** The searched text has the name first, then a hashtag a line. */
const hasTag = (tag: string): Condition =>
  condition`${own('search')} || ${'\n'} like ${`%\n${likeLiteral(tag)}\n%`} escape '\\'`;

const isInAny = (catalogs: readonly string[]): Condition =>
  catalogs.length === 0
    ? condition`1 = 0`
    : condition`exists (select 1 from library_catalog_places as place
        where place.component_id = ${own('id')} and place.catalog_id in ${listOf([...catalogs])})`;
