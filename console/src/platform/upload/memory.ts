/** A file that is there, whose content an upload becomes. */
export interface Into {
  readonly fileId: string;
  readonly name: string;
  /** Of the file as the person saw it: what another one has brought since is not replaced unasked. */
  readonly tag?: string;
}

/** What is kept of an upload so that it can go on after the page was closed. */
export interface Unfinished {
  readonly id: string;
  readonly userId: string;
  readonly twinId: string;
  readonly folderId: string;
  readonly place: string;
  readonly name: string;
  readonly size: number;
  /** ms since 1970 */
  readonly begun: number;
  readonly fileId: string;
  readonly uploadUrl: string;
  readonly into?: Into;
  /** Reality data, and the folders in it. */
  readonly dataId?: string;
  readonly folders?: readonly string[];
}

/** Upload addresses live that long; what is older cannot go on. */
const livesMs = 12 * 3_600_000;
const key = 'twin-platform.unfinished-uploads';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Remembers unfinished uploads over a reload. The addresses kept give access to these uploads only, for 12 hours. */
export function uploadMemory(store: Store, now: () => number = Date.now) {
  const read = (): Unfinished[] => {
    try {
      const all: unknown = JSON.parse(store.getItem(key) ?? '[]');
      return Array.isArray(all) ? all.filter(isUnfinished).filter(({ begun }) => now() - begun < livesMs) : [];
    } catch {
      return [];
    }
  };
  const write = (all: readonly Unfinished[]) => {
    try {
      store.setItem(key, JSON.stringify(all));
    } catch {
      // a store that is full, or closed to the page: uploads go on, only not over a reload
    }
  };
  return {
    of: (userId: string): Unfinished[] => read().filter((one) => one.userId === userId),
    keep: (one: Unfinished): void => write([...read().filter(({ id }) => id !== one.id), one]),
    forget: (id: string): void => write(read().filter((one) => one.id !== id)),
  };
}

export type UploadMemory = ReturnType<typeof uploadMemory>;

const texts = ['id', 'userId', 'twinId', 'folderId', 'place', 'name', 'fileId', 'uploadUrl'] as const;

function isUnfinished(value: unknown): value is Unfinished {
  if (typeof value !== 'object' || value === null) return false;
  const one = value as Record<string, unknown>;
  return (
    texts.every((name) => typeof one[name] === 'string') &&
    typeof one.size === 'number' &&
    typeof one.begun === 'number' &&
    (one.into === undefined || isInto(one.into)) &&
    (one.dataId === undefined || typeof one.dataId === 'string') &&
    (one.folders === undefined || Array.isArray(one.folders))
  );
}

const isInto = (value: unknown): value is Into =>
  typeof value === 'object' &&
  value !== null &&
  'fileId' in value &&
  'name' in value &&
  typeof value.fileId === 'string' &&
  typeof value.name === 'string';
