import type { Detail } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { entriesOf, record } from '../audit/audit.ts';
import { idsFor, newIds } from '../item-id.ts';
import type { Layout } from '../layout/controls.ts';
import { loadLayout } from '../layout/store.ts';
import type { DefinitionRow, FormRow } from '../tables.ts';
import { findWorkflow } from '../workflow/store.ts';
import { categoryOf, editableAtFirst, firstStatus, isStart, type Workflow } from '../workflow/workflow.ts';
import type { ActorContext } from './actor-context.ts';
import { namedAssignees, namingIn } from './assignees.ts';
import { applied, changesBetween, type GivenContent, type Known } from './changes.ts';
import { type Content, nothing } from './content.ts';
import { mailFormChange } from './mail.ts';
import { prefixOf } from './number.ts';
import { raiseFormEvent } from './raise-event.ts';
import { faultsOfClosing, faultsOfEditing, faultsOfProperties, settled } from './rules.ts';
import { faultsOfSavedView } from './saved-view.ts';
import { insertForm, type NewForm, nextNumber } from './store.ts';

/** A form that is to be made. */
interface Made {
  readonly content: Content;
  readonly layout: Layout;
  readonly workflow: Workflow | undefined;
  readonly faults: readonly Detail[];
}

/** What the new form is to be, and whatever is against it. */
export async function newContent(
  tx: Transaction,
  given: GivenContent,
  definition: DefinitionRow,
  twinId: string,
  context: ActorContext,
): Promise<Made> {
  const layout = await loadLayout(tx, definition.id, definition.version);
  const workflow = await findWorkflow(tx, twinId, definition);
  const named = await namedAssignees(given, nothing, namingIn(tx, twinId, context.ports));
  const status = given.status ?? firstStatus(workflow);
  const asked = applied(nothing, { ...given, status }, named.known);
  const editable = editableAtFirst(workflow, status);
  const content = settled({ ...asked, ...responsibleOf(asked, named.known, context) }, layout);
  const faults = [
    ...definitionFaults(definition),
    ...(isStart(workflow, status) ? [] : [notAStart(status)]),
    ...named.faults,
    ...faultsOfEditing(changesBetween(nothing, asked), editable, status, layout),
    ...faultsOfProperties(given.properties ?? {}, content.properties, layout),
    ...(await faultsOfSavedView(tx, nothing, content, twinId, context)),
    ...(categoryOf(workflow, status) === 'Closed' ? faultsOfClosing(content, layout, new Set()) : []),
  ];
  return { content, layout, workflow, faults };
}

function definitionFaults({ status }: DefinitionRow): Detail[] {
  if (status === 'Approved') return [];
  const message = `Forms can be made of Approved definitions only; this one is ${status}.`;
  return [{ code: 'InvalidChange', message, target: 'formId' }];
}

const notAStart = (status: string): Detail => ({
  code: 'InvalidValue',
  message: `A form cannot begin with the status '${status}'.`,
  target: 'status',
});

/** Who makes a form is responsible for it unless the request says otherwise. */
function responsibleOf({ assignee, assignees }: Content, known: Known, { caller }: ActorContext) {
  const self = { id: caller.userId, displayName: caller.displayName, isRole: false };
  const first = known.assignee === undefined ? self : assignee;
  return { assignee: first, assignees: known.assignees === undefined ? first && [first] : assignees };
}

/** Stores the new form, and tells of it. */
export async function storeNew(
  tx: Transaction,
  { content, workflow }: Made,
  definition: DefinitionRow,
  twinId: string,
  { caller, now, ports, baseUrl }: ActorContext,
  uid?: string,
): Promise<FormRow> {
  const by = { userId: caller.userId, now };
  const state = categoryOf(workflow, content.status ?? '');
  const form: NewForm = {
    ...(uid === undefined ? newIds(twinId, now) : idsFor(twinId, uid)),
    twin_id: twinId,
    definition_id: definition.id,
    layout_version: definition.version,
    type: definition.type,
    discipline: definition.discipline,
    number: await nextNumber(tx, twinId, definition.prefix ?? prefixOf(definition.type)),
    state,
    created: now,
    created_by: by.userId,
    modified: now,
    modified_by: by.userId,
    revision: 1,
    deleted: null,
    due_told: null,
  };
  const row = await insertForm(tx, form, content);
  const changes = changesBetween(nothing, content);
  await record(tx, row, entriesOf({ content: nothing, state: undefined }, { content, state }, changes), by);
  await raiseFormEvent(tx, 'forms.formCreated.v1', row, ports);
  await mailFormChange(tx, { row, former: undefined, content, note: undefined, caller, baseUrl }, ports);
  return row;
}
