import { anyCaller } from '../../../api/auth/access-rules.ts';
import { endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail, problems } from '../../../api/http/problem.ts';
import { arrayOf, output } from '../../../kernel/schema/shapes.ts';
import { exportNotFound, invalidTwins } from '../errors.ts';
import { messageOf } from '../list/rules.ts';
import { createExport } from './create.ts';
import { checkExport, describeExport } from './rules.ts';
import { exportCreate, exportShape } from './schema.ts';
import { findExport, myExports } from './store.ts';
import { exportView } from './view.ts';

const oneExport = output({ export: exportShape }, 'ExportResponse');

export const exportEndpoints = [
  endpoint({
    id: 'twins.createExport',
    method: 'POST',
    path: '/twins/exports',
    title: 'Create export',
    description: 'Writes the twins of a query into a file. Three per user and hour, one at a time.',
    access: anyCaller,
    changes: 'own',
    body: exportCreate,
    invalid: invalidTwins('Cannot query twins.'),
    describe: describeExport,
    check: checkExport,
    invalidMessage: messageOf,
    beginsJobs: true,
    answers: { 201: json(oneExport, 'The queued export.') },
    errors: [problems.insufficientPermissions],
    run: ({ body }, context) => createExport(body, context),
  }),

  endpoint({
    id: 'twins.getExport',
    method: 'GET',
    path: '/twins/exports/{id}',
    title: 'Get export',
    description: 'Only for who made it, with the same application, until four hours after its end.',
    access: anyCaller,
    answers: { 200: json(oneExport, 'The export.') },
    errors: [exportNotFound],
    secret: true,
    run: async ({ params }, context) => {
      const row = await findExport(context.db, params.id, context.caller, context.now);
      return row ? reply(200, { export: exportView(row, context) }) : fail(exportNotFound);
    },
  }),

  endpoint({
    id: 'twins.getMyExports',
    method: 'GET',
    path: '/twins/exports',
    title: 'Get my exports',
    description: "The caller's exports of the last four hours, newest first.",
    access: anyCaller,
    answers: { 200: json(output({ exports: arrayOf(exportShape) }, 'ExportsResponse'), 'The exports.') },
    secret: true,
    run: async (_input, context) => {
      const rows = await myExports(context.db, context.caller, context.now);
      return reply(200, { exports: rows.map((row) => exportView(row, context)) });
    },
  }),
];
