import { arrayOf, input, line, link, optional, output, uuid } from '../../../kernel/schema/shapes.ts';
import { selfLinks } from './group.ts';
import { itemId, name, placeQuery } from './view.ts';

export const tag = output(
  {
    id: itemId('Opaque; 66 characters.'),
    displayName: line({ untrimmed: true }),
    _links: output({ twin: link, model: optional(link), creator: link }, 'SavedViewTagLinks'),
  },
  'SavedViewTag',
);

export const oneTag = output({ tag }, 'SavedViewTagResponse');
export const tagList = output({ tags: arrayOf(tag), _links: selfLinks }, 'SavedViewTagsResponse');

export const tagCreate = input(
  {
    twinId: uuid(),
    modelId: optional(uuid('A model of the twin; the tag can then be put only on views of this model.')),
    displayName: name(),
  },
  'SavedViewTagCreate',
);

export const tagUpdate = input({ displayName: optional(name()) }, 'SavedViewTagUpdate');

export const tagsQuery = input(placeQuery);
