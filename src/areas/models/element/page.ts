import { foldedText, type Steps } from '../../../api/query/filter-match.ts';
import type { ElementRow } from '../../../engines/snapshot/types.ts';
import { BudgetSpent, budgetOf } from '../../../std/budget.ts';
import { fold } from '../../../std/text.ts';
import { elementFilter } from './filter.ts';

/** What looking for one page may cost: some tenths of a second. */
const most = { steps: 2_000_000, text: Number.POSITIVE_INFINITY, texts: Number.POSITIVE_INFINITY };

export interface Wanted {
  /** Valid. */
  readonly $filter?: string | undefined;
  readonly $search?: string | undefined;
}

/** The first `top` wanted rows, or as many of them as are found with the budget of a page; `last`: the id after which the next page begins. */
export async function pageOf<R extends ElementRow>(
  rows: AsyncIterable<R>,
  wanted: Wanted,
  top: number,
): Promise<{ readonly page: readonly R[]; readonly last: string | undefined }> {
  const [isWanted, steps] = [wantedBy(wanted), budgetOf(most)];
  const page: R[] = [];
  let last: string | undefined;
  for await (const row of rows) {
    const found = tried(() => isWanted(row, steps));
    if (found === 'spent') return { page, last };
    if (found && page.length === top) return { page, last };
    if (found) page.push(row);
    last = row.id;
  }
  return { page, last: undefined };
}

function tried(test: () => boolean): boolean | 'spent' {
  try {
    return test();
  } catch (error) {
    if (error instanceof BudgetSpent) return 'spent';
    throw error;
  }
}

function wantedBy({ $filter, $search }: Wanted): (row: ElementRow, steps: Steps) => boolean {
  const matches = $filter === undefined ? undefined : elementFilter($filter);
  const text = fold($search ?? '');
  const has = (value: string | null, steps: Steps) => value !== null && foldedText(value, steps).includes(text);
  return (row, steps) =>
    (typeof matches !== 'function' || matches(row, steps)) &&
    (text === '' || has(row.name, steps) || has(row.tag, steps) || has(row.globalId, steps));
}
