import { createRoute } from '@tanstack/react-router';
import { librarySearch } from '../../library/search.ts';
import { wordSearch } from '../../library/words/search.ts';
import { latePage } from '../../platform/late-page.ts';
import { root, text, twin } from './base.ts';

const found = ({ find }: Record<string, unknown>) => (text(find) ? { find: text(find) } : {});

/** The library of the own organization, and brands. */
export const libraryPages = [
  createRoute({
    getParentRoute: () => root,
    path: '/library',
    validateSearch: librarySearch,
    component: latePage(() => import('../../library/library-page.tsx'), 'LibraryPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/library/components/$componentId',
    component: latePage(() => import('../../library/component/component-page.tsx'), 'ComponentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/library/catalogs',
    validateSearch: found,
    component: latePage(() => import('../../library/catalogs/catalogs-page.tsx'), 'CatalogsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/library/catalogs/$catalogId',
    validateSearch: librarySearch,
    component: latePage(() => import('../../library/catalogs/catalog-page.tsx'), 'CatalogPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/library/words',
    validateSearch: wordSearch,
    component: latePage(() => import('../../library/words/words-page.tsx'), 'WordsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/library/brands',
    component: latePage(() => import('../../library/brands/brands-page.tsx'), 'BrandsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/library/brands/$brandId',
    validateSearch: found,
    component: latePage(() => import('../../library/brands/brand-page.tsx'), 'BrandPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/library/usage',
    component: latePage(() => import('../../library/usage/usage-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/library/rights',
    component: latePage(() => import('../../library/rights/rights-page.tsx'), 'RightsPage'),
  }),
] as const;

/** What of it a twin sees. */
export const twinLibraryPages = [
  createRoute({
    getParentRoute: () => twin,
    path: '/library',
    validateSearch: librarySearch,
    component: latePage(() => import('../../library/twin-library-page.tsx'), 'TwinLibraryPage'),
  }),
  createRoute({
    getParentRoute: () => twin,
    path: '/library/$componentId',
    component: latePage(() => import('../../library/component/component-page.tsx'), 'TwinComponentPage'),
  }),
] as const;
