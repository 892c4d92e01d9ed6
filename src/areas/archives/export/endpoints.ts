import { anyCaller } from '../../../api/auth/access-rules.ts';
import { cached, empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import {
  exportExpired,
  exportNotFound,
  exportNotReady,
  exportRunning,
  invalidCreate,
  invalidList,
  twinNotFound,
} from '../errors.ts';
import { onExport } from './access.ts';
import { checkCreate, createExport } from './create.ts';
import { deleteExport, fetchFile, listExports, readReport } from './read.ts';
import { exportAnswer, exportCreate, exportsAnswer, exportsQuery, reportShape } from './schema.ts';
import { exportView } from './view.ts';

export const exportEndpoints = [
  endpoint({
    id: 'archives.createExport',
    method: 'POST',
    path: '/archives/exports',
    title: 'Create export',
    description:
      'Writes everything that belongs to a twin into one file, for its owners and organization administrators; one at a time of a twin. Raises archives.exportCompleted.v1 at its end.',
    access: anyCaller,
    changes: 'inTwin',
    beginsJobs: true,
    body: exportCreate,
    invalid: invalidCreate,
    check: checkCreate,
    answers: { 202: json(exportAnswer, 'The queued export.') },
    errors: [twinNotFound, problems.insufficientPermissions, exportRunning],
    run: ({ body }, context) => createExport(body, context),
  }),

  endpoint({
    id: 'archives.getExports',
    method: 'GET',
    path: '/archives/exports',
    title: 'Get exports',
    description: 'Those of a twin, newest first. A record stays 90 days after its file was removed.',
    access: anyCaller,
    query: exportsQuery,
    invalid: invalidList,
    answers: { 200: json(exportsAnswer, 'One page of exports.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ query }, context) => listExports(query, context),
  }),

  endpoint({
    id: 'archives.getExport',
    method: 'GET',
    path: '/archives/exports/{exportId}',
    title: 'Get export',
    access: onExport,
    answers: { 200: json(exportAnswer, 'The export.') },
    run: async ({ target }, context) => reply(200, { export: exportView(target.resource, context) }),
  }),

  endpoint({
    id: 'archives.getExportFile',
    method: 'GET',
    path: '/archives/exports/{exportId}/file',
    title: 'Get file of export',
    description: 'Redirects to a signed address of the file. It serves ranges and needs no token.',
    access: onExport,
    secret: true,
    head: false,
    answers: { 302: cached(empty('`Location` is valid for an hour.'), 'no-store') },
    errors: [exportNotReady, exportExpired],
    run: ({ target }, context) => fetchFile({ row: target.resource, access: target.access }, context),
  }),

  endpoint({
    id: 'archives.getExportReport',
    method: 'GET',
    path: '/archives/exports/{exportId}/report',
    title: 'Get report of export',
    description: 'What was archived and what was left out: data/archive.json of the file.',
    access: onExport,
    answers: { 200: json(reportShape, 'The report.') },
    errors: [exportNotReady],
    run: ({ target }) => readReport({ row: target.resource, access: target.access }),
  }),

  endpoint({
    id: 'archives.deleteExport',
    method: 'DELETE',
    path: '/archives/exports/{exportId}',
    title: 'Delete export',
    description:
      'Cancels an export that has not ended, or removes the file of one that has; where there is nothing of both, it answers 404.',
    access: onExport,
    answers: { 204: empty('It is cancelled, or its file is removed.') },
    errors: [exportNotFound],
    run: ({ target }, context) => deleteExport({ row: target.resource, access: target.access }, context),
  }),
];
