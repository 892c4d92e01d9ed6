import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { onTag } from '../access.ts';
import { checkCharacters, checkPlace, describeBody } from '../body-rules.ts';
import { invalidCreateTag, invalidDeleteTag, invalidTags, invalidUpdateTag, tagNotFound } from '../errors.ts';
import { tagExample, tagListExample } from '../examples.ts';
import { oneTag, tagCreate, tagList, tagsQuery, tagUpdate } from '../schema/tag.ts';
import type { TagRow } from '../tables.ts';
import { createTag } from './create.ts';
import { deleteTag } from './delete.ts';
import { listTags } from './list.ts';
import { updateTag } from './update.ts';
import { tagReply } from './view.ts';

const version = ({ resource }: { readonly resource: TagRow }) => resource.version;
const example = { tag: tagExample };

export const tagEndpoints = [
  endpoint({
    id: 'savedViews.getAllTags',
    method: 'GET',
    path: '/savedviews/tags',
    title: 'Get all tags',
    description: 'Tags of a twin or a model; at least one must be named.',
    access: anyCaller,
    query: tagsQuery,
    invalid: invalidTags,
    check: (raw) => checkPlace(raw, 'twinId', 'modelId'),
    answers: { 200: json(tagList, 'By displayName without case.', tagListExample) },
    errors: [tagNotFound],
    run: ({ query }, context) => listTags(query, context),
  }),

  endpoint({
    id: 'savedViews.getTag',
    method: 'GET',
    path: '/savedviews/tags/{tagId}',
    title: 'Get tag',
    access: onTag('read'),
    answers: { 200: json(oneTag, 'The tag.', example) },
    run: async ({ target }, context) => tagReply(200, target.resource, context),
  }),

  endpoint({
    id: 'savedViews.createTag',
    method: 'POST',
    path: '/savedviews/tags',
    title: 'Create tag',
    description: 'Whoever sees the twin (and the model, if one is named) may make tags in it.',
    access: anyCaller,
    changes: 'inTwin',
    body: tagCreate,
    invalid: invalidCreateTag,
    describe: describeBody,
    check: checkCharacters,
    answers: { 201: json(oneTag, 'The new tag.', example) },
    errors: [problems.insufficientPermissions],
    run: ({ body }, context) => createTag(body, context),
  }),

  endpoint({
    id: 'savedViews.updateTag',
    method: 'PATCH',
    path: '/savedviews/tags/{tagId}',
    title: 'Update tag',
    description: 'The new name shows in every view at once.',
    access: onTag('change'),
    body: tagUpdate,
    invalid: invalidUpdateTag,
    describe: describeBody,
    check: checkCharacters,
    version,
    answers: { 200: json(oneTag, 'The tag as it is now.', example) },
    run: ({ target, body }, context) => updateTag(target, body, context),
  }),

  endpoint({
    id: 'savedViews.deleteTag',
    method: 'DELETE',
    path: '/savedviews/tags/{tagId}',
    title: 'Delete tag',
    description: 'Only while no saved view carries it, whoever sees that view.',
    access: onTag('change'),
    invalid: invalidDeleteTag,
    version,
    answers: { 204: empty('The tag is gone.') },
    run: ({ target }, context) => deleteTag(target, context),
  }),
];
