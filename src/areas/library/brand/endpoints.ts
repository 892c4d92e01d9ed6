import { anyCaller } from '../../../api/auth/access-rules.ts';
import { type Endpoint, endpoint, json } from '../../../api/http/endpoint.ts';
import type { Analytics } from '../analytics/analytics.ts';
import { describeLibrary } from '../body-rules.ts';
import { inBrand, onBrand, onBrandComponent } from '../brand-access.ts';
import {
  invalidBrandComponents,
  invalidBrandDocuments,
  invalidBrandVariations,
  invalidBrandWebLinks,
} from '../errors.ts';
import { brandComponentsQuery, brandList, oneBrand } from '../schema/brand.ts';
import { brandComponentList } from '../schema/component.ts';
import { brandDocumentList } from '../schema/document.ts';
import { brandVariationList } from '../schema/variation.ts';
import { webLinkList } from '../schema/weblink.ts';
import { listWebLinks } from '../weblink/change.ts';
import { listBrandComponents, listBrandDocuments, listBrands, listBrandVariations, readBrand } from './read.ts';

const brands = [
  endpoint({
    id: 'library.getBrands',
    method: 'GET',
    path: '/library/brands',
    title: 'Get Brands',
    description: 'A brand shows what an organization has published to everybody.',
    access: anyCaller,
    prefer: true,
    answers: { 200: json(brandList, 'By name: summaries, or whole brands with Prefer.') },
    run: ({ prefer }, context) => listBrands(prefer === 'representation', context),
  }),

  endpoint({
    id: 'library.getBrand',
    method: 'GET',
    path: '/library/brands/{brandId}',
    title: 'Get Brand',
    access: onBrand,
    answers: { 200: json(oneBrand, 'The brand.') },
    run: ({ target }, context) => readBrand(target, context),
  }),

  endpoint({
    id: 'library.getBrandComponents',
    method: 'GET',
    path: '/library/brands/{brandId}/components',
    title: 'Get Brand Components',
    access: inBrand(invalidBrandComponents),
    query: brandComponentsQuery,
    invalid: invalidBrandComponents,
    describe: describeLibrary,
    prefer: true,
    answers: { 200: json(brandComponentList, 'A page, by name: summaries, or whole components with Prefer.') },
    run: ({ target, query, prefer }, context) =>
      listBrandComponents(target, query, prefer === 'representation', context),
  }),

  endpoint({
    id: 'library.getBrandComponentVariations',
    method: 'GET',
    path: '/library/brands/{brandId}/components/{componentId}/variations',
    title: 'Get Brand Component Variations',
    access: onBrandComponent(invalidBrandVariations),
    answers: { 200: json(brandVariationList, 'The oldest first.') },
    run: ({ target }, context) => listBrandVariations(target, context),
  }),

  endpoint({
    id: 'library.getBrandComponentWebLinks',
    method: 'GET',
    path: '/library/brands/{brandId}/components/{componentId}/weblinks',
    title: 'Get Brand Component WebLinks',
    access: onBrandComponent(invalidBrandWebLinks),
    answers: { 200: json(webLinkList, 'The oldest first.') },
    run: ({ target }, context) => listWebLinks(target.component.id, context),
  }),
];

const documentsOf = (analytics: Analytics) =>
  endpoint({
    id: 'library.getBrandComponentDocuments',
    method: 'GET',
    path: '/library/brands/{brandId}/components/{componentId}/documents',
    title: 'Get Brand Component Documents',
    secret: true,
    access: onBrandComponent(invalidBrandDocuments),
    answers: { 200: json(brandDocumentList, 'Those with a file, the oldest first.') },
    run: ({ target }, context) => listBrandDocuments(target, analytics, context),
  });

export const brandEndpoints = (analytics: Analytics): Endpoint[] => [...brands, documentsOf(analytics)];
