import { type Condition, isCondition } from './filter.ts';

export const feedTabs = ['packages', 'systems', 'timers'] as const;
export type FeedTab = (typeof feedTabs)[number];

/** The tab that an address names. */
export function feedSearch({ tab }: Readonly<Record<string, unknown>>): { readonly tab?: FeedTab } {
  const known = feedTabs.find((one) => one === tab);
  return known ? { tab: known } : {};
}

/** What an address shows of the rows of a set. */
export interface RowsSearch {
  /** All of them must hold. */
  readonly where?: readonly Condition[];
  readonly by?: string;
  readonly down?: true;
  /** The columns that are shown, where not all are. */
  readonly columns?: readonly string[];
}

export function rowsSearch({ where, by, down, columns }: Readonly<Record<string, unknown>>): RowsSearch {
  const conditions = Array.isArray(where) ? where.filter(isCondition) : [];
  const names = Array.isArray(columns) ? columns.filter((one) => typeof one === 'string') : [];
  return {
    ...(conditions.length > 0 ? { where: conditions } : {}),
    ...(typeof by === 'string' ? { by } : {}),
    ...(down === true ? { down } : {}),
    ...(names.length > 0 ? { columns: names } : {}),
  };
}
