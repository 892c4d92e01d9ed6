import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { again } from '../access.ts';
import { fileLocked, invalidDeleteFolder } from '../errors.ts';
import { tellSubscribers } from '../events.ts';
import { type ItemInTree, updateItem } from '../item/store.ts';
import { recycled } from '../recycle-bin/put.ts';
import { rootFault } from '../rules.ts';
import { findLocksBelow } from './locks-store.ts';

/** Puts a folder with everything in it into the recycle bin; the locks in it end. */
export async function deleteFolder(target: Located<ItemInTree>, context: Context) {
  const { caller, now } = context;
  const outcome = await context.write(async (tx) => {
    const folder = await again(tx, target.resource);
    const { row } = folder;
    if (row.parent_id === null) return fail(invalidDeleteFolder, { details: [rootFault('deleted', 'folderId')] });
    const locks = await findLocksBelow(tx, row);
    if (locks.some((lock) => lock.locked_by !== caller.userId)) return fail(fileLocked);
    for (const { file } of locks) await updateItem(tx, file, { locked_by: null });
    await tellSubscribers(tx, 'storage.fileDeleted.v1', row, caller.userId, context.ports);
    await updateItem(tx, row.id, recycled(folder, now));
  });
  return isFailed(outcome) ? outcome : noContent;
}
