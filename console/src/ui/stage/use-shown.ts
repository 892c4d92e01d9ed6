import { useCallback, useMemo, useState } from 'react';
import type { Shown } from './looks-of.ts';

const all: Shown = { hidden: new Set() };

/** Which elements are shown, and what changes that; `first` is what is shown when the page opens. */
export function useShown(first: () => Shown = () => all) {
  const [shown, set] = useState<Shown>(first);
  const hide = useCallback((ids: readonly string[], hidden: boolean) => {
    set((before) => {
      const next = new Set(before.hidden);
      for (const id of ids) {
        if (hidden) next.add(id);
        else next.delete(id);
      }
      if (hidden || !before.only) return { ...before, hidden: next };
      return { hidden: next, only: new Set([...before.only, ...ids]) }; // shown again although others were isolated
    });
  }, []);
  const isolate = useCallback((ids: readonly string[]) => {
    const only = new Set(ids);
    set((before) => ({ hidden: new Set([...before.hidden].filter((id) => !only.has(id))), only }));
  }, []);
  const showAll = useCallback(() => set(all), []);
  const isAll = shown.hidden.size === 0 && shown.only === undefined;
  return useMemo(() => ({ shown, set, hide, isolate, showAll, isAll }), [shown, hide, isolate, showAll, isAll]);
}

export type ShownControl = ReturnType<typeof useShown>;
