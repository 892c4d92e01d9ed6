import type { Transaction } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { entriesOf, record } from '../audit.ts';
import { insertComment } from '../comment.store.ts';
import { changeForm } from '../form.store.ts';
import type { Layout } from '../layout/controls.ts';
import { loadLayout } from '../layout/store.ts';
import { tellOfForm } from '../mail.ts';
import type { FormRow } from '../tables.ts';
import { categoryOf, type Workflow } from '../workflow/workflow.ts';
import { findWorkflow } from '../workflow.store.ts';
import { type Named, namedAssignees, namingIn } from './assignees.ts';
import { applied, type Changes, changesBetween, type GivenContent } from './changes.ts';
import { type Content, contentOf } from './content.ts';
import { settled } from './rules.ts';
import { tellForm } from './tell.ts';

/** What a request would make of a form. */
export interface Plan {
  readonly row: FormRow;
  readonly former: Content;
  readonly asked: Content;
  readonly changes: Changes;
  readonly named: Named;
  readonly layout: Layout;
  readonly workflow: Workflow | undefined;
}

export async function planOf(tx: Transaction, row: FormRow, given: GivenContent, { ports }: Context): Promise<Plan> {
  const former = contentOf(row);
  const named = await namedAssignees(given, former, namingIn(tx, row.twin_id, ports));
  const asked = applied(former, given, named.known);
  const layout = await loadLayout(tx, row.definition_id, row.layout_version);
  const workflow = await findWorkflow(tx, row.twin_id, row);
  return { row, former, asked, named, layout, workflow, changes: changesBetween(former, asked) };
}

/** Stores what a form becomes, and tells of it. */
export async function storePlan(
  tx: Transaction,
  { row, former, asked, changes, layout, workflow }: Plan,
  note: string | undefined,
  { caller, now, ports, baseUrl }: Context,
): Promise<FormRow> {
  const by = { userId: caller.userId, now };
  const content = settled(asked, layout);
  const state = changes.builtIn.includes('status') ? categoryOf(workflow, content.status ?? '') : row.state;
  const changed = await changeForm(tx, row, content, state, by);
  const all = changesBetween(former, content);
  await record(tx, row, entriesOf({ content: former, state: row.state }, { content, state }, all), by);
  if (note !== undefined) {
    await insertComment(tx, row, { text: note, from: former.status ?? null, to: content.status ?? null }, by);
  }
  await tellForm(tx, 'forms.formUpdated.v1', changed, ports);
  await tellOfForm(tx, { row: changed, former, content, note, caller, baseUrl }, ports);
  return changed;
}
