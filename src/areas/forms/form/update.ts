import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { uploadedBindings } from '../attachment/store.ts';
import { invalidUpdateForm } from '../errors.ts';
import { largestProperties } from '../layout/controls.ts';
import type { FormRow } from '../tables.ts';
import type { FormsApi } from '../version.ts';
import { categoryOf, editableIn } from '../workflow/workflow.ts';
import { type GivenContent, isNothing } from './changes.ts';
import { mayDo } from './may-do.ts';
import { type Plan, planOf, storePlan } from './plan.ts';
import { faultsOfClosing, faultsOfEditing, faultsOfProperties, settled } from './rules.ts';
import { faultsOfSavedView } from './saved-view.ts';
import type { formUpdate } from './schema.ts';
import { faultsOfStep } from './step.ts';
import { formAgain } from './store.ts';
import { formView, namesIn } from './view.ts';

type Body = Static<typeof formUpdate>;

/** Changes a form as far as the caller and its workflow let it. */
export async function updateForm({ resource, access }: Located<FormRow>, body: Body, context: Context, api: FormsApi) {
  const outcome = await context.write(async (tx) => {
    const plan = await planOf(tx, await formAgain(tx, resource.id), body as GivenContent, context);
    if (!mayDo(plan, access, context)) return fail(problems.insufficientPermissions);
    const faults = [
      ...(await faultsOf(tx, plan, body as GivenContent, body.workflowNote)),
      ...(await faultsOfSavedView(tx, plan.former, plan.asked, plan.row.twin_id, context)),
    ];
    if (faults.length > 0) return fail(invalidUpdateForm, { details: faults });
    return isNothing(plan.changes) ? plan.row : storePlan(tx, plan, body.workflowNote, context);
  });
  if (isFailed(outcome)) return outcome;
  const names = await namesIn([outcome], context);
  return reply(200, { formData: formView(outcome, names, api) }, { version: outcome.revision });
}

/** What is against a plan, by the definition and the workflow of the form. */
export async function faultsOf(
  tx: Transaction,
  plan: Plan,
  given: GivenContent,
  note: string | undefined,
): Promise<Detail[]> {
  const { row, former, asked, changes, named, layout, workflow, effects } = plan;
  const content = settled({ ...asked, ...effects }, layout);
  const closes = changes.builtIn.includes('status') && categoryOf(workflow, asked.status ?? '') === 'Closed';
  const size = Buffer.byteLength(JSON.stringify(content.properties));
  return [
    ...faultsOfStep(workflow, former.status, asked.status, note),
    ...named.faults,
    ...faultsOfEditing(changes, editableIn(workflow, former.status ?? null), former.status, layout),
    ...faultsOfProperties(given.properties ?? {}, content.properties, layout),
    ...(size > largestProperties
      ? [{ code: 'InvalidProperty', message: 'Properties have more than 1 MiB.', target: 'properties' }]
      : []),
    ...(closes ? faultsOfClosing(content, layout, await uploadedBindings(tx, row.id)) : []),
  ];
}
