import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ResultSearch } from '../search.ts';
import { type Grouping, groupings } from './bars.ts';

const route = getRouteApi('/twins/$twinId/carbon/results/$resultId');

/** What the address of a result holds, and what changes it; undefined takes a part away. */
export function useResultAddress() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/twins/$twinId/carbon/results/$resultId' });
  const change = useCallback(
    (next: { readonly [Name in keyof ResultSearch]?: string | undefined }) =>
      void navigate({
        search: (before: ResultSearch) =>
          Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => value)),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const by: Grouping = groupings.find((one) => one === search.by) ?? 'module';
  return {
    by,
    bar: search.bar,
    element: search.element,
    perArea: search.per === 'area',
    compare: search.compare,
    change,
  };
}

export type ResultAddress = ReturnType<typeof useResultAddress>;
