import type { Transaction } from '../../../kernel/db/database.ts';
import { itemIdOf, partsOfItemId } from '../../../std/item-id.ts';
import { fold } from '../../../std/text.ts';
import { isLockedFor } from '../change.ts';
import { tellSubscribers } from '../events.ts';
import { findLocksBelow } from '../folder/locks-store.ts';
import { type ItemInTree, isNameTaken, updateItem } from '../item/store.ts';
import { heightOf } from '../list/depth-store.ts';
import { freeFolderName, numberedName } from '../names.ts';
import { deepest } from '../rules.ts';
import { fileKind, folderKind, type ItemRow } from '../tables.ts';
import type { Writing } from './put.ts';
import { wholeTree } from './store.ts';

/**
 * Moves an item with everything in it into a folder of another twin, what of it lies in the recycle bin too. Subscribers of
 * the one twin hear that it went, those of the other that files came.
 */
export async function moveTree(
  tx: Transaction,
  { row }: ItemInTree,
  parent: ItemInTree,
  by: Writing,
): Promise<readonly ItemRow[] | 'deep' | 'locked'> {
  const depth = parent.above.length + 1 + (row.kind === folderKind ? await heightOf(tx, row.id) : 0);
  if (row.kind === folderKind && depth > deepest) return 'deep';
  const locks =
    row.kind === folderKind ? (await findLocksBelow(tx, row)).map((lock) => lock.locked_by) : [row.locked_by];
  if (isLockedFor(row, by.userId) || locks.some((holder) => holder !== null && holder !== by.userId)) return 'locked';
  const twinId = parent.row.twin_id;
  const idOf = (id: string) => itemIdOf({ twinId, guid: partsOfItemId(id)?.guid ?? '' });
  await tellSubscribers(tx, 'storage.fileDeleted.v1', row, by.userId, by.ports);
  const name = await freeNameIn(tx, row, parent.row.id);
  const moved: ItemRow[] = [];
  for (const one of await wholeTree(tx, row.id)) {
    const isTop = one.id === row.id;
    const next: ItemRow = {
      ...one,
      id: idOf(one.id),
      twin_id: twinId,
      version: one.version + 1,
      parent_id: isTop ? parent.row.id : idOf(one.parent_id ?? ''),
      ...(isTop ? { name, name_folded: fold(name), modified: by.now, modified_by: by.userId } : {}),
    };
    await updateItem(tx, one.id, next);
    moved.push(next);
  }
  for (const file of moved) {
    if (file.kind !== fileKind || file.state !== 'live') continue;
    await tellSubscribers(tx, 'storage.fileCreated.v1', file, by.userId, by.ports);
  }
  return moved;
}

async function freeNameIn(tx: Transaction, row: ItemRow, parentId: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = row.kind === fileKind ? numberedName(row.name, number - 1) : freeFolderName(row.name, number);
    if (!(await isNameTaken(tx, { ...row, name }, parentId))) return name;
  }
}
