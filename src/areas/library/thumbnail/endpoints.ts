import { endpoint, json } from '../../../api/http/endpoint.ts';
import { inLibrary, readingInProject } from '../access.ts';
import { describeLibrary } from '../body-rules.ts';
import { inBrand } from '../brand-access.ts';
import { components, invalidBrandThumbnails } from '../errors.ts';
import { brandThumbnailsQuery, thumbnailsQuery, thumbnailsResponse } from '../schema/thumbnail.ts';
import { readThumbnails } from './read.ts';

export const thumbnailEndpoints = [
  endpoint({
    id: 'library.getThumbnails',
    method: 'GET',
    path: '/library/thumbnails',
    title: 'Get Thumbnails',
    description:
      'Pictures of up to 100 components and catalogs, 512 pixels at most: their Thumbnail documents, else drawn from their shapes. What is not there, or may not be seen, is left out.',
    secret: true,
    access: inLibrary(readingInProject(components.allAbsent)),
    query: thumbnailsQuery,
    invalid: components.invalidList,
    describe: describeLibrary,
    answers: { 200: json(thumbnailsResponse, 'Pictures by signed addresses.') },
    run: ({ target, query }, context) => readThumbnails(target, query, context),
  }),

  endpoint({
    id: 'library.getBrandThumbnails',
    method: 'GET',
    path: '/library/brands/{brandId}/thumbnails',
    title: 'Get Brand Thumbnails',
    description:
      'Pictures of up to 100 components that a brand shows, as of the own ones. What it does not show is left out.',
    secret: true,
    access: inBrand(invalidBrandThumbnails),
    query: brandThumbnailsQuery,
    invalid: invalidBrandThumbnails,
    describe: describeLibrary,
    answers: { 200: json(thumbnailsResponse, 'Pictures by signed addresses.') },
    run: ({ target: { brand, account }, query }, context) =>
      readThumbnails({ account, project: brand.id }, query, context),
  }),
];
