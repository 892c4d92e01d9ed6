import type { Static } from 'typebox';
import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { type Detail, fail, isFailed, problems } from '../../../kernel/http/problem.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import { need } from '../access.ts';
import { uploadedBindings } from '../attachment.store.ts';
import { invalidUpdateForm } from '../errors.ts';
import type { formUpdate } from '../form.schema.ts';
import { formAgain } from '../form.store.ts';
import { formView, namesOf, peopleOf } from '../form.view.ts';
import type { FormRow } from '../tables.ts';
import type { FormsApi } from '../version.ts';
import { categoryOf, editableIn } from '../workflow/workflow.ts';
import { type GivenContent, isNothing } from './changes.ts';
import { type Plan, planOf, storePlan } from './plan.ts';
import { faultsOfClosing, faultsOfEditing, faultsOfProperties, settled } from './rules.ts';
import { faultsOfStep } from './step.ts';

type Body = Static<typeof formUpdate>;

/** Changes a form as far as the caller and its workflow let it. */
export async function updateForm({ resource, access }: Found<FormRow>, body: Body, context: Context, api: FormsApi) {
  const outcome = await context.write(async (tx) => {
    const plan = await planOf(tx, await formAgain(tx, resource.id), body as GivenContent, context);
    if (!mayDo(plan, access, context)) return fail(problems.insufficientPermissions);
    const faults = await faultsOf(tx, plan, body);
    if (faults.length > 0) return fail(invalidUpdateForm, { details: faults });
    return isNothing(plan.changes) ? plan.row : storePlan(tx, plan, body.workflowNote, context);
  });
  if (isFailed(outcome)) return outcome;
  const names = await namesOf(context.db, peopleOf(outcome), context.ports);
  return reply(200, { formData: formView(outcome, names, api) }, { version: outcome.revision });
}

/** Which permission is needed depends on what really changes. */
function mayDo({ changes: { builtIn, origin, keys }, named }: Plan, access: Access, { caller }: Context): boolean {
  const steps = builtIn.includes('status');
  const assigns = builtIn.includes('assignee') || builtIn.includes('assignees') || named.faults.length > 0;
  const plain = builtIn.some((name) => name === 'subject' || name === 'description' || name === 'dueDate');
  const fills = plain || origin.length + keys.length > 0;
  return (
    (!steps || need.approve.allows(access, caller)) &&
    (!assigns || need.assign.allows(access, caller)) &&
    (!fills || need.create.allows(access, caller))
  );
}

const largestProperties = 2 ** 20;

async function faultsOf(tx: Transaction, plan: Plan, body: Body): Promise<Detail[]> {
  const { row, former, asked, changes, named, layout, workflow } = plan;
  const content = settled(asked, layout);
  const closes = changes.builtIn.includes('status') && categoryOf(workflow, asked.status ?? '') === 'Closed';
  const size = Buffer.byteLength(JSON.stringify(content.properties));
  return [
    ...faultsOfStep(workflow, former.status, asked.status, body.workflowNote),
    ...named.faults,
    ...faultsOfEditing(changes, editableIn(workflow, former.status ?? null), former.status, layout),
    ...faultsOfProperties(body.properties ?? {}, content.properties, layout),
    ...(size > largestProperties
      ? [{ code: 'InvalidProperty', message: 'Properties have more than 1 MiB.', target: 'properties' }]
      : []),
    ...(closes ? faultsOfClosing(content, layout, await uploadedBindings(tx, row.id)) : []),
  ];
}
