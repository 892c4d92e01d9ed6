import { anyCaller } from '../../../api/auth/access-rules.ts';
import { readModels } from '../../../api/auth/model-access.ts';
import { endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { changeImports, onChangeset, onReadableModel } from '../access.ts';
import { cancelImport, retryImport } from '../changeset/change.ts';
import { getChangeset, listChangesets } from '../changeset/read.ts';
import { invalidModels, notFailed, notImporting, twinNotFound } from '../errors.ts';
import { changesetList, modelList, modelsQuery, oneChangeset, oneModel, pagesQuery } from '../schema.ts';
import { getModel, listModels } from './read.ts';

export const modelEndpoints = [
  endpoint({
    id: 'models.getModels',
    method: 'GET',
    path: '/models/',
    title: 'Get models',
    description: 'The models of a twin: its IFC files in Storage that are in use, by name.',
    access: anyCaller,
    query: modelsQuery,
    invalid: invalidModels,
    answers: { 200: json(modelList, 'A page.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ query }, context) => listModels(query, context),
  }),

  endpoint({
    id: 'models.getModel',
    method: 'GET',
    path: '/models/{modelId}',
    title: 'Get model',
    description: 'State of its newest changeset, and what the newest imported one holds.',
    access: onReadableModel,
    answers: { 200: json(oneModel, 'The model.') },
    run: ({ target }, context) => getModel(target.model, context),
  }),

  endpoint({
    id: 'models.getChangesets',
    method: 'GET',
    path: '/models/{modelId}/changesets',
    title: 'Get changesets',
    description: 'The versions of the file, newest last, in every state.',
    access: onReadableModel,
    query: pagesQuery,
    invalid: invalidModels,
    answers: { 200: json(changesetList, 'A page.') },
    run: ({ target, query }, context) => listChangesets(target, query, context),
  }),

  endpoint({
    id: 'models.getChangeset',
    method: 'GET',
    path: '/models/{modelId}/changesets/{changesetId}',
    title: 'Get changeset',
    description:
      'By id or index, with the report of its import; with `storage_read` also a signed address of the bytes of that version.',
    access: onChangeset(readModels),
    answers: { 200: json(oneChangeset, 'The changeset.') },
    secret: true,
    run: ({ target }, context) => getChangeset(target, context),
  }),

  endpoint({
    id: 'models.retryChangeset',
    method: 'POST',
    path: '/models/{modelId}/changesets/{changesetId}/retry',
    title: 'Retry import',
    description: 'Imports a failed changeset once more.',
    access: onChangeset(changeImports),
    beginsJobs: true,
    answers: { 202: json(oneChangeset, 'The changeset, which is imported again.') },
    errors: [notFailed],
    secret: true,
    run: ({ target }, context) => retryImport(target, context),
  }),

  endpoint({
    id: 'models.cancelChangeset',
    method: 'POST',
    path: '/models/{modelId}/changesets/{changesetId}/cancel',
    title: 'Cancel import',
    description: 'Ends the import of a changeset, which is Failed then.',
    access: onChangeset(changeImports),
    answers: { 202: json(oneChangeset, 'The changeset; a running import ends soon.') },
    errors: [notImporting],
    secret: true,
    run: ({ target }, context) => cancelImport(target, context),
  }),
];
