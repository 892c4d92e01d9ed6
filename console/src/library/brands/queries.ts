import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../../platform/client.ts';

type Shapes = Schemas['library'];
export type Brand = Shapes['LibraryBrand'];
export type BrandComponent = Shapes['LibraryBrandComponent'];

const api = platform.library;
const whole = { Prefer: 'return=representation' } as const;
const atOnce = 48;

const isWhole = <T extends object>(one: T): one is Extract<T, { createdDateTime: string }> => 'createdDateTime' in one;

export const brandsQuery = queryOptions({
  queryKey: ['library', 'brands'],
  queryFn: async () =>
    (await answerOf(api.GET('/library/brands', { params: { header: whole } }))).brands.filter(isWhole),
});

export const brandQuery = (brandId: string) =>
  queryOptions({
    queryKey: ['library', 'brand', brandId],
    queryFn: async () =>
      (await answerOf(api.GET('/library/brands/{brandId}', { params: { path: { brandId } } }))).brand,
  });

export const brandComponentsQuery = (brandId: string, find: string) =>
  infiniteQueryOptions({
    queryKey: ['library', 'brand', brandId, 'components', find],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    async queryFn({ pageParam }) {
      const query = { ...(find ? { $search: find } : {}), $top: atOnce, $skip: pageParam };
      const params = { path: { brandId }, query, header: whole };
      const { components, _links } = await answerOf(api.GET('/library/brands/{brandId}/components', { params }));
      return { components: components.filter(isWhole), more: _links.next !== undefined };
    },
    getNextPageParam: (last, pages) => (last.more ? pages.length * atOnce : undefined),
    select: ({ pages }) => pages.flatMap(({ components }) => components),
  });

/** What a brand shows of a component. */
export const brandDetailsQuery = (brandId: string, componentId: string) =>
  queryOptions({
    queryKey: ['library', 'brand', brandId, 'component', componentId],
    async queryFn() {
      const init = { params: { path: { brandId, componentId } } };
      const below = '/library/brands/{brandId}/components/{componentId}' as const;
      const [{ documents }, { variations }, { webLinks }] = await Promise.all([
        answerOf(api.GET(`${below}/documents`, init)),
        answerOf(api.GET(`${below}/variations`, init)),
        answerOf(api.GET(`${below}/weblinks`, init)),
      ]);
      return { documents, variations, webLinks };
    },
  });
