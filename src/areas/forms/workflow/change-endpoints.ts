import { empty, endpoint, json, noContent, reply } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { twinQuery } from '../../../api/query/asked-twin.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import {
  arrayOf,
  boolean,
  input,
  integer,
  line,
  nullable,
  oneOf,
  optional,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { invalidWorkflow } from '../errors.ts';
import { q } from '../tables.ts';
import { onWorkflow, onWorkflowPlace, versionOf } from './access.ts';
import { checkWorkflow } from './check.ts';
import { workflowView } from './endpoints.ts';
import { workflowShapes } from './schema.ts';
import { ensureWorkflow, type Kind, workflowRow } from './store.ts';
import { stepPermissions, type Workflow } from './workflow.ts';

/* Making and changing of workflows: additions, in version 2 only. */

const api = { version: 2 } as const;
const query = input({
  ...twinQuery,
  discipline: optional(line({ min: 1, max: 100, description: 'Default: General Purpose.' })),
});
const name = () => line({ min: 1, max: 255, untrimmed: true });
const state = {
  color: nullable(line({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#2f80ed'], description: '#rrggbb' })),
  editableProperties: arrayOf(name(), { maxItems: 2000 }),
  stateCategory: oneOf(['Open', 'Closed', 'Draft']),
};
const responsible = input({ id: uuid(), displayName: line({ min: 1, max: 255 }), isRole: boolean() });
const transition = {
  displayName: name(),
  end: name(),
  notes: oneOf(['None', 'Optional', 'Required']),
  permission: optional(oneOf(stepPermissions, 'Who may take the step; default Forms_ApproveAccess.')),
  assign: optional(arrayOf(responsible, { maxItems: 50 })),
  dueInDays: optional(integer({ minimum: 0, maximum: 3650 })),
};

export const workflowBody = input(
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
  description:
    'Forms whose status the new workflow does not know may go to any of its start states. With If-Match "none" one is made only where none is.',
  access: onWorkflowPlace,
  query,
  body: workflowBody,
  bodyTypes: [''],
  invalid: invalidWorkflow,
  check: checkWorkflow,
  version: ({ row }) => versionOf(row),
  answers: { 200: json(workflowShapes(api).one, 'The workflow as it is now.') },
  async run({ target: { access, kind }, body }, context) {
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
    if (outcome === undefined) throw new Error(`The workflow of ${kind.type} was not stored.`);
    return reply(200, { workflow: workflowView(outcome, api) }, { version: versionOf(outcome) });
  },
});

async function change(
  tx: Transaction,
  twinId: string,
  kind: Kind,
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
  access: onWorkflow,
  query,
  invalid: invalidWorkflow,
  version: ({ row }) => versionOf(row),
  answers: { 204: empty('The workflow is gone.') },
  async run({ target: { row } }, context) {
    const outcome = await context.write(async (tx) => {
      const removed = await tx.run(q.deleteFrom('form_workflows').where('id', '=', row.id));
      if (removed === 0) throw new NoLongerThere(`The workflow ${row.id} was deleted.`);
    });
    return isFailed(outcome) ? outcome : noContent;
  },
});

export const workflowChangeEndpoints = [replace, remove];
