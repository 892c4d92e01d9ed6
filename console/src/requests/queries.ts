import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';
import type { Filters } from './search.ts';

export type Entry = Schemas['observability']['Request'];
export type WholeEntry = Schemas['observability']['RequestWithBodies'];
export type Summary = Schemas['observability']['RequestSummary'];

const api = platform.observability;

/** Values of the address as the API takes them: lists but for the part of a path. */
export function queryOf({ path, ...lists }: Filters) {
  const named = Object.entries(lists).map(([name, text]) => [name, text.split(',')] as const);
  return { ...Object.fromEntries(named), ...(path === undefined ? {} : { path }) };
}

export const requestsQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'list', filters],
    initialPageParam: '',
    async queryFn({ pageParam: continuationToken }) {
      const query = { ...queryOf(filters), $top: 50, ...(continuationToken ? { continuationToken } : {}) };
      const { requests, retention, _links } = await answerOf(api.GET('/observability/requests', { params: { query } }));
      const next = _links.next ? new URL(_links.next.href).searchParams.get('continuationToken') : null;
      return { requests, retention, next: next ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

export const requestQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['requests', 'one', requestId],
    queryFn: async () =>
      (await answerOf(api.GET('/observability/requests/{requestId}', { params: { path: { requestId } } }))).request,
    retry: 3, // an entry is written a moment after its answer
  });

export const summaryQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['requests', 'summary', filters],
    queryFn: async () =>
      (await answerOf(api.GET('/observability/requests/summary', { params: { query: queryOf(filters) } }))).summary,
  });

/** Until when bodies of an application are kept; null: they are not. */
export const bodiesQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['requests', 'bodies', clientId],
    queryFn: async () => {
      const params = { path: { clientId } };
      return (await answerOf(api.GET('/observability/applications/{clientId}/bodies', { params }))).bodies.until;
    },
  });

export const keepBodies = (clientId: string, minutes: number) =>
  answerOf(
    api.PUT('/observability/applications/{clientId}/bodies', { params: { path: { clientId } }, body: { minutes } }),
  );

export const forgetBodies = (clientId: string) =>
  answerOf(api.DELETE('/observability/applications/{clientId}/bodies', { params: { path: { clientId } } }));
