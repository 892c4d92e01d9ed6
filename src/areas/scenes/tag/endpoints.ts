import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { inTwin, onTag, read, write } from '../access.ts';
import { describeScenes } from '../body/rules.ts';
import { invalid, tagExists } from '../errors.ts';
import { tagExample, tagsExample } from '../examples.ts';
import { pagedQuery, tagParams, twinQuery } from '../schema/scene.ts';
import { oneTag, tagCreate, tagList, tagUpdate } from '../schema/tag.ts';
import type { TagRow } from '../tables.ts';
import { createTag } from './create.ts';
import { deleteTag } from './delete.ts';
import { listTags } from './list.ts';
import { updateTag } from './update.ts';
import { tagReply } from './view.ts';

const version = ({ resource }: { readonly resource: TagRow }) => resource.version;
const inPath = { params: tagParams, query: twinQuery, describe: describeScenes } as const;
const example = { tag: tagExample };

export const tagEndpoints = [
  endpoint({
    id: 'scenes.getAllTags',
    method: 'GET',
    path: '/scenes/tags',
    title: 'Get all tags',
    access: inTwin(read),
    query: pagedQuery,
    invalid: invalid('retrieve', 'tag'),
    describe: describeScenes,
    answers: { 200: json(tagList, 'By displayName without case.', tagsExample) },
    run: ({ target, query }, context) => listTags(target, query, context),
  }),

  endpoint({
    id: 'scenes.getTag',
    method: 'GET',
    path: '/scenes/tags/{tagId}',
    title: 'Get tag',
    ...inPath,
    access: onTag(read),
    invalid: invalid('retrieve', 'tag'),
    answers: { 200: json(oneTag, 'The tag.', example) },
    run: async ({ target }) => tagReply(200, target.resource),
  }),

  endpoint({
    id: 'scenes.createTag',
    method: 'POST',
    path: '/scenes/tags',
    title: 'Create tag',
    description: 'Names are unique in the twin, without case.',
    access: inTwin(write),
    query: twinQuery,
    body: tagCreate,
    invalid: invalid('create', 'tag'),
    describe: describeScenes,
    answers: { 201: json(oneTag, 'The new tag.', example) },
    errors: [tagExists],
    run: ({ target, body }, context) => createTag(target, body, context),
  }),

  endpoint({
    id: 'scenes.updateTag',
    method: 'PATCH',
    path: '/scenes/tags/{tagId}',
    title: 'Update tag',
    description: 'The new name shows in every scene at once.',
    ...inPath,
    access: onTag(write),
    body: tagUpdate,
    invalid: invalid('update', 'tag'),
    version,
    answers: { 200: json(oneTag, 'The tag as it is now.', example) },
    errors: [tagExists],
    run: ({ target, body }, context) => updateTag(target, body, context),
  }),

  endpoint({
    id: 'scenes.deleteTag',
    method: 'DELETE',
    path: '/scenes/tags/{tagId}',
    title: 'Delete tag',
    description: 'It is taken off all scenes.',
    ...inPath,
    access: onTag(write),
    invalid: invalid('delete', 'tag'),
    version,
    answers: { 204: empty('The tag is gone.') },
    run: ({ target }, context) => deleteTag(target, context),
  }),
];
