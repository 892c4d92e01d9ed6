import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { importNotFound, importNotWaiting, invalidComplete, invalidImport, invalidImports } from '../errors.ts';
import { onImport } from './access.ts';
import { completeImport, deleteImport, listImports } from './change.ts';
import { checkCreate, createImport } from './create.ts';
import { importAnswer, importCreate, importsAnswer, importsQuery } from './schema.ts';
import { importView } from './view.ts';

export const importEndpoints = [
  endpoint({
    id: 'archives.createImport',
    method: 'POST',
    path: '/archives/imports',
    title: 'Create import',
    description:
      'Tells where an archive is sent to, for 12 hours and by the block-blob protocol, for who may make twins in at least one twin or account. At most 100 of a person.',
    access: anyCaller,
    changes: 'own',
    secret: true,
    body: importCreate,
    invalid: invalidImport,
    check: checkCreate,
    answers: { 201: json(importAnswer, 'The import, with the address of the upload.') },
    errors: [problems.insufficientPermissions],
    run: ({ body }, context) => createImport(body, context),
  }),

  endpoint({
    id: 'archives.completeImport',
    method: 'POST',
    path: '/archives/imports/{importId}/complete',
    title: 'Complete import',
    description:
      'The archive was sent: it is checked from its container to every record, and is Ready or Refused then.',
    access: onImport,
    beginsJobs: true,
    invalid: invalidComplete,
    answers: { 202: json(importAnswer, 'The import, which is checked.') },
    errors: [importNotFound, importNotWaiting],
    run: ({ target }, context) => completeImport(target, context),
  }),

  endpoint({
    id: 'archives.getImports',
    method: 'GET',
    path: '/archives/imports',
    title: 'Get imports',
    description: 'Those of the caller, newest first. What is known of one stays 90 days after its file was removed.',
    access: anyCaller,
    secret: true,
    query: importsQuery,
    invalid: invalidImports,
    answers: { 200: json(importsAnswer, 'One page of imports.') },
    run: ({ query }, context) => listImports(query, context),
  }),

  endpoint({
    id: 'archives.getImport',
    method: 'GET',
    path: '/archives/imports/{importId}',
    title: 'Get import',
    description: 'A refused one says in which file of the archive and in which line the fault is.',
    access: onImport,
    secret: true,
    answers: { 200: json(importAnswer, 'The import.') },
    run: async ({ target }, context) => reply(200, { import: await importView(target, context) }),
  }),

  endpoint({
    id: 'archives.deleteImport',
    method: 'DELETE',
    path: '/archives/imports/{importId}',
    title: 'Delete import',
    description: 'Removes it with its file; a check that runs ends.',
    access: onImport,
    answers: { 204: empty('It is gone.') },
    errors: [importNotFound],
    run: ({ target }, context) => deleteImport(target, context),
  }),
];
