import { useEffect, useMemo, useState } from 'react';

/** More is read only when it is asked for. */
const mostByItself = 20_000;

export interface PagedQuery<T> {
  readonly data: readonly T[] | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}

export interface Sorting<Column extends string> {
  readonly by: Column;
  readonly down: boolean;
}

export interface WholeList<T, Column extends string> {
  /** Those that are shown, in their order. */
  readonly shown: readonly T[];
  /** Those that are known; all of them once `isWhole`. */
  readonly all: readonly T[];
  readonly isWhole: boolean;
  readonly sorting: Sorting<Column> | undefined;
  readonly sortBy: (column: Column) => void;
  /** Shows more of them; undefined when all are shown. */
  readonly showMore: (() => void) | undefined;
}

/**
 * A list that comes in pages, read whole beside the showing, so that it can be counted, sorted and selected as a whole.
 * Until a column is chosen it has the order of the server.
 */
export function useWholeList<T, Column extends string>(
  query: PagedQuery<T>,
  compare: Readonly<Record<Column, (a: T, b: T) => number>>,
  step: number,
  /** The order that is chosen elsewhere. */
  given?: Sorting<Column>,
): WholeList<T, Column> {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const all = data ?? [];
  const [rows, setRows] = useState(step);
  const [chosen, setSorting] = useState<Sorting<Column>>();
  const { by, down } = given ?? chosen ?? {};
  const goesOn = hasNextPage && !isFetching && !isFetchNextPageError && all.length < mostByItself;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const sorted = useMemo(() => {
    const order = by && compare[by];
    if (!data || !order) return data ?? [];
    return data.toSorted((a, b) => (down ? order(b, a) : order(a, b)));
  }, [data, by, down, compare]);
  const showMore = () => {
    setRows(rows + step);
    if (rows + step > all.length && hasNextPage) void fetchNextPage();
  };
  return {
    shown: sorted.slice(0, rows),
    all: sorted,
    isWhole: !hasNextPage,
    sorting: by && { by, down: down ?? false },
    sortBy: (by) => setSorting((before) => ({ by, down: before?.by === by && !before.down })),
    showMore: rows < all.length || hasNextPage ? showMore : undefined,
  };
}

/** What was read at once, as a query that has no further page. */
export const wholly = <T>(data: readonly T[]): PagedQuery<T> => ({
  data,
  hasNextPage: false,
  isFetching: false,
  isFetchNextPageError: false,
  fetchNextPage() {},
});
