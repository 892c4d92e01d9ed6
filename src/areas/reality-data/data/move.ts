import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { partsOfItemId } from '../../../std/item-id.ts';
import { type FoundData, manage } from '../access.ts';
import { alreadyThere, invalidChange, invalidMove, twinNotFound } from '../errors.ts';
import { findData, removeAssociation, twinsOf, updateData } from '../store.ts';
import type { DataRow } from '../tables.ts';
import { severalTwins } from './delete.ts';
import { homeOf } from './new-data.ts';

const refused = (...details: readonly Detail[]) => fail(invalidMove, { details });

/** Moves its folder or file into another twin of the organization. */
export async function moveData(target: FoundData, to: string, context: Context) {
  const { ports, caller, now } = context;
  const there = await twinAccess(context, to, twinNotFound, manage);
  if (isFailed(there)) return there;
  const twinId = there.twin.id;
  if (there.twin.accountId !== target.access.twin.accountId) {
    return refused(invalidChange('The twin belongs to another organization.', 'twinId'));
  }
  const outcome = await context.write(async (tx) => {
    const row = await findData(tx, target.row.id, ports);
    if (row === undefined) throw new NoLongerThere(`Reality data ${target.row.id} was deleted.`);
    if (row.twin_id === twinId) return fail(alreadyThere);
    const fault = await faultOf(tx, row, context);
    if (fault !== undefined) return refused(fault);
    const home = await homeOf(tx, { twinId, ownerId: caller.userId }, ports);
    const moved = await ports.files.trees.moveToTwin(tx, row.item_id, home, caller.userId);
    if (moved === 'deep') return refused(invalidChange('Its folders would lie too deep in the other twin.', 'twinId'));
    if (moved === 'locked') return refused(invalidChange('A file in it is locked by somebody else.', 'id'));
    await follow(tx, moved, twinId);
    await updateData(tx, row.id, { modified: now, version: row.version + 1 });
    return undefined;
  });
  return isFailed(outcome) ? outcome : noContent;
}

/** What lies in moved data and is reality data itself goes with it. */
async function follow(tx: Transaction, itemIds: readonly string[], twinId: string): Promise<void> {
  for (const item_id of itemIds) {
    const id = partsOfItemId(item_id)?.guid ?? '';
    const changed = await updateData(tx, id, { twin_id: twinId, item_id });
    if (changed > 0) await removeAssociation(tx, id, twinId);
  }
}

/** Why it stays where it is. */
async function faultOf(tx: Transaction, row: DataRow, { ports }: Context): Promise<Detail | undefined> {
  if ((await twinsOf(tx, row, ports)).length > 1) return severalTwins;
  if (row.workspace === 1) return invalidChange('The folder of a workspace cannot be moved.', 'id');
  for (const file of await ports.files.trees.walk(tx, row.item_id)) {
    const guid = partsOfItemId(file.id)?.guid;
    if (guid !== undefined && (await ports.models.find(tx, guid)) !== undefined) {
      return invalidChange(`It holds the model '${file.name}', and models stay in their twin.`, 'id');
    }
  }
  return undefined;
}
