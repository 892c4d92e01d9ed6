import { arrayOf, boolean, input, line, link, optional, output, uuid } from '../../../kernel/schema/shapes.ts';
import { itemId, name, placeQuery } from './view.ts';

export const group = output(
  {
    id: itemId('Opaque; 66 characters.'),
    displayName: line({ untrimmed: true }),
    shared: boolean('False: only its creator sees it.'),
    readOnly: boolean('True: only holders of `savedviews_manage` change, delete and fill it.'),
    _links: output({ twin: link, model: optional(link), creator: link, savedViews: link }, 'SavedViewGroupLinks'),
  },
  'SavedViewGroup',
);

export const selfLinks = output({ self: link }, 'SavedViewListLinks');
export const oneGroup = output({ group }, 'SavedViewGroupResponse');
export const groupList = output({ groups: arrayOf(group), _links: selfLinks }, 'SavedViewGroupsResponse');

export const groupCreate = input(
  {
    twinId: uuid(),
    modelId: optional(uuid('A model of the twin; the group then takes only views of this model.')),
    displayName: name(),
    shared: optional(boolean('Default false.')),
    readOnly: optional(boolean('Default false.')),
  },
  'SavedViewGroupCreate',
);

export const groupUpdate = input(
  { displayName: optional(name()), shared: optional(boolean()), readOnly: optional(boolean()) },
  'SavedViewGroupUpdate',
);

export const groupsQuery = input(placeQuery);
