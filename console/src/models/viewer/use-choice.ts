import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { ElementInfo, Elements } from '../../ui/stage/elements.ts';
import type { ViewerSearch } from './search.ts';

const route = getRouteApi('/twins/$twinId/models/$modelId');

/** Changes a part of the address; undefined takes it away. */
export function useAddress() {
  const navigate = useNavigate({ from: '/twins/$twinId/models/$modelId' });
  return useCallback(
    (change: { readonly [Name in keyof ViewerSearch]: string | undefined }) =>
      void navigate({
        search: (before: ViewerSearch) => {
          const after: Record<string, string> = {};
          for (const [name, value] of Object.entries({ ...before, ...change })) if (value) after[name] = value;
          return after;
        },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}

/** The chosen element: the address holds its GlobalId. What is not known yet, because lists still load, is known by its tile. */
export function useChoice(elements: Elements | undefined, older: Elements | undefined) {
  const { element: globalId } = route.useSearch();
  const change = useAddress();
  const [picked, pick] = useState<{ readonly id: string; readonly globalId: string }>();
  const found =
    globalId === undefined ? undefined : (withGlobalId(elements, globalId) ?? withGlobalId(older, globalId));
  const id = found?.id ?? (picked?.globalId === globalId ? picked?.id : undefined);
  const choose = useCallback(
    (one: { readonly id: string; readonly globalId: string } | undefined) => {
      pick(one);
      change({ element: one?.globalId });
    },
    [change],
  );
  return {
    id,
    globalId,
    element: found,
    choose,
    inOlder: id !== undefined && elements !== undefined && !elements.has(id),
  };
}

const known = new WeakMap<Elements, Map<string, ElementInfo>>();

function withGlobalId(elements: Elements | undefined, globalId: string): ElementInfo | undefined {
  if (!elements) return undefined;
  const map = known.get(elements) ?? new Map([...elements.values()].map((one) => [one.globalId, one]));
  known.set(elements, map);
  return map.get(globalId);
}
