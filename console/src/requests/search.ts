/** What the page of requests shows: the search of its address, in the words of the API's filters. */
export interface RequestSearch {
  readonly tab?: 'summary';
  readonly status?: string;
  readonly operationId?: string;
  readonly code?: string;
  readonly clientId?: string;
  readonly twinId?: string;
  readonly correlationId?: string;
  readonly jobId?: string;
  readonly path?: string;
  readonly userId?: string;
}

export const filterNames = [
  'status',
  'operationId',
  'code',
  'clientId',
  'twinId',
  'correlationId',
  'jobId',
  'path',
  'userId',
] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Partial<Readonly<Record<FilterName, string>>>;

const longest = 200;

/** What of an address counts. */
export function requestSearch(search: Record<string, unknown>): RequestSearch {
  const named = filterNames.flatMap((name): [FilterName, string][] => {
    const value = search[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, longest) : '';
    return text === '' ? [] : [[name, text]];
  });
  return { ...Object.fromEntries(named), ...(search.tab === 'summary' ? { tab: 'summary' } : {}) };
}

export const filtersOf = ({ tab: _, ...filters }: RequestSearch): Filters => filters;
