import { Type } from 'typebox';
import { pageQuery, pagingLinks } from '../../../api/query/paging.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  input,
  line,
  link,
  nullable,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { savedViewData } from './data.ts';
import { extension, extensionCreate, extensionRef, mostExtensions } from './extension.ts';

export const mostTags = 100;

export const itemId = (description?: string) => line({ untrimmed: true, ...(description ? { description } : {}) });

/** The name in a body of a view, group or tag. */
export const name = () => line({ min: 1, max: 255, description: 'None of < > & " \' and the full stop.' });

const tagRef = output({ id: itemId(), displayName: line({ untrimmed: true }) }, 'SavedViewTagReference');

const common = {
  id: itemId('Opaque; 66 characters.'),
  displayName: line({ untrimmed: true }),
  shared: boolean('False: only its creator sees it.'),
  creationTime: dateTime(),
  lastModified: dateTime('Of the view, its extensions or its image.'),
  tags: arrayOf(tagRef),
  _links: output(
    {
      twin: link,
      model: optional(link),
      creator: link,
      group: optional(link),
      image: link,
      thumbnail: link,
    },
    'SavedViewLinks',
  ),
};

export const viewMinimal = output(
  { ...common, extensions: arrayOf(extensionRef), savedViewData: optional(savedViewData) },
  'SavedViewMinimal',
);
export const viewFull = output({ ...common, extensions: arrayOf(extension), savedViewData }, 'SavedView');

export const oneView = output({ savedView: viewFull }, 'SavedViewResponse');
export const oneViewOrMinimal = output(
  { savedView: Type.Union([viewMinimal, viewFull]) },
  'SavedViewOrMinimalResponse',
);
export const viewList = output(
  { savedViews: arrayOf(Type.Union([viewMinimal, viewFull])), _links: pagingLinks },
  'SavedViewsResponse',
);

const tagIds = () => optional(arrayOf(itemId(), { maxItems: mostTags }));

export const viewCreate = input(
  {
    twinId: uuid(),
    modelId: optional(uuid('A model of the twin.')),
    savedViewData,
    groupId: optional(itemId('A group of the same twin, and of the same model if it has one.')),
    displayName: name(),
    shared: optional(boolean('Default false.')),
    tagIds: tagIds(),
    extensions: optional(arrayOf(extensionCreate, { maxItems: mostExtensions })),
  },
  'SavedViewCreate',
);

export const viewUpdate = input(
  {
    savedViewData: optional(savedViewData),
    groupId: optional(nullable(itemId('Null takes the view out of its group.'))),
    displayName: optional(name()),
    shared: optional(boolean()),
    tagIds: tagIds(),
  },
  'SavedViewUpdate',
);

/** What lists are asked with: at least one of them. */
export const placeQuery = { twinId: optional(uuid()), modelId: optional(uuid()) };

export const viewsQuery = input({ ...placeQuery, groupId: optional(itemId()), ...pageQuery() });

/** Bytes of a body with a view. */
export const largestView = 5 * 2 ** 20;
