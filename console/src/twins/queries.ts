import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';
import { allOf } from '../platform/paging.ts';
import { subClasses, type TwinListSearch } from './search.ts';

export type Twin = Schemas['twins']['TwinFull'];

const pageSize = 500;
/** As many as the server counts through; it takes less for all where nobody says so. */
export const mostTwins = 10_000;
const header = { Prefer: 'return=representation' } as const;
const all = { ...header, 'X-Max-Return': mostTwins } as const;

const isWhole = (twin: object): twin is Twin => 'lastModifiedDateTime' in twin;

/** One twin. */
export const twinQuery = (id: string) =>
  queryOptions({
    queryKey: ['twin', id],
    async queryFn() {
      const { twin } = await answerOf(platform.twins.GET('/twins/{id}', { params: { path: { id }, header } }));
      if (!isWhole(twin)) throw new Error('The server left out the details of the twin.');
      return twin;
    },
  });

/** The twins of a view, page after page. */
export const twinsQuery = (search: TwinListSearch) =>
  infiniteQueryOptions({
    queryKey: ['twins', search],
    initialPageParam: 0,
    async queryFn({ pageParam }) {
      const { twins, _links } = await answerOf(listed(search, pageParam));
      return { twins: twins.filter(isWhole), more: _links.next !== undefined };
    },
    getNextPageParam: (last, pages) => (last.more ? pages.length * pageSize : undefined),
    select: ({ pages }) => pages.flatMap(({ twins }) => twins),
  });

function listed({ view, find, subClass, status }: TwinListSearch, $skip: number) {
  const query = {
    subClass: subClass ? [subClass] : [...subClasses],
    ...(status ? { status } : { includeInactive: true }),
    ...(find ? { $search: find } : {}),
    $top: pageSize,
    $skip,
  };
  const init = { params: { query, header } };
  if (view === 'favorites') return platform.twins.GET('/twins/favorites', init);
  if (view === 'recents') return platform.twins.GET('/twins/recents', init);
  return platform.twins.GET('/twins/', { params: { query, header: all } });
}

/** Ids of the caller's favorites. */
export const favoritesQuery = queryOptions({
  queryKey: ['favorites'],
  async queryFn() {
    const twins = await allOf(async (paging) => {
      const query = { ...paging, includeInactive: true };
      const answer = await answerOf(platform.twins.GET('/twins/favorites', { params: { query } }));
      return { items: answer.twins, more: answer._links.next !== undefined };
    });
    return new Set(twins.flatMap(({ id }) => id ?? []));
  },
});

/** What the caller may do in a twin: names of permissions. */
export const myPermissionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['permissions', id],
    async queryFn() {
      const path = { params: { path: { id } } };
      const { permissions } = await answerOf(platform.accessControl.GET('/accesscontrol/twins/{id}/permissions', path));
      return new Set(permissions);
    },
  });

/** The account of the caller's organization, or their personal one. */
export const myAccountQuery = queryOptions({
  queryKey: ['account', 'mine'],
  async queryFn() {
    const { twin } = await answerOf(platform.twins.GET('/twins/myprimaryaccount', { params: { header } }));
    if (!isWhole(twin)) throw new Error('The server left out the details of the account.');
    return twin;
  },
});

/** The account that owns a twin, and the twin above it. */
export const accountQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['account', twinId],
    queryFn: async () =>
      (await answerOf(platform.twins.GET('/twins/{twinId}/account', { params: { path: { twinId } } }))).twin,
  });

/** Twins right below another. */
export const childrenQuery = (parentId: string) =>
  queryOptions({
    queryKey: ['twins', 'children', parentId],
    queryFn: () =>
      allOf(async (paging) => {
        const query = { parentId, includeInactive: true, ...paging };
        const { twins, _links } = await answerOf(platform.twins.GET('/twins/', { params: { query, header: all } }));
        return { items: twins.filter(isWhole), more: _links.next !== undefined };
      }),
  });

export async function setFavorite(id: string, favorite: boolean): Promise<void> {
  const path = { params: { path: { id } } };
  if (favorite) await answerOf(platform.twins.POST('/twins/favorites/{id}', path));
  else await answerOf(platform.twins.DELETE('/twins/favorites/{id}', path));
}

export async function visited(id: string): Promise<void> {
  await answerOf(platform.twins.POST('/twins/recents/{id}', { params: { path: { id } } }));
}

export async function removeTwin(id: string): Promise<void> {
  await answerOf(platform.twins.DELETE('/twins/{id}', { params: { path: { id } } }));
}

/** Keys of everything that shows twins. */
export const shownTwins = [['twins'], ['twin'], ['favorites']] as const;
