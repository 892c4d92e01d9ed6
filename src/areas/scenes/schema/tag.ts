import { pagingLinks } from '../../../api/query/paging.ts';
import { arrayOf, dateTime, input, line, optional, output, uuid } from '../../../kernel/schema/shapes.ts';
import { name } from './scene.ts';

const tag = output(
  {
    id: uuid(),
    displayName: line({ untrimmed: true }),
    twinId: uuid(),
    createdById: uuid(),
    creationTime: dateTime(),
    lastModified: dateTime(),
  },
  'SceneTag',
);

export const oneTag = output({ tag }, 'SceneTagResponse');
export const tagList = output({ tags: arrayOf(tag), _links: pagingLinks }, 'SceneTagsResponse');

/** Names are unique in the twin, without case. */
export const tagCreate = input(
  { id: optional(uuid('Made by the server when absent.')), displayName: name() },
  'SceneTagCreate',
);

export const tagUpdate = input({ displayName: optional(name()) }, 'SceneTagUpdate');
