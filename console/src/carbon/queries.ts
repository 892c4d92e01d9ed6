import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, platform, taggedAnswerOf } from '../platform/client.ts';
import type { Mapping, ResultSummary } from './shapes.ts';

const api = platform.carbonCalculation;
const prefix = '/insights/carbon-calculation';

/** Key of everything of the carbon of a twin. */
export const carbonOf = (twinId: string) => ['carbon', twinId] as const;

/** The token with which a list goes on. */
const nextOf = ({ next }: { readonly next?: { readonly href: string } }): string | undefined =>
  (next && new URL(next.href).searchParams.get('$continuationToken')) ?? undefined;

const goOn = ($continuationToken: string | undefined) => ($continuationToken ? { $continuationToken } : {});

/** The declarations of a twin and its account, by name. */
export const epdsQuery = (twinId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...carbonOf(twinId), 'epds', search],
    initialPageParam: '',
    async queryFn({ pageParam }) {
      const query = { twinId, $top: 200, ...(search ? { $search: search } : {}), ...goOn(pageParam) };
      const { epds, _links } = await answerOf(api.GET(`${prefix}/epds`, { params: { query } }));
      return { epds, next: nextOf(_links) };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ epds }) => epds),
  });

export const epdQuery = (epdId: string) =>
  queryOptions({
    queryKey: ['carbon-epd', epdId],
    staleTime: Number.POSITIVE_INFINITY, // nothing but the choice of scenarios changes it
    queryFn: async () => (await answerOf(api.GET(`${prefix}/epds/{epdId}`, { params: { path: { epdId } } }))).epd,
  });

/** The first of the declarations whose names hold a text: what one chooses from. */
export const epdChoiceQuery = (twinId: string, search: string) =>
  queryOptions({
    queryKey: [...carbonOf(twinId), 'epd-choice', search],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { twinId, $top: 50, ...(search ? { $search: search } : {}) };
      return (await answerOf(api.GET(`${prefix}/epds`, { params: { query } }))).epds;
    },
  });

/** The mappings of a twin and its account, newest first. */
export const mappingsQuery = (twinId: string) =>
  infiniteQueryOptions({
    queryKey: [...carbonOf(twinId), 'mappings'],
    initialPageParam: '',
    async queryFn({ pageParam }) {
      const query = { twinId, $top: 200, ...goOn(pageParam) };
      const { mappings, _links } = await answerOf(api.GET(`${prefix}/mappings`, { params: { query } }));
      return { mappings, next: nextOf(_links) };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ mappings }) => mappings),
  });

/** A mapping, with the tag by which a change of somebody else is noticed. */
export interface TaggedMapping extends Mapping {
  readonly tag: string;
}

export const mappingQuery = (twinId: string, mappingId: string) =>
  queryOptions({
    queryKey: [...carbonOf(twinId), 'mapping', mappingId],
    async queryFn(): Promise<TaggedMapping> {
      const call = api.GET(`${prefix}/mappings/{mappingId}`, { params: { path: { mappingId } } });
      const { answer, etag } = await taggedAnswerOf(call);
      return { ...answer.mapping, tag: etag };
    },
  });

export const materialColumns = ['Material', 'TypeName', 'Class', 'Classification'] as const;
export type MaterialColumn = (typeof materialColumns)[number];

export interface MaterialsOf {
  readonly modelId: string;
  readonly changesetId: string | undefined;
  readonly mappingId: string;
  readonly since: string | undefined;
  readonly column: MaterialColumn;
}

/** What a version of a model is made of, with proposals, and what has changed. */
export const materialsQuery = (twinId: string, of: MaterialsOf) =>
  queryOptions({
    queryKey: [...carbonOf(twinId), 'materials', of],
    async queryFn({ signal }) {
      const { modelId, mappingId, changesetId, since, column } = of;
      const versions = { ...(changesetId ? { changesetId } : {}), ...(since ? { comparedWith: since } : {}) };
      const query = { twinId, modelId, mappingId, column, ...versions };
      return answerOf(api.GET(`${prefix}/materials`, { params: { query }, signal }));
    },
  });

const lookEveryMs = 10_000;
const lookWhileBusyMs = 1500;

export const isOpen = ({ status }: Pick<ResultSummary, 'status'>): boolean =>
  status === 'Queued' || status === 'Running';

/** What was calculated, and is being calculated, newest first. */
export const resultsQuery = (twinId: string) =>
  infiniteQueryOptions({
    queryKey: [...carbonOf(twinId), 'results'],
    initialPageParam: '',
    async queryFn({ pageParam }) {
      const query = { twinId, $top: 100, ...goOn(pageParam) };
      const { results, _links } = await answerOf(api.GET(`${prefix}/results`, { params: { query } }));
      return { results, next: nextOf(_links) };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ results }) => results),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ results }) => results.some(isOpen)) ? lookWhileBusyMs : lookEveryMs,
  });

/** Saved choices of what is calculated, newest first. */
export const configurationsQuery = (twinId: string) =>
  queryOptions({
    queryKey: [...carbonOf(twinId), 'configurations'],
    async queryFn() {
      const query = { twinId, $top: 1000 };
      return (await answerOf(api.GET(`${prefix}/carbontool-b/configurations`, { params: { query } }))).configurations;
    },
  });

/** What differs between two results. */
export const comparisonQuery = (twinId: string, before: string, after: string) =>
  queryOptions({
    queryKey: ['carbon-comparison', before, after],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (await answerOf(api.GET(`${prefix}/comparison`, { params: { query: { twinId, before, after } } }))).comparison,
  });

/** The permission that everything here needs. */
export const permission = 'carbon_calculate';
