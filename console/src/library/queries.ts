import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';
import { Problem } from '../platform/problem.ts';
import type { LibrarySearch } from './search.ts';

type Shapes = Schemas['library'];
export type Component = Shapes['LibraryComponent'];
export type Catalog = Shapes['LibraryCatalog'];
export type Facets = Shapes['LibraryFacets'];
export type LibraryDocument = Shapes['LibraryDocument'];
export type Variation = Shapes['LibraryVariation'];
export type WebLink = Shapes['LibraryWebLink'];
export type Preview = Shapes['LibraryPreview'];
export type Thumbnail = Shapes['LibraryThumbnail'];
export type Job = Shapes['LibraryJob'];

const api = platform.library;
const whole = { Prefer: 'return=representation' } as const;

/** Everything of the library as it is read; what changes it makes stale what begins so. */
export const libraryKey = ['library'] as const;
/** What lists, counts and pictures of components show. */
export const shownComponents = [
  ['library', 'components'],
  ['library', 'facets'],
  ['library', 'thumbnails'],
] as const;
export const componentKey = (id: string) => ['library', 'component', id] as const;
export const catalogKeys = [
  ['library', 'catalogs'],
  ['library', 'catalog'],
  ['library', 'facets'],
] as const;

/** The twin in whose context the library of its organization is seen; undefined: the own library. */
export type Project = string | undefined;
const within = (projectId: Project) => (projectId === undefined ? {} : { projectId });

/** Nobody who may not read the library is told more than that nothing is there. */
export const isHidden = (error: unknown): boolean => error instanceof Problem && error.status === 404;

const isWhole = <T extends object>(one: T): one is Extract<T, { createdDateTime: string }> => 'createdDateTime' in one;

const asked = ({ find, catalog, ...rest }: LibrarySearch) => ({
  ...(find ? { $search: find } : {}),
  ...(catalog ? { catalogs: [catalog] } : {}),
  ...rest,
});

const componentsAtOnce = 48;

/** Components by name, page after page. */
export const componentsQuery = (search: LibrarySearch, projectId: Project) =>
  infiniteQueryOptions({
    queryKey: ['library', 'components', projectId, search],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    async queryFn({ pageParam }) {
      const query = { ...asked(search), ...within(projectId), $top: componentsAtOnce, $skip: pageParam };
      const { components, _links } = await answerOf(
        api.GET('/library/components', { params: { query, header: whole } }),
      );
      return { components: components.filter(isWhole), more: _links.next !== undefined };
    },
    getNextPageParam: (last, pages) => (last.more ? pages.length * componentsAtOnce : undefined),
    select: ({ pages }) => pages.flatMap(({ components }) => components),
  });

/** What those components have in common, and how many of them. */
export const facetsQuery = (search: LibrarySearch, projectId: Project) =>
  queryOptions({
    queryKey: ['library', 'facets', projectId, search],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { ...asked(search), ...within(projectId) };
      return (await answerOf(api.GET('/library/components/facets', { params: { query } }))).facets;
    },
  });

const picturesAtOnce = 100;
/** Addresses of pictures live for an hour. */
const picturesFreshMs = 40 * 60_000;
const lookAgainMs = 3000;
const isMade = ({ state }: Thumbnail): boolean => state !== 'Queued' && state !== 'InProgress';

/** Pictures of components or catalogs; asked again for as long as some are being made. */
export const thumbnailsQuery = (of: 'components' | 'catalogs', ids: readonly string[], projectId?: Project) =>
  picturesQuery([of, projectId], ids, async (some) => {
    const query = { [of]: some, ...within(projectId) };
    return (await answerOf(api.GET('/library/thumbnails', { params: { query } }))).thumbnails;
  });

/** Pictures of components that a brand shows. */
export const brandThumbnailsQuery = (brandId: string, ids: readonly string[]) =>
  picturesQuery(['brand', brandId], ids, async (components) => {
    const params = { path: { brandId }, query: { components } };
    return (await answerOf(api.GET('/library/brands/{brandId}/thumbnails', { params }))).thumbnails;
  });

const picturesQuery = (
  of: readonly (string | undefined)[],
  ids: readonly string[],
  ask: (ids: string[]) => Promise<readonly Thumbnail[]>,
) =>
  queryOptions({
    queryKey: ['library', 'thumbnails', ...of, ids],
    enabled: ids.length > 0,
    staleTime: picturesFreshMs,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && [...state.data.values()].some((one) => !isMade(one)) ? lookAgainMs : false,
    async queryFn() {
      const found = new Map<string, Thumbnail>();
      for (let at = 0; at < ids.length; at += picturesAtOnce) {
        for (const one of await ask(ids.slice(at, at + picturesAtOnce))) found.set(one.id, one);
      }
      return found;
    },
  });

export const componentQuery = (id: string, projectId: Project) =>
  queryOptions({
    queryKey: [...componentKey(id), projectId],
    async queryFn() {
      const params = { path: { id }, query: within(projectId) };
      return (await answerOf(api.GET('/library/components/{id}', { params }))).component;
    },
  });

export const previewQuery = (id: string, projectId: Project) =>
  queryOptions({
    queryKey: [...componentKey(id), projectId, 'preview'],
    staleTime: picturesFreshMs,
    refetchInterval: ({ state: { data } }) =>
      data && (data.state === 'Queued' || data.state === 'InProgress') ? 1500 : false,
    async queryFn() {
      const params = { path: { id }, query: within(projectId) };
      return (await answerOf(api.GET('/library/components/{id}/preview', { params }))).preview;
    },
  });

/** What has documents and web links. */
export interface Parent {
  readonly kind: 'component' | 'catalog';
  readonly id: string;
}

const parentKey = ({ kind, id }: Parent) => ['library', kind, id] as const;

export const documentsQuery = (parent: Parent, projectId?: Project) =>
  queryOptions({
    queryKey: [...parentKey(parent), projectId, 'documents'],
    async queryFn() {
      const { kind, id } = parent;
      if (kind === 'catalog') {
        const params = { path: { catalogId: id } };
        return (await answerOf(api.GET('/library/catalogs/{catalogId}/documents', { params }))).documents;
      }
      const params = { path: { componentId: id }, query: within(projectId) };
      return (await answerOf(api.GET('/library/components/{componentId}/documents', { params }))).documents;
    },
  });

export const webLinksQuery = (parent: Parent, projectId?: Project) =>
  queryOptions({
    queryKey: [...parentKey(parent), projectId, 'weblinks'],
    async queryFn() {
      const { kind, id } = parent;
      if (kind === 'catalog') {
        const params = { path: { catalogId: id } };
        return (await answerOf(api.GET('/library/catalogs/{catalogId}/weblinks', { params }))).webLinks;
      }
      const params = { path: { componentId: id }, query: within(projectId) };
      return (await answerOf(api.GET('/library/components/{componentId}/weblinks', { params }))).webLinks;
    },
  });

export const variationsQuery = (componentId: string, projectId: Project) =>
  queryOptions({
    queryKey: [...componentKey(componentId), projectId, 'variations'],
    async queryFn() {
      const params = { path: { componentId }, query: within(projectId) };
      return (await answerOf(api.GET('/library/components/{componentId}/variations', { params }))).variations;
    },
  });

const catalogsAtOnce = 30;

/** Catalogs by name, page after page. */
export const catalogsQuery = (find: string) =>
  infiniteQueryOptions({
    queryKey: ['library', 'catalogs', find],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    async queryFn({ pageParam }) {
      const query = { ...(find ? { $search: find } : {}), $top: catalogsAtOnce, $skip: pageParam };
      const { catalogs, _links } = await answerOf(api.GET('/library/catalogs', { params: { query, header: whole } }));
      return { catalogs: catalogs.filter(isWhole), more: _links.next !== undefined };
    },
    getNextPageParam: (last, pages) => (last.more ? pages.length * catalogsAtOnce : undefined),
    select: ({ pages }) => pages.flatMap(({ catalogs }) => catalogs),
  });

/** Names of catalogs to choose among: those that fit what is typed. */
export const catalogChoicesQuery = (find: string) =>
  queryOptions({
    queryKey: ['library', 'catalogs', 'choices', find],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { ...(find ? { $search: find } : {}), $top: 50 };
      return (await answerOf(api.GET('/library/catalogs', { params: { query } }))).catalogs;
    },
  });

export const catalogQuery = (id: string) =>
  queryOptions({
    queryKey: ['library', 'catalog', id],
    queryFn: async () => (await answerOf(api.GET('/library/catalogs/{id}', { params: { path: { id } } }))).catalog,
  });

/** Jobs of the library: files that become components, catalogs that leave and come as archives. */
export const readJob = async (id: string): Promise<Job> =>
  (await answerOf(api.GET('/library/jobs/{id}', { params: { path: { id } } }))).job;

/** The last segment of a link is the id of what it leads to. */
export const idOf = (link: { readonly href: string } | undefined): string | undefined => link?.href.split('/').at(-1);
