import type { JobKind } from './job.ts';

/** The kinds of jobs by name. */
export interface Kinds {
  get(name: string): JobKind | undefined;
  names(): string[];
}

/** Asks for the kinds at the first use: areas need the queue before they can say what kinds they have. */
export function kindsOf(list: () => readonly JobKind[]): Kinds {
  let known: Map<string, JobKind> | undefined;
  const all = () => {
    if (known === undefined) {
      const kinds = list();
      known = new Map(kinds.map((kind) => [kind.kind, kind]));
      if (known.size !== kinds.length) throw new Error('Two kinds of jobs share a name.');
    }
    return known;
  };
  return { get: (name) => all().get(name), names: () => [...all().keys()] };
}
