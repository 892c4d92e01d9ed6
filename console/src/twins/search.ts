export const twinViews = ['all', 'favorites', 'recents'] as const;
export const subClasses = ['Portfolio', 'Asset', 'Program', 'Project', 'WorkPackage'] as const;
export const statuses = ['Active', 'Inactive', 'Trial'] as const;

export type SubClass = (typeof subClasses)[number];
export type Status = (typeof statuses)[number];

/** What the list of twins shows: the search of its address. */
export interface TwinListSearch {
  readonly view?: (typeof twinViews)[number];
  readonly find?: string;
  readonly subClass?: SubClass;
  readonly status?: Status;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);

/** Keeps what is known and leaves out the rest. */
export function twinListSearch(search: Record<string, unknown>): TwinListSearch {
  const view = oneOf(twinViews, search.view);
  const subClass = oneOf(subClasses, search.subClass);
  const status = oneOf(statuses, search.status);
  const find = typeof search.find === 'string' || typeof search.find === 'number' ? String(search.find) : '';
  return {
    ...(view && view !== 'all' ? { view } : {}),
    ...(find ? { find } : {}),
    ...(subClass ? { subClass } : {}),
    ...(status ? { status } : {}),
  };
}

/** The class that a subClass belongs to. */
export const classOf = (subClass: SubClass): 'Thing' | 'Endeavor' =>
  subClass === 'Asset' || subClass === 'Portfolio' ? 'Thing' : 'Endeavor';

export const subClassNames: Readonly<Record<string, string>> = { WorkPackage: 'Work package' };
export const subClassName = (subClass: string): string => subClassNames[subClass] ?? subClass;
