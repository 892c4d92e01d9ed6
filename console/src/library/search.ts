export const states = ['Draft', 'Checked', 'Approved', 'Published', 'Archived'] as const;
export type State = (typeof states)[number];

/** Which components are shown: the search of an address. */
export interface LibrarySearch {
  /** Words. */
  readonly find?: string;
  readonly state?: State;
  /** Ids. */
  readonly catalog?: string;
  readonly category?: string;
  readonly manufacturer?: string;
  readonly application?: string;
  readonly hashtag?: string;
}

const text = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;

/** Keeps what is known and leaves out the rest. */
export function librarySearch(search: Record<string, unknown>): LibrarySearch {
  const state = states.find((one) => one === search.state);
  const kept: Record<string, string> = {};
  for (const name of ['find', 'catalog', 'category', 'manufacturer', 'application', 'hashtag'] as const) {
    const value = text(search[name]);
    if (value !== undefined) kept[name] = value;
  }
  return { ...kept, ...(state ? { state } : {}) };
}

export const isFiltered = (search: LibrarySearch): boolean => Object.keys(search).length > 0;
