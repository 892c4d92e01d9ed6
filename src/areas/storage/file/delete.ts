import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { findDeletable } from '../access.ts';
import { lockedFor } from '../change.ts';
import { tellSubscribers } from '../events.ts';
import { type ItemInTree, updateItem } from '../item/store.ts';
import { recycled } from '../recycle-bin/put.ts';
import { q } from '../tables.ts';

/** Puts a file into the recycle bin; one that was never completed is removed at once. */
export async function deleteFile({ resource }: Located<ItemInTree>, context: Context) {
  const { id } = resource.row;
  const outcome = await context.write(async (tx) => {
    const file = await findDeletable(tx, id, context.now);
    if (file === undefined) throw new NoLongerThere(`File ${id} was deleted.`);
    const refusal = lockedFor(file.row, context);
    if (refusal) return refusal;
    if (file.row.upload_id !== null) await context.ports.blobs.remove(tx, [file.row.upload_id]);
    if (file.row.state === 'pending') return tx.run(q.deleteFrom('storage_items').where('id', '=', id));
    await tellSubscribers(tx, 'storage.fileDeleted.v1', file.row, context.caller.userId, context.ports);
    return updateItem(tx, id, recycled(file, context.now));
  });
  return isFailed(outcome) ? outcome : noContent;
}
