import { type Condition, column } from '../../../kernel/db/condition.ts';
import { q } from '../tables.ts';
import { holdsFor } from './filter.ts';

export type IndexTable = 'library_component_endings' | 'library_catalog_places';

/** An index that has components in the order of their names, and which of its entries are meant. */
export interface Branch {
  readonly table: 'library_components' | IndexTable;
  readonly where: Condition;
}

export interface Wanted {
  readonly conditions: readonly Condition[];
  /** So many entries, the first by name. */
  readonly most: number;
  /** Whichever are found soonest instead, mixed ones as they are. */
  readonly any?: boolean | undefined;
  /** The indexes name components several times: of so many entries there are fewer components. */
  readonly mixed?: boolean | undefined;
  /** Only those at this place of the order and behind it. */
  readonly from?: Condition | undefined;
}

/**
 * Entries of several indexes, each once; undefined where there is no index. Those that are mixed are made unique when the
 * first are found: to do it with thousands takes six times as long as to find the first.
 */
export function entriesOf(branches: readonly Branch[], wanted: Wanted) {
  const parts = branches.map((branch, at) => q.selectFrom(entriesOfOne(branch, wanted).as(`part${at}`)).selectAll());
  const [head, ...rest] = parts;
  if (head === undefined) return undefined;
  const all = rest.reduce((union, part) => (wanted.mixed ? union.unionAll(part) : union.union(part)), head);
  const entries = q.selectFrom(all.as('entries')).select(['name_folded', 'component_id']);
  if (!wanted.mixed || wanted.any) return entries;
  const first = entries.orderBy('name_folded').orderBy('component_id').limit(wanted.most);
  return q.selectFrom(first.as('entries')).select(['name_folded', 'component_id']).distinct();
}

function entriesOfOne({ table, where }: Branch, { conditions, most, any, from }: Wanted) {
  const all = table === 'library_components' ? inComponents(where, conditions) : inIndex(table, where, conditions);
  const found = q.selectFrom(all.as('entry')).select(['name_folded', 'component_id']);
  const behind = from === undefined ? found : found.where(from);
  return (any ? behind : behind.orderBy('name_folded').orderBy('component_id')).limit(most);
}

function inComponents(where: Condition, conditions: readonly Condition[]) {
  let query = q.selectFrom('library_components').select(['name_folded', 'id as component_id']).where(where);
  for (const one of conditions) query = query.where(one);
  return query;
}

function inIndex(table: IndexTable, where: Condition, conditions: readonly Condition[]) {
  const query = q.selectFrom(table).select(['name_folded', 'component_id']).where(where);
  return conditions.length === 0 ? query : query.where(holdsFor(column('component_id'), conditions));
}
