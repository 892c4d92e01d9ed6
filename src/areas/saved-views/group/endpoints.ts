import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { onGroup } from '../access.ts';
import { checkCharacters, checkPlace, describeBody } from '../body-rules.ts';
import { groupNotFound, invalidCreateGroup, invalidGroups, invalidUpdateGroup } from '../errors.ts';
import { groupExample, groupListExample } from '../examples.ts';
import { groupCreate, groupList, groupsQuery, groupUpdate, oneGroup } from '../schema/group.ts';
import type { GroupRow } from '../tables.ts';
import { createGroup } from './create.ts';
import { deleteGroup } from './delete.ts';
import { listGroups } from './list.ts';
import { updateGroup } from './update.ts';
import { groupReply } from './view.ts';

const version = ({ resource }: { readonly resource: GroupRow }) => resource.version;
const example = { group: groupExample };

export const groupEndpoints = [
  endpoint({
    id: 'savedViews.getAllGroups',
    method: 'GET',
    path: '/savedviews/groups',
    title: 'Get all groups',
    description: 'Groups that the caller sees of a twin or a model; at least one must be named.',
    access: anyCaller,
    query: groupsQuery,
    invalid: invalidGroups,
    check: (raw) => checkPlace(raw, 'twinId', 'modelId'),
    answers: { 200: json(groupList, 'By displayName without case.', groupListExample) },
    errors: [groupNotFound],
    run: ({ query }, context) => listGroups(query, context),
  }),

  endpoint({
    id: 'savedViews.getGroup',
    method: 'GET',
    path: '/savedviews/groups/{groupId}',
    title: 'Get group',
    access: onGroup('read'),
    answers: { 200: json(oneGroup, 'The group.', example) },
    run: async ({ target }, context) => groupReply(200, target.resource, context),
  }),

  endpoint({
    id: 'savedViews.createGroup',
    method: 'POST',
    path: '/savedviews/groups',
    title: 'Create group',
    description: 'Whoever sees the twin (and the model, if one is named) may make groups in it.',
    access: anyCaller,
    changes: 'inTwin',
    body: groupCreate,
    invalid: invalidCreateGroup,
    describe: describeBody,
    check: checkCharacters,
    answers: { 201: json(oneGroup, 'The new group.', example) },
    errors: [problems.insufficientPermissions],
    run: ({ body }, context) => createGroup(body, context),
  }),

  endpoint({
    id: 'savedViews.updateGroup',
    method: 'PATCH',
    path: '/savedviews/groups/{groupId}',
    title: 'Update group',
    description: 'A read-only group: only with the permission `savedviews_manage`.',
    access: onGroup('change'),
    body: groupUpdate,
    invalid: invalidUpdateGroup,
    describe: describeBody,
    check: checkCharacters,
    version,
    answers: { 200: json(oneGroup, 'The group as it is now.', example) },
    run: ({ target, body }, context) => updateGroup(target, body, context),
  }),

  endpoint({
    id: 'savedViews.deleteGroup',
    method: 'DELETE',
    path: '/savedviews/groups/{groupId}',
    title: 'Delete group',
    description: 'Its views stay. A read-only group: only with the permission `savedviews_manage`.',
    access: onGroup('change'),
    version,
    answers: { 204: empty('The group is gone.') },
    run: ({ target }, context) => deleteGroup(target, context),
  }),
];
