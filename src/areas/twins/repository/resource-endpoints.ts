import { onTwin, permission, visible } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { pageOf, pageQuery, pagingLinks } from '../../../api/query/paging.ts';
import { arrayOf, input, line, optional, output } from '../../../kernel/schema/shapes.ts';
import {
  invalidTwins,
  repositoryNotFound,
  repositoryResourceExists,
  repositoryResourceNotFound,
  twinNotFound,
} from '../errors.ts';
import { describeList } from '../list/rules.ts';
import { addResource, graphicsOf, listResources, oneResource, removeResource } from './resources.ts';
import { describeRepository } from './rules.ts';
import { graphics, resource, resourceCreate } from './schema.ts';

const see = onTwin('twinId', twinNotFound, visible);
const change = onTwin('twinId', twinNotFound, permission('twins_modify'));
const oneAnswer = output({ resource }, 'RepositoryResourceResponse');

export const repositoryResourceEndpoints = [
  endpoint({
    id: 'twins.getRepositoryResources',
    method: 'GET',
    path: '/twins/{twinId}/repositories/{repositoryId}/resources',
    title: 'Get repository resources',
    description: 'What a repository holds; `Prefer: return=representation` adds their properties.',
    access: see,
    query: input({ $search: optional(line({ untrimmed: true })), ...pageQuery() }),
    invalid: invalidTwins('Cannot query twin Repository Resources.'),
    describe: describeList,
    prefer: true,
    answers: {
      200: json(
        output({ resources: arrayOf(resource), _links: pagingLinks }, 'RepositoryResourcesResponse'),
        'A page.',
      ),
    },
    errors: [repositoryNotFound, problems.insufficientPermissions],
    run: ({ target, params, query, prefer }, context) => {
      const given = { search: query.$search, page: pageOf(query), prefer };
      return listResources(target, params.repositoryId, given, context);
    },
  }),

  endpoint({
    id: 'twins.getRepositoryResource',
    method: 'GET',
    path: '/twins/{twinId}/repositories/{repositoryId}/resources/{resourceId}',
    title: 'Get repository resource',
    access: see,
    prefer: true,
    answers: { 200: json(oneAnswer, 'The resource.') },
    errors: [repositoryNotFound, repositoryResourceNotFound, problems.insufficientPermissions],
    run: ({ target, params, prefer }, context) => oneResource(target, params, prefer, context),
  }),

  endpoint({
    id: 'twins.createRepositoryResource',
    method: 'POST',
    path: '/twins/{twinId}/repositories/{repositoryId}/resources',
    title: 'Create repository resource',
    description: 'Names a resource of a repository of class GeographicInformationSystem.',
    access: change,
    body: resourceCreate,
    invalid: invalidTwins('Cannot add twin Repository Resource.'),
    describe: describeRepository,
    answers: { 201: json(oneAnswer, 'The new resource.') },
    errors: [repositoryNotFound, repositoryResourceExists],
    run: ({ target, params, body }, context) => addResource(target, params.repositoryId, body, context),
  }),

  endpoint({
    id: 'twins.deleteRepositoryResource',
    method: 'DELETE',
    path: '/twins/{twinId}/repositories/{repositoryId}/resources/{resourceId}',
    title: 'Delete repository resource',
    access: change,
    answers: { 204: empty('The resource is gone.') },
    errors: [repositoryResourceNotFound],
    run: ({ target, params }, context) => removeResource(target, params, context),
  }),

  endpoint({
    id: 'twins.getRepositoryResourceGraphics',
    method: 'GET',
    path: '/twins/{twinId}/repositories/{repositoryId}/resources/{resourceId}/graphics',
    title: 'Get repository resource graphics',
    description: 'What can be shown of a resource in a viewer; an unknown one has an empty list.',
    access: see,
    answers: { 200: json(graphics, 'The graphics.') },
    secret: true,
    run: ({ target, params }, context) => graphicsOf(target, params, context),
  }),
];
