import type { Context } from '../../../kernel/http/context.ts';
import { noContent } from '../../../kernel/http/endpoint.ts';
import { fail, isFailed } from '../../../kernel/http/problem.ts';
import { twinHasChildren } from '../errors.ts';
import { q } from '../tables.ts';
import { raiseTwinEvent } from '../twin.events.ts';
import { rowOf } from '../twin.store.ts';

/** Marks a twin as deleted: from the next request on it is unknown to every API. */
export async function deleteTwin(twinId: string, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await rowOf(tx, twinId);
    const child = await tx.first(
      q.selectFrom('twins').select('id').where('parent_id', '=', twinId).where('deleted', 'is', null).limit(1),
    );
    if (child !== undefined) return fail(twinHasChildren);
    await tx.run(q.updateTable('twins').set({ deleted: context.now }).where('id', '=', twinId));
    await context.ports.jobs.cancelInTwin(tx, twinId);
    await raiseTwinEvent(context.ports.events.raise, tx, 'twins.twinDeleted.v1', row, context.caller.userId);
    return row;
  });
  return isFailed(outcome) ? outcome : noContent;
}
