import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { invalidDelete, invalidGet, invalidList, invalidStart, modelNotFound } from '../errors.ts';
import { exportForDeleting, exportForReading } from './access.ts';
import { deleteExport } from './delete.ts';
import { listExports } from './list.ts';
import { getExport } from './read.ts';
import { describeIssue } from './rules.ts';
import { exportList, exportParams, exportQuery, exportStart, exportsQuery, oneExport } from './schema.ts';
import { checkType, startExport } from './start.ts';

const since = '2026-11-21';

export const exportEndpoints = [
  endpoint({
    id: 'meshExport.getExports',
    method: 'GET',
    path: '/mesh-export/',
    title: 'Get Exports',
    description:
      'Exports of a model in every status, newest version first; without `modelId` those that the caller started. `Prefer: return=representation` gives the request, the reason of an Invalid one, and of a Complete one the link to its files: put `/tileset.json` in front of the question mark. Links work for an hour.',
    access: anyCaller,
    query: exportsQuery,
    invalid: invalidList,
    prefer: true,
    answers: { 200: json(exportList, 'A page.') },
    errors: [modelNotFound, problems.insufficientPermissions],
    secret: true,
    run: ({ query, prefer }, context) => listExports(query, prefer, context),
  }),

  endpoint({
    id: 'meshExport.getExport',
    method: 'GET',
    path: '/mesh-export/{id}',
    title: 'Get Export',
    description: 'Always with its request; its link works for an hour.',
    access: exportForReading,
    query: exportQuery,
    invalid: invalidGet,
    answers: { 200: json(oneExport, 'The export.') },
    secret: true,
    deprecated: { since, successor: '/mesh-export/' },
    run: ({ target, query }, context) => getExport(target, query.cdn === 1, context),
  }),

  endpoint({
    id: 'meshExport.startExport',
    method: 'POST',
    path: '/mesh-export/',
    title: 'Start Export',
    description:
      'New versions are exported without being asked for; this is for other types, options and parts of a model. Where an export of the same is there and not Invalid, it is answered instead. While the version is imported, the export waits.',
    access: anyCaller,
    changes: 'inTwin',
    body: exportStart,
    bodyExample: { modelId: 'f6ab4b5d-7d8f-4f9b-8c0e-1d5d0e3a5b11', exportType: '3DTiles' },
    invalid: invalidStart,
    describe: describeIssue,
    check: checkType,
    beginsJobs: true,
    answers: { 202: json(oneExport, 'The export, which is made soon.') },
    errors: [modelNotFound, problems.insufficientPermissions],
    secret: true,
    deprecated: { since, successor: '/mesh-export/' },
    run: ({ body }, context) => startExport(body, context),
  }),

  endpoint({
    id: 'meshExport.deleteExport',
    method: 'DELETE',
    path: '/mesh-export/{id}',
    title: 'Delete Export',
    description: 'Of a finished export: its files are removed, and links to them work no more.',
    access: exportForDeleting,
    params: exportParams,
    invalid: invalidDelete,
    describe: describeIssue,
    answers: { 204: empty('The export is gone.') },
    run: ({ target }, context) => deleteExport(target, context),
  }),
];
