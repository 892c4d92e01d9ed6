import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { inTwinBy } from '../../../kernel/audit.ts';
import { twinHasChildren } from '../errors.ts';
import { q } from '../tables.ts';
import { raiseTwinEvent } from './events.ts';
import { factsOf, rowOf } from './store.ts';

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
    const about = { type: 'Twin', id: twinId, name: row.display_name } as const;
    await context.ports.audit.record(tx, { action: 'twin.deleted', ...inTwinBy(factsOf(row), context.by), about });
    await raiseTwinEvent(context.ports.events.raise, tx, 'twins.twinDeleted.v1', row, context.caller.userId);
    if (row.sandbox_id === row.id) await context.ports.sandboxes.end(tx, factsOf(row), context);
    return row;
  });
  return isFailed(outcome) ? outcome : noContent;
}
