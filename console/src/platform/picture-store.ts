/*
 * Things that go on beside the page, as they are, and the picture of them that the page shows. The picture is renewed a
 * few times in a second, whatever the number of changes, and never in the course of one: an error of the page ends
 * nothing that goes on.
 */
const betweenPicturesMs = 80;

export interface PictureStore<T> {
  /** For `useSyncExternalStore`. */
  readonly onChange: (changed: () => void) => () => void;
  /** As they are shown. */
  readonly shown: () => readonly T[];
  readonly find: (id: string) => T | undefined;
  readonly every: () => T[];
  readonly add: (added: readonly T[]) => void;
  readonly change: (id: string, what: Partial<T>) => void;
  readonly remove: (id: string) => void;
}

export function pictureStore<T extends { readonly id: string }>(): PictureStore<T> {
  const things = new Map<string, T>();
  const listeners = new Set<() => void>();
  let picture: readonly T[] = [];
  let renewing = false;

  function renewPicture(): void {
    if (renewing) return;
    renewing = true;
    setTimeout(() => {
      renewing = false;
      picture = [...things.values()];
      for (const listener of listeners) {
        try {
          listener();
        } catch (error) {
          reportError(error);
        }
      }
    }, betweenPicturesMs);
  }

  return {
    onChange(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    shown: () => picture,
    find: (id) => things.get(id),
    every: () => [...things.values()],
    add(added) {
      for (const one of added) things.set(one.id, one);
      renewPicture();
    },
    change(id, what) {
      const before = things.get(id);
      if (before === undefined) return;
      things.set(id, { ...before, ...what });
      renewPicture();
    },
    remove(id) {
      things.delete(id);
      renewPicture();
    },
  };
}
