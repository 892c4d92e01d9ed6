import { anyCaller, twinAccess } from '../../kernel/auth/access-rules.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { empty, endpoint, json, noContent, reply } from '../../kernel/http/endpoint.ts';
import { fail, isFailed, problems } from '../../kernel/http/problem.ts';
import { askedTwin, checkTwin, twinQuery } from '../../kernel/query/asked-twin.ts';
import { arrayOf, input, line, nullable, oneOf, optional } from '../../kernel/schema/shapes.ts';
import { need } from './access.ts';
import { invalidWorkflow, twinNotFound, workflowNotFound } from './errors.ts';
import { q } from './tables.ts';
import { usualDiscipline } from './version.ts';
import { checkWorkflow } from './workflow/check.ts';
import type { Workflow } from './workflow/workflow.ts';
import { workflowView } from './workflow.endpoints.ts';
import { workflowShapes } from './workflow.schema.ts';
import { ensureWorkflow, workflowRow } from './workflow.store.ts';

/* Making and changing of workflows: additions, in version 2 only. */

const api = { version: 2 } as const;
const query = input({
  ...twinQuery,
  discipline: optional(line({ min: 1, max: 100, description: 'Default: General Purpose.' })),
});
const name = () => line({ min: 1, max: 255, exact: true });
const state = {
  color: nullable(line({ pattern: '^#[0-9a-fA-F]{6}$', description: '#rrggbb' })),
  editableProperties: arrayOf(name(), { maxItems: 2000 }),
  stateCategory: oneOf(['Open', 'Closed', 'Draft']),
};
const transition = { displayName: name(), end: name(), notes: oneOf(['None', 'Optional', 'Required']) };

const workflowBody = input(
  {
    startStates: arrayOf(name(), { minItems: 1, maxItems: 100 }),
    states: arrayOf(input({ name: name(), ...state }), { minItems: 1, maxItems: 100 }),
    transitions: arrayOf(input({ ...transition, start: name() }), { maxItems: 1000 }),
    uninitializedState: optional(input(state)),
  },
  'FormWorkflowReplace',
);

const replace = endpoint({
  id: 'forms.replaceWorkflow',
  method: 'PUT',
  path: '/forms/workflows/{type}',
  title: 'Replace workflow',
  description: 'Forms whose status the new workflow does not know may go to any of its start states.',
  access: anyCaller,
  query,
  body: workflowBody,
  bodyTypes: [''],
  invalid: invalidWorkflow,
  check: (raw) => [...checkTwin(raw), ...checkWorkflow(raw)],
  answers: { 200: json(workflowShapes(api).one, 'The workflow as it is now.') },
  errors: [twinNotFound, problems.insufficientPermissions],
  async run({ params: { type }, query: asked, body }, context) {
    const access = await twinAccess(context, askedTwin(asked), twinNotFound, need.manage);
    if (isFailed(access)) return access;
    const kind = { type, discipline: asked.discipline ?? usualDiscipline };
    const { uninitializedState, ...rest } = body;
    const workflow: Workflow = {
      ...rest,
      ...(uninitializedState ? { uninitializedState: { name: null, ...uninitializedState } } : {}),
    };
    const by = { userId: context.caller.userId, now: context.now };
    const outcome = await context.write(async (tx) => {
      await change(tx, access.twin.id, kind, workflow, by);
      return workflowRow(tx, access.twin.id, kind);
    });
    if (isFailed(outcome)) return outcome;
    if (outcome === undefined) throw new Error(`The workflow of ${type} was not stored.`);
    return reply(200, { workflow: workflowView(outcome, api) }, { version: outcome.revision });
  },
});

async function change(
  tx: Transaction,
  twinId: string,
  kind: { readonly type: string; readonly discipline: string },
  workflow: Workflow,
  by: { readonly userId: string; readonly now: number },
): Promise<void> {
  const former = await workflowRow(tx, twinId, kind);
  if (former === undefined) return ensureWorkflow(tx, twinId, kind, workflow, by);
  const columns = { modified: by.now, modified_by: by.userId, revision: former.revision + 1 };
  const row = q.updateTable('form_workflows').set({ workflow: JSON.stringify(workflow), ...columns });
  await tx.run(row.where('id', '=', former.id));
}

const remove = endpoint({
  id: 'forms.deleteWorkflow',
  method: 'DELETE',
  path: '/forms/workflows/{type}',
  title: 'Delete workflow',
  description: 'Forms of the type then go between Open, Closed and Draft as people like.',
  access: anyCaller,
  query,
  invalid: invalidWorkflow,
  check: checkTwin,
  answers: { 204: empty('The workflow is gone.') },
  errors: [twinNotFound, workflowNotFound, problems.insufficientPermissions],
  async run({ params: { type }, query: asked }, context) {
    const access = await twinAccess(context, askedTwin(asked), twinNotFound, need.manage);
    if (isFailed(access)) return access;
    const outcome = await context.write(async (tx) => {
      const row = await workflowRow(tx, access.twin.id, { type, discipline: asked.discipline ?? usualDiscipline });
      if (row === undefined) return fail(workflowNotFound);
      await tx.run(q.deleteFrom('form_workflows').where('id', '=', row.id));
      return undefined;
    });
    return isFailed(outcome) ? outcome : noContent;
  },
});

export const workflowChangeEndpoints = [replace, remove];
