import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { findRecycled } from '../access.ts';
import { tellSubscribers } from '../events.ts';
import { updateItem } from '../item/store.ts';
import type { ItemRow } from '../tables.ts';

/** Deletes an entry for good; its rows and bytes are removed in the background. */
export async function deleteForGood({ resource }: Located<ItemRow>, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findRecycled(tx, resource.id, resource.kind);
    if (row === undefined) throw new NoLongerThere(`Item ${resource.id} was deleted.`);
    await tellSubscribers(tx, 'storage.fileDeleted.v1', row, context.caller.userId, context.ports);
    await updateItem(tx, row.id, { state: 'gone' });
  });
  return isFailed(outcome) ? outcome : noContent;
}
