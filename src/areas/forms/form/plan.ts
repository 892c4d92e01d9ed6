import type { Transaction } from '../../../kernel/db/database.ts';
import { entriesOf, record } from '../audit/audit.ts';
import { insertComment } from '../comment/store.ts';
import type { Layout } from '../layout/controls.ts';
import { loadLayout } from '../layout/store.ts';
import type { FormRow } from '../tables.ts';
import { findWorkflow } from '../workflow/store.ts';
import { categoryOf, transitionOf, type Workflow } from '../workflow/workflow.ts';
import type { ActorContext } from './actor-context.ts';
import { type Named, namedAssignees, namingIn } from './assignees.ts';
import { applied, type Changes, changesBetween, type GivenContent } from './changes.ts';
import { type Content, contentOf, nothing } from './content.ts';
import { mailFormChange } from './mail.ts';
import { raiseFormEvent } from './raise-event.ts';
import { settled } from './rules.ts';
import { changeForm } from './store.ts';

/** What a request would make of a form. */
export interface Plan {
  readonly row: FormRow;
  readonly former: Content;
  readonly asked: Content;
  readonly changes: Changes;
  readonly named: Named;
  readonly layout: Layout;
  readonly workflow: Workflow | undefined;
  /** What the step to another status sets besides. */
  readonly effects: Partial<Content>;
}

const day = 86_400_000;

/** The step that the request takes; undefined when the status stays. */
export const stepOf = ({ former, asked, workflow }: Pick<Plan, 'former' | 'asked' | 'workflow'>) =>
  former.status === asked.status || asked.status === undefined
    ? undefined
    : transitionOf(workflow, former.status ?? null, asked.status);

export async function planOf(tx: Transaction, row: FormRow, given: GivenContent, context: ActorContext): Promise<Plan> {
  const { ports, now } = context;
  const former = contentOf(row);
  const named = await namedAssignees(given, former, namingIn(tx, row.twin_id, ports));
  const asked = applied(former, given, named.known);
  const layout = await loadLayout(tx, row.definition_id, row.layout_version);
  const workflow = await findWorkflow(tx, row.twin_id, row);
  const { assign, dueInDays } = stepOf({ former, asked, workflow }) ?? {};
  const effects = {
    ...(assign && given.assignees === undefined ? await assigned(tx, row, assign, given, context) : {}),
    ...(dueInDays !== undefined && given.dueDate === undefined ? { dueDate: now + dueInDays * day } : {}),
  };
  return { row, former, asked, named, layout, workflow, effects, changes: changesBetween(former, asked) };
}

async function assigned(
  tx: Transaction,
  row: FormRow,
  assign: NonNullable<GivenContent['assignees']>,
  given: GivenContent,
  { ports }: ActorContext,
): Promise<Partial<Content>> {
  const { known } = await namedAssignees({ assignees: assign }, nothing, namingIn(tx, row.twin_id, ports));
  const assignees = known.assignees ?? undefined;
  return { assignees, ...(given.assignee === undefined ? { assignee: assignees?.[0] } : {}) };
}

/** Stores what a form becomes, and tells of it. */
export async function storePlan(
  tx: Transaction,
  { row, former, asked, changes, layout, workflow, effects }: Plan,
  note: string | undefined,
  { caller, now, ports, baseUrl }: ActorContext,
): Promise<FormRow> {
  const by = { userId: caller.userId, now };
  const content = settled({ ...asked, ...effects }, layout);
  const state = changes.builtIn.includes('status') ? categoryOf(workflow, content.status ?? '') : row.state;
  const changed = await changeForm(tx, row, content, state, by);
  const all = changesBetween(former, content);
  await record(tx, row, entriesOf({ content: former, state: row.state }, { content, state }, all), by);
  if (note !== undefined) {
    await insertComment(tx, row, { text: note, from: former.status ?? null, to: content.status ?? null }, by);
  }
  await raiseFormEvent(tx, 'forms.formUpdated.v1', changed, ports);
  await mailFormChange(tx, { row: changed, former, content, note, caller, baseUrl }, ports);
  return changed;
}
