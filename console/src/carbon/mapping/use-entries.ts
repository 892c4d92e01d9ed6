import { useChange } from '../../ui/change.tsx';
import { contentOf, saveMapping } from '../actions.ts';
import { withEntries, withoutEntries } from '../entries.ts';
import { carbonOf, type TaggedMapping } from '../queries.ts';
import type { Entry } from '../shapes.ts';

interface Edit {
  readonly put?: readonly Entry[];
  /** Names whose entries go. */
  readonly remove?: readonly string[];
}

/** Changes entries of a mapping: each change is kept at once, as a new draft. */
export function useEntries(twinId: string, mapping: TaggedMapping, done?: () => void) {
  return useChange({
    run: ({ put = [], remove = [] }: Edit) => {
      const materials = withoutEntries(withEntries(mapping.materials, put), remove);
      return saveMapping(mapping, { ...contentOf(mapping), materials });
    },
    stale: [carbonOf(twinId)],
    ...(done ? { done } : {}),
  });
}

export type EntriesChange = ReturnType<typeof useEntries>;
