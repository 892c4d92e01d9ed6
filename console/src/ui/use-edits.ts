import { useCallback, useEffect, useRef, useState } from 'react';

const mostSteps = 200;

interface Steps<T> {
  readonly now: T;
  readonly before: readonly T[];
  readonly after: readonly T[];
}

export interface Edits<T> {
  readonly now: T;
  readonly change: (next: T) => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  /** `failed` with what was said; what was changed is still here. */
  readonly saving: 'saved' | 'waits' | 'failed';
  readonly error: unknown;
  /** Sends what is not sent yet; answers whether all is kept now. */
  readonly save: () => Promise<boolean>;
}

interface Keeping<T> {
  readonly afterMs: number;
  /** Sends a value; never called twice at a time. Stays the same as long as it does the same. */
  readonly send: (value: T) => Promise<void>;
}

/** Changes of a value, which can be undone, and go to the server by themselves a moment later. */
export function useEdits<T>(opened: T, { afterMs, send }: Keeping<T>): Edits<T> {
  const [steps, setSteps] = useState<Steps<T>>({ now: opened, before: [], after: [] });
  const [kept, setKept] = useState(opened);
  const [error, setError] = useState<unknown>();
  const under = useRef<Promise<boolean>>(Promise.resolve(true));
  const current = useRef({ now: opened, kept: opened });
  const { now, before, after } = steps;
  current.current = { now, kept };
  const save = useCallback(() => {
    under.current = under.current.then(async () => {
      const wanted = current.current.now;
      if (wanted === current.current.kept) return true;
      try {
        await send(wanted);
        current.current.kept = wanted;
        setKept(wanted);
        setError(undefined);
        return true;
      } catch (refusal) {
        setError(refusal);
        return false;
      }
    });
    return under.current;
  }, [send]);
  const changed = now !== kept;
  useSavedSoon(changed ? now : undefined, save, afterMs);
  const [last, next] = [before.at(-1), after[0]];
  return {
    now,
    change: (to) => setSteps({ now: to, before: [...before, now].slice(-mostSteps), after: [] }),
    undo: last && (() => setSteps({ now: last, before: before.slice(0, -1), after: [now, ...after] })),
    redo: next && (() => setSteps({ now: next, before: [...before, now], after: after.slice(1) })),
    saving: changed ? (error ? 'failed' : 'waits') : 'saved',
    error: changed ? error : undefined,
    save,
  };
}

/** Saves a moment after the last change and when the page is left; a tab that is closed before asks. Undefined: all is kept. */
export function useSavedSoon(unsaved: unknown, save: () => Promise<unknown>, afterMs: number): void {
  useEffect(() => {
    if (unsaved === undefined) return;
    const timer = setTimeout(() => void save(), afterMs);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', ask);
    };
  }, [unsaved, save, afterMs]);
  useEffect(() => () => void save(), [save]);
}
