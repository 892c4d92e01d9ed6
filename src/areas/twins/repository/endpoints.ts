import { inTwin, onTwin, permission, visible } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { membersOf } from '../../../std/records.ts';
import { invalidTwins, repositoryExists, repositoryNotFound, twinNotFound } from '../errors.ts';
import { addRepository, removeRepository, updateRepository } from './change.ts';
import { listRepositories, oneRepository } from './list.ts';
import {
  checkAuthentication,
  checkClasses,
  checkFixed,
  checkOptions,
  checkRepositoryQuery,
  describeRepository,
} from './rules.ts';
import {
  repositoriesAnswer,
  repositoriesQuery,
  repositoryAnswer,
  repositoryCreate,
  repositoryUpdate,
  twinIdParams,
} from './schema.ts';
import { findRepository } from './store.ts';

const see = onTwin('twinId', twinNotFound, visible);
const change = onTwin('twinId', twinNotFound, permission('twins_modify'));
/** Generated repositories cannot be changed: they are unknown here. */
const changeOne = inTwin(
  change,
  (db, access, params: { readonly twinId: string; readonly repositoryId: string }) =>
    findRepository(db, access.twin.id, params.repositoryId),
  repositoryNotFound,
);

export const repositoryEndpoints = [
  endpoint({
    id: 'twins.createTwinRepository',
    method: 'POST',
    path: '/twins/{twinId}/repositories',
    title: 'Create twin repository',
    description: 'Registers a repository of data that lies elsewhere, e.g. a map service.',
    access: change,
    body: repositoryCreate,
    invalid: invalidTwins('Cannot add twin Repository.'),
    describe: describeRepository,
    check: (raw) => [
      ...checkClasses(raw),
      ...checkAuthentication(raw),
      ...checkOptions(raw, membersOf(raw.body).subClass),
    ],
    answers: { 201: json(repositoryAnswer, 'The new repository.') },
    errors: [repositoryExists],
    secret: true,
    run: ({ target, body }, context) => addRepository(target, body, context),
  }),

  endpoint({
    id: 'twins.getTwinRepositories',
    method: 'GET',
    path: '/twins/{twinId}/repositories',
    title: 'Get twin repositories',
    description: 'Generated ones, for the data this platform holds, then the registered ones.',
    access: see,
    params: twinIdParams,
    query: repositoriesQuery,
    invalid: invalidTwins('Cannot query twin Repositories.'),
    describe: (_issue, where) =>
      where === 'path' ? { code: 'InvalidValue', message: 'twinId contains an invalid value.' } : undefined,
    check: checkRepositoryQuery,
    answers: { 200: json(repositoriesAnswer, 'The repositories.') },
    secret: true,
    run: ({ target, query }, context) => listRepositories(target, query, context),
  }),

  endpoint({
    id: 'twins.getTwinRepository',
    method: 'GET',
    path: '/twins/{twinId}/repositories/{repositoryId}',
    title: 'Get twin repository',
    access: see,
    answers: { 200: json(repositoryAnswer, 'The repository.') },
    errors: [repositoryNotFound],
    secret: true,
    run: ({ target, params }, context) => oneRepository(target, params.repositoryId, context),
  }),

  endpoint({
    id: 'twins.updateTwinRepository',
    method: 'PATCH',
    path: '/twins/{twinId}/repositories/{repositoryId}',
    title: 'Update twin repository',
    access: changeOne,
    body: repositoryUpdate,
    invalid: invalidTwins('Cannot update twin Repository.'),
    describe: describeRepository,
    check: (raw, { resource: row }) => {
      const stored = { id: row.id, class: row.class, subClass: row.sub_class ?? undefined };
      const { options: given } = membersOf(raw.body);
      const options = given === undefined ? [] : checkOptions(raw, row.sub_class);
      return [...checkFixed(raw, stored), ...checkAuthentication(raw), ...options];
    },
    answers: { 200: json(repositoryAnswer, 'The repository as it is now.') },
    errors: [repositoryNotFound, repositoryExists],
    version: ({ resource }) => resource.version,
    secret: true,
    run: ({ target, body }, context) => updateRepository(target.access, target.resource.id, body, context),
  }),

  endpoint({
    id: 'twins.deleteTwinRepository',
    method: 'DELETE',
    path: '/twins/{twinId}/repositories/{repositoryId}',
    title: 'Delete twin repository',
    description: 'Removes a registered repository. Generated ones go with their data.',
    access: changeOne,
    errors: [repositoryNotFound],
    version: ({ resource }) => resource.version,
    answers: { 204: empty('The repository is gone.') },
    run: ({ target }, context) => removeRepository(target.access, target.resource.id, context),
  }),
];
