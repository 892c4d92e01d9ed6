import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { noContent } from '../../../kernel/http/endpoint.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import { record } from '../audit.ts';
import { formAgain, markDeleted } from '../form.store.ts';
import type { FormRow } from '../tables.ts';
import { tellForm } from './tell.ts';

/** Deletes a form; its rows stay for 60 days. */
export async function deleteForm({ resource }: Found<FormRow>, { write, caller, now, ports }: Context) {
  const outcome = await write(async (tx) => {
    const row = await formAgain(tx, resource.id);
    await markDeleted(tx, row.id, now);
    await record(tx, row, [{ action: 'Deleted', changes: [] }], { userId: caller.userId, now });
    await tellForm(tx, 'forms.formDeleted.v1', row, ports);
  });
  return isFailed(outcome) ? outcome : noContent;
}
