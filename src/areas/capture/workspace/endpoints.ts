import { anyCaller, twinAccess, visible } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { isFailed, problems } from '../../../api/http/problem.ts';
import { prefix } from '../api.ts';
import { invalidWorkspace, twinNotFound } from '../errors.ts';
import { describeIssue } from '../rules.ts';
import { workspaceForDeleting, workspaceForReading } from './access.ts';
import { createWorkspace, workspaceView } from './create.ts';
import { deleteWorkspace } from './delete.ts';
import { limitAnswer, limitQuery, oneWorkspace, workspaceCreate } from './schema.ts';

const path = `${prefix}/workspaces`;

export const workspaceEndpoints = [
  endpoint({
    id: 'capture.getEnginesLimit',
    method: 'GET',
    path: `${prefix}/limits/engines`,
    title: 'Get engines limit',
    description: 'How many threads one job may use. It is the same for every twin.',
    access: anyCaller,
    query: limitQuery,
    answers: { 200: json(limitAnswer, 'The limit.', { enginesLimit: { maxEngines: 4 } }) },
    errors: [twinNotFound],
    async run({ query: { twinId } }, context) {
      const access = twinId === undefined ? undefined : await twinAccess(context, twinId, twinNotFound, visible);
      if (isFailed(access)) return access;
      return reply(200, { enginesLimit: { maxEngines: context.ports.settings.reality.engines } });
    },
  }),

  endpoint({
    id: 'capture.createWorkspace',
    method: 'POST',
    path,
    title: 'Create a workspace',
    description: 'A workspace groups jobs. In a twin it is reality data, too: a folder for files of its jobs.',
    access: anyCaller,
    changes: 'inTwin',
    body: workspaceCreate,
    bodyExample: { name: 'Bridge', twinId: '3fa85f64-5717-4562-b3fc-2c963f66afa6' },
    invalid: invalidWorkspace,
    describe: describeIssue,
    answers: { 201: json(oneWorkspace, 'The workspace.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => createWorkspace(body, context),
  }),

  endpoint({
    id: 'capture.getWorkspace',
    method: 'GET',
    path: `${path}/{id}`,
    title: 'Get a workspace',
    access: workspaceForReading,
    answers: { 200: json(oneWorkspace, 'The workspace.') },
    run: async ({ target }) => reply(200, { workspace: workspaceView(target) }),
  }),

  endpoint({
    id: 'capture.deleteWorkspace',
    method: 'DELETE',
    path: `${path}/{id}`,
    title: 'Delete a workspace',
    description:
      'Its active jobs are cancelled and its unsubmitted jobs deleted; jobs that have ended stay, and so does what they made.',
    access: workspaceForDeleting,
    answers: { 204: empty('The workspace is gone, its folder lies in the recycle bin.') },
    run: ({ target }, context) => deleteWorkspace(target, context),
  }),
];
