import { arrayOf, csv, input, link, nullable, oneOf, optional, output, uuid } from '../../../kernel/schema/shapes.ts';
import { projectParameter } from '../common-schema.ts';
import { previewStates } from './preview.ts';

const ids = (of: string) =>
  optional({ ...csv(uuid()), maxItems: 100, description: `Ids of ${of}, separated by commas.` });

const components = { components: ids('components') };
export const thumbnailsQuery = input({ ...projectParameter, ...components, catalogs: ids('catalogs') });
export const brandThumbnailsQuery = input(components);

export const thumbnailsResponse = output(
  {
    thumbnails: arrayOf(
      output(
        {
          id: uuid('The component or catalog.'),
          state: oneOf(previewStates, 'How far its preview is; of a catalog None.'),
          _links: output({ thumbnail: nullable(link) }, 'LibraryThumbnailLinks'),
        },
        'LibraryThumbnail',
      ),
    ),
  },
  'LibraryThumbnailsResponse',
);
