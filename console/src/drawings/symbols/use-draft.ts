import { useState } from 'react';
import { type Content, contentOf, type SymbolSet } from './queries.ts';

export interface Draft {
  readonly content: Content;
  readonly changed: boolean;
  readonly change: (facts: Partial<Content>) => void;
  readonly discard: () => void;
}

/** What is changed of a set before it is published. A set that was published elsewhere since keeps it: publishing is refused then. */
export function useDraft(set: SymbolSet): Draft {
  const [facts, setFacts] = useState<Partial<Content>>({});
  const published = contentOf(set);
  const content = { ...published, ...facts };
  return {
    content,
    changed: JSON.stringify(content) !== JSON.stringify(published),
    change: (more) => setFacts((before) => ({ ...before, ...more })),
    discard: () => setFacts({}),
  };
}
