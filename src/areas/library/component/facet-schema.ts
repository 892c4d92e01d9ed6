import { arrayOf, boolean, integer, oneOf, output, uuid } from '../../../kernel/schema/shapes.ts';
import { shownName } from '../common-schema.ts';
import { states } from '../schema/component.ts';

const count = () => integer({ minimum: 1 });
const counted = output({ id: uuid(), displayName: shownName(), count: count() }, 'LibraryCountedItem');

export const facetsResponse = output(
  {
    facets: output(
      {
        count: integer({ minimum: 0, description: 'Components that were counted.' }),
        isComplete: boolean('False: there are more, and every count is the least that it can be.'),
        states: arrayOf(output({ state: oneOf(states), count: count() }, 'LibraryCountedState')),
        catalogs: arrayOf(counted),
        applications: arrayOf(counted),
        categories: arrayOf(counted),
        manufacturers: arrayOf(counted),
        hashtags: arrayOf(output({ hashtag: shownName(), count: count() }, 'LibraryCountedHashtag')),
      },
      'LibraryFacets',
    ),
  },
  'LibraryFacetsResponse',
);
