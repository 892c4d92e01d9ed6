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
    known ??= new Map(list().map((kind) => [kind.kind, kind]));
    return known;
  };
  return { get: (name) => all().get(name), names: () => [...all().keys()] };
}
