import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere, type Problem } from '../../../api/http/problem.ts';
import { findRecycled } from '../access.ts';
import { nameTaken } from '../change.ts';
import { tellSubscribers } from '../events.ts';
import { isNameTaken, locate, updateItem } from '../item/store.ts';
import { ensureRoot } from '../list/root-store.ts';
import { folderKind, type ItemRow } from '../tables.ts';

/** Brings an entry back into the folder where it was, or into the root folder when that cannot be reached any more. */
export async function restoreItem<C extends string>(
  { resource }: Located<ItemRow>,
  exists: Problem<C>,
  context: Context,
) {
  const outcome = await context.write(async (tx) => {
    const row = await findRecycled(tx, resource.id, resource.kind);
    if (row === undefined) throw new NoLongerThere(`Item ${resource.id} was deleted.`);
    const former = await locate(tx, row.parent_id ?? '', folderKind);
    const parent = former?.row ?? (await ensureRoot(tx, row.twin_id, context.caller.userId, context.now));
    if (await isNameTaken(tx, row, parent.id)) return nameTaken(exists);
    const back = { ...row, parent_id: parent.id };
    await tellSubscribers(tx, 'storage.fileUpdated.v1', back, context.caller.userId, context.ports);
    const change = { state: 'live', parent_id: parent.id, recycled: null, recycled_path: null } as const;
    return updateItem(tx, row.id, { ...change, version: row.version + 1 });
  });
  return isFailed(outcome) ? outcome : noContent;
}
