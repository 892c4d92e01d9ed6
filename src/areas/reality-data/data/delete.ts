import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { FoundData } from '../access.ts';
import { invalidChange, invalidDelete } from '../errors.ts';
import { findData, twinsOf } from '../store.ts';

/** Puts its folder or file into the recycle bin, from which it can be restored with everything that is known of it. */
export async function deleteData(target: FoundData, context: Context) {
  const { ports, caller } = context;
  const outcome = await context.write(async (tx) => {
    const row = await findData(tx, target.row.id, ports);
    if (row === undefined) throw new NoLongerThere(`Reality data ${target.row.id} was deleted.`);
    if ((await twinsOf(tx, row, ports)).length > 1) return fail(invalidDelete, { details: [severalTwins] });
    await ports.files.trees.recycle(tx, row.item_id, caller.userId);
  });
  return isFailed(outcome) ? outcome : noContent;
}

export const severalTwins = invalidChange('Reality data is associated with more than one twin.', 'id');
