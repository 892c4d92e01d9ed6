import { anyCaller, twinAccess } from '../../../api/auth/access-rules.ts';
import { endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { askedTwin, checkTwin, twinQuery } from '../../../api/query/asked-twin.ts';
import { input, line, optional } from '../../../kernel/schema/shapes.ts';
import { need } from '../access.ts';
import { invalidList, twinNotFound, workflowNotFound } from '../errors.ts';
import type { WorkflowRow } from '../tables.ts';
import { disciplineIn, type FormsApi, idIn, membersIn, pathIn } from '../version.ts';
import { versionOf } from './access.ts';
import { workflowShapes } from './schema.ts';
import { pickWorkflow, workflowIn } from './store.ts';
import type { Transition } from './workflow.ts';

/** What a step does besides is shown in version 2 only. */
const transitionView = (
  { displayName, start, end, notes, permission, assign, dueInDays }: Transition,
  api: FormsApi,
) => ({
  displayName,
  start: start ?? '',
  end,
  notes,
  ...(api.version === 2 && permission ? { permission } : {}),
  ...(api.version === 2 && assign ? { assign: assign.map((one) => ({ ...one })) } : {}),
  ...(api.version === 2 && dueInDays !== undefined ? { dueInDays } : {}),
});

export const workflowView = (row: WorkflowRow, api: FormsApi) => {
  const { startStates, states, transitions, startingTransitions, uninitializedState } = workflowIn(row);
  return {
    id: row.id,
    type: row.type,
    ...disciplineIn(api, row),
    startStates: [...startStates],
    states: states.map((one) => ({ ...one, editableProperties: [...one.editableProperties] })),
    transitions: transitions.map((one) => transitionView(one, api)),
    ...(startingTransitions
      ? { startingTransitions: startingTransitions.map((one) => ({ ...transitionView(one, api), start: one.start })) }
      : {}),
    ...(uninitializedState
      ? {
          uninitializedState: { ...uninitializedState, editableProperties: [...uninitializedState.editableProperties] },
        }
      : {}),
  };
};

const getWorkflow = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getWorkflow'),
    method: 'GET',
    path: pathIn(api, '/forms/workflows/{type}'),
    title: 'Get workflow',
    description:
      'The statuses of forms of a type, and the steps between them. That a twin has none for a type is usual.',
    access: anyCaller,
    query: input({
      ...twinQuery,
      ...membersIn(api, { discipline: optional(line({ description: 'Default: General Purpose, else the first.' })) }),
    }),
    invalid: invalidList,
    check: checkTwin,
    answers: { 200: json(workflowShapes(api).one, 'The workflow.') },
    errors: [twinNotFound, workflowNotFound, problems.insufficientPermissions],
    async run({ params, query }, context) {
      const access = await twinAccess(context, askedTwin(query), twinNotFound, need.view);
      if (isFailed(access)) return access;
      const row = await pickWorkflow(context.db, access.twin.id, params.type, query.discipline);
      if (row === undefined) return fail(workflowNotFound);
      return reply(200, { workflow: workflowView(row, api) }, { version: versionOf(row) });
    },
  });

export const workflowEndpoints = [getWorkflow];
