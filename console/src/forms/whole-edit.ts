import { useState } from 'react';
import { Problem } from '../platform/problem.ts';
import { showProblem, useChange } from '../ui/change.tsx';
import type { Version } from '../ui/forms/types.ts';

const mostSteps = 200;

interface Editing<T, E> {
  /** As it was read last. What has been changed here goes on from the version that it began with. */
  readonly newest: Version<T>;
  readonly editOf: (value: T) => E;
  readonly read: () => Promise<Version<T>>;
  /** Puts what was edited in the place of a version. Errors: 412, where somebody else was faster. */
  readonly store: (edit: E, etag: string) => Promise<Version<T>>;
  /** Beginnings of the keys of what has to be read again. */
  readonly stale: readonly (readonly unknown[])[];
  readonly says: string;
}

export type WholeEdit<T, E> = ReturnType<typeof useWholeEdit<T, E>>;

/** Something that is edited in steps and stored as a whole: whoever saves later is asked, and loses nothing. */
export function useWholeEdit<T, E>({ newest, editOf, read, store, stale, says }: Editing<T, E>) {
  const [base, setBase] = useState(newest);
  const [older, setOlder] = useState<string>();
  const [steps, setSteps] = useState<readonly E[]>(() => [editOf(newest.value)]);
  const [theirs, setTheirs] = useState<Version<T>>();
  const now = steps.at(-1) ?? editOf(base.value);
  const isChanged = steps.length > 1;
  if (!isChanged && newest.etag !== base.etag && newest.etag !== older) {
    setBase(newest);
    if (newest.value !== base.value) setSteps([editOf(newest.value)]);
  }
  const change = useChange({
    run: ({ edit, etag }: { readonly edit: E; readonly etag: string }) => store(edit, etag),
    stale,
    says: () => says,
    done(stored, { edit }) {
      setBase(stored);
      setOlder(newest.etag); // until what was stored has been read
      setSteps((before) => before.slice(Math.max(before.lastIndexOf(edit), 0)));
    },
    quiet: true,
  });
  const save = (etag: string) => {
    setTheirs(undefined);
    change.mutate({ edit: now, etag }, { onError: (error) => void refused(error).catch(showProblem) });
  };
  /** Who has changed something else of it is no rival; where nothing was done here there is nothing to choose. */
  const refused = async (error: unknown) => {
    if (!(error instanceof Problem) || error.status !== 412 || !isChanged) throw error;
    const there = await read();
    if (there.value === base.value) save(there.etag);
    else setTheirs(there);
  };
  return {
    base,
    now,
    isChanged,
    theirs,
    isSaving: change.isPending,
    change: (next: E) => setSteps((before) => (next === before.at(-1) ? before : [...before.slice(-mostSteps), next])),
    undo: isChanged ? () => setSteps((before) => before.slice(0, -1)) : undefined,
    save: () => save(base.etag),
    saveInstead: () => theirs && save(theirs.etag),
    /** What was done here is one step back. */
    goOnFromTheirs() {
      if (theirs === undefined) return;
      setBase(theirs);
      setSteps((before) => [...before.slice(-mostSteps), editOf(theirs.value)]);
      setTheirs(undefined);
    },
    goBack: () => setTheirs(undefined),
  };
}
