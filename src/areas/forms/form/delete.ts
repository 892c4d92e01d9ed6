import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { record } from '../audit/audit.ts';
import type { FormRow } from '../tables.ts';
import { raiseFormEvent } from './raise-event.ts';
import { formAgain, markDeleted } from './store.ts';

/** Deletes a form; its rows stay for 60 days. */
export async function deleteForm({ resource }: Located<FormRow>, { write, caller, now, ports }: Context) {
  const outcome = await write(async (tx) => {
    const row = await formAgain(tx, resource.id);
    await markDeleted(tx, row.id, now);
    await record(tx, row, [{ action: 'Deleted', changes: [] }], { userId: caller.userId, now });
    await raiseFormEvent(tx, 'forms.formDeleted.v1', row, ports);
  });
  return isFailed(outcome) ? outcome : noContent;
}
