import { useSyncExternalStore } from 'react';

/** A value that pages can watch, and that is changed beside them. */
export interface Signal<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** Answers how to end it. */
  readonly watch: (changed: () => void) => () => void;
}

export function signalOf<T>(initial: T): Signal<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    watch(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

export const useSignal = <T>({ watch, get }: Signal<T>): T => useSyncExternalStore(watch, get);
