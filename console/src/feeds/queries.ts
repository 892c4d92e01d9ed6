import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform, requestOf } from '../platform/client.ts';
import { Problem } from '../platform/problem.ts';
import { settings } from '../platform/settings.ts';
import type { FeedSet } from './columns.ts';
import { setsIn } from './metadata.ts';

type Shapes = Schemas['federation'];
export type Package = Shapes['PackageOfTwin'];
export type System = Shapes['System'];
export type SystemProperty = Shapes['SystemProperty'];
export type Timer = Shapes['Timer'];
export type Scheduled = Shapes['ScheduledTimer'];
export type Run = Shapes['Run'];

export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;

const api = platform.federation;
const pageSize = 100;
export const faultsName = '_Faults';

export const packagesQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['feeds', twinId, 'packages'],
    queryFn: async () =>
      (await answerOf(api.GET('/federation/twins/{twinId}/packages', { params: { path: { twinId } } }))).packages,
  });

/** Where spreadsheets and BI programs find the data of a package. */
export const feedAddress = (twinId: string, uniqueName: string): string =>
  `${settings.baseUrl}/federation/twins/${twinId}/packages/${encodeURIComponent(uniqueName)}/odata`;

/** Tables that are made at the first question may take minutes: it is asked again until they are there. */
const mostTries = 60;
const waitMs = 3000;
const patient = {
  retry: (failures: number, error: Error) =>
    error instanceof Problem && (error.status === 503 || error.status === 0) && failures < mostTries,
  retryDelay: (_failures: number, error: Error) => (error instanceof Problem && error.retryAfterMs) || waitMs,
} as const;

/** The sets of a package with their columns. */
export const setsQuery = (twinId: string, uniqueName: string) =>
  queryOptions({
    ...patient,
    queryKey: ['feeds', twinId, 'sets', uniqueName],
    async queryFn(): Promise<readonly FeedSet[]> {
      const response = await requestOf(`${feedAddress(twinId, uniqueName)}/$metadata`);
      return setsIn(await response.text());
    },
  });

/** What is asked of a set. */
export interface Question {
  readonly filter: string;
  readonly orderby: string;
  readonly select: readonly string[];
}

/** The address of the rows that a question finds. */
export function rowsAddress(feed: string, set: string, { filter, orderby, select }: Question): string {
  const options = [
    ...(select.length > 0 ? [['$select', select.join(',')]] : []),
    ...(filter ? [['$filter', filter]] : []),
    ...(orderby ? [['$orderby', orderby]] : []),
  ].map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`);
  return `${feed}/${encodeURIComponent(set)}${options.length > 0 ? `?${options.join('&')}` : ''}`;
}

interface RowsPage {
  readonly value: readonly Row[];
  readonly '@odata.count'?: number;
  readonly '@odata.nextLink'?: string;
}

/** The rows of a set, page after page, all of one version of the data; with how many there are. */
export const rowsQuery = (twinId: string, uniqueName: string, set: string, question: Question) =>
  infiniteQueryOptions({
    ...patient,
    queryKey: ['feeds', twinId, 'rows', uniqueName, set, question],
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const first = rowsAddress(feedAddress(twinId, uniqueName), set, question);
      const address = pageParam || `${first}${first.includes('?') ? '&' : '?'}$count=true`;
      const response = await requestOf(address, { headers: { Prefer: `odata.maxpagesize=${pageSize}` }, signal });
      const page: RowsPage = JSON.parse(await response.text(), exactly);
      const next = page['@odata.nextLink']?.replace(/([?&])(\$|%24)count=true&?/, '$1'); // it is known by now
      return { rows: page.value, count: page['@odata.count'], next };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ rows: pages.flatMap(({ rows }) => rows), count: pages[0]?.count ?? 0 }),
  });

/** Numbers that JavaScript would round stay as they are written. */
const exactly = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? value)
    : value;

/** Tables that could not be read, with the reasons. */
export const faultsQuery = (twinId: string, uniqueName: string) =>
  queryOptions({
    ...patient,
    queryKey: ['feeds', twinId, 'faults', uniqueName],
    async queryFn(): Promise<readonly Row[]> {
      const response = await requestOf(`${feedAddress(twinId, uniqueName)}/${faultsName}`);
      const page: RowsPage = await response.json();
      return page.value;
    },
  });

/** Roles of a twin that may use a package. */
export const assignmentsQuery = (twinId: string, uniqueName: string) =>
  queryOptions({
    queryKey: ['feeds', twinId, 'assignments', uniqueName],
    async queryFn() {
      const params = { path: { twinId, uniqueName } };
      const call = api.GET('/federation/twins/{twinId}/packages/{uniqueName}/roles', { params });
      return (await answerOf(call)).assignments;
    },
  });

/** A system that a package needs, with what its credentials are. */
export interface NeededSystem {
  readonly systemId: string;
  readonly systemType: string;
  readonly packageName: string;
  readonly properties: readonly SystemProperty[];
}

/** The systems that the packages of a twin need. */
export const neededSystemsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['feeds', twinId, 'needed systems'],
    async queryFn({ client }): Promise<readonly NeededSystem[]> {
      const packages = await client.fetchQuery(packagesQuery(twinId));
      const all = await Promise.all(packages.map((one) => neededBy(twinId, one)));
      return all.flat();
    },
  });

async function neededBy(twinId: string, { uniqueName, name }: Package): Promise<readonly NeededSystem[]> {
  const path = { twinId, uniqueName };
  const call = api.GET('/federation/twins/{twinId}/packages/{uniqueName}/systems', { params: { path } });
  const { systems } = await answerOf(call);
  return Promise.all(
    systems.map(async ({ systemId, systemType }) => {
      const params = { path: { ...path, systemType } };
      const at = '/federation/twins/{twinId}/packages/{uniqueName}/systems/{systemType}';
      const { properties } = await answerOf(api.GET(at, { params }));
      return { systemId, systemType, packageName: name, properties };
    }),
  );
}

export const systemsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['feeds', twinId, 'systems'],
    queryFn: async () =>
      (await answerOf(api.GET('/federation/twins/{twinId}/systems', { params: { path: { twinId } } }))).systems,
  });

const lookEveryMs = 5000;

export interface TimerWithTimes {
  readonly timer: Timer;
  readonly times: Scheduled | undefined;
}

/** Timers by name, each with its next run and how the last one ended. */
export const timersQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['feeds', twinId, 'timers'],
    async queryFn(): Promise<readonly TimerWithTimes[]> {
      const init = { params: { path: { twinId } } };
      const [{ timers }, { schedule }] = await Promise.all([
        answerOf(api.GET('/federation/twins/{twinId}/timers', init)),
        answerOf(api.GET('/federation/twins/{twinId}/schedule', init)),
      ]);
      return timers.map((timer) => ({ timer, times: schedule.find(({ timerId }) => timerId === timer.id) }));
    },
    refetchInterval: lookEveryMs,
  });

/** The runs of a timer, newest first. */
export const runsQuery = (twinId: string, timerId: string) =>
  infiniteQueryOptions({
    queryKey: ['feeds', twinId, 'runs', timerId],
    initialPageParam: '',
    async queryFn({ pageParam: continuationToken }) {
      const params = { path: { twinId, timerId }, query: continuationToken ? { continuationToken } : {} };
      const { runs, _links } = await answerOf(api.GET('/federation/twins/{twinId}/timers/{timerId}/runs', { params }));
      const next = _links.next ? new URL(_links.next.href).searchParams.get('continuationToken') : null;
      return { runs, next: next ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ runs }) => runs),
    refetchInterval: lookEveryMs,
  });

/** Keys of everything of a twin's feeds that a change may make stale. */
export const feedsOf = (twinId: string) => ['feeds', twinId] as const;
