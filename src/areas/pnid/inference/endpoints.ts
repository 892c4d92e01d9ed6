import { anyCaller } from '../../../api/auth/access-rules.ts';
import { type Endpoint, empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { onAskedTwin, onInference, prefix, read, write } from '../access.ts';
import {
  inferenceInUse,
  inferenceNotFound,
  invalidCreate,
  invalidList,
  modelNotFound,
  twinNotFound,
} from '../errors.ts';
import { inferenceCreate, inferenceList, inferencesQuery, oneInference } from '../schema.ts';
import { inferenceView } from '../view.ts';
import { checkVersion, createInference } from './create.ts';
import { deleteInference } from './delete.ts';
import { getInferences } from './list.ts';

export const inferenceEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'pnid.createInference',
    method: 'POST',
    path: `${prefix}/inferences`,
    title: 'Create Inference',
    description:
      'All sheets of one plant belong into one inference: only then are its off-page connectors tied together.',
    access: anyCaller,
    changes: 'inTwin',
    body: inferenceCreate,
    bodyExample: { modelVersion: '1.3', twinId: '38d8faae-3e78-4d4a-b1ea-69a0f4a1a7e2' },
    invalid: invalidCreate,
    check: checkVersion,
    answers: { 201: json(oneInference, 'The inference, which waits for its inputs.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => createInference(body, context),
  }),

  endpoint({
    id: 'pnid.getInferences',
    method: 'GET',
    path: `${prefix}/inferences`,
    title: 'Get twin Inferences',
    access: onAskedTwin,
    query: inferencesQuery,
    invalid: invalidList,
    answers: { 200: json(inferenceList, 'Newest first.') },
    run: ({ target, query }, context) => getInferences(target, query, context),
  }),

  endpoint({
    id: 'pnid.getInference',
    method: 'GET',
    path: `${prefix}/inferences/{inferenceId}`,
    title: 'Get Inference',
    access: onInference(modelNotFound, read),
    answers: { 200: json(oneInference, 'The inference.') },
    run: async ({ target }, { baseUrl }) =>
      reply(200, { inference: inferenceView(target.resource, baseUrl) }, { version: target.resource.modified }),
  }),

  endpoint({
    id: 'pnid.deleteInference',
    method: 'DELETE',
    path: `${prefix}/inferences/{inferenceId}`,
    title: 'Delete Inference',
    description: 'With its inputs and the results of its run.',
    access: onInference(inferenceNotFound, write),
    answers: { 204: empty('The inference is gone.') },
    errors: [inferenceInUse],
    run: ({ target }, context) => deleteInference(target.resource, context),
  }),
];
