import { type Located, twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import type { RawInput } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, type Problem } from '../../../api/http/problem.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { again, read } from '../access.ts';
import { changeItem, isLockedFor, nameTaken } from '../change.ts';
import { fileLocked, folderNotFound, invalidMove } from '../errors.ts';
import { tellSubscribers } from '../events.ts';
import { type ItemInTree, isNameTaken, locate, within } from '../item/store.ts';
import { heightOf } from '../list/depth-store.ts';
import { deepest, rootFault, tooDeep } from '../rules.ts';
import { fileKind, folderKind, type ItemRow } from '../tables.ts';
import { findLocksBelow } from './locks-store.ts';

const wrongTarget = (message: string) =>
  fail(invalidMove, { details: [{ code: 'InvalidValue', message, target: 'parentFolderId' }] });

/** The root folder stays where it is. */
export const checkMove = (_: RawInput, { resource }: Located<ItemInTree>): Detail[] =>
  resource.row.parent_id === null ? [rootFault('moved', 'folderId')] : [];

/** Moves a file, or a folder with everything in it, into another folder of the twin; one row changes. */
export function moveItem<C extends string>(
  target: Located<ItemInTree>,
  parentFolderId: string,
  exists: Problem<C>,
  context: Context,
) {
  return context.write(async (tx) => {
    const item = await again(tx, target.resource);
    const parent = await findTarget(tx, target, parentFolderId, context);
    if (isFailed(parent)) return parent;
    const { row } = item;
    if (parent.row.id === row.parent_id) return item;
    const above = within(parent);
    if (above.some((folder) => folder.id === row.id)) return wrongTarget('A folder cannot be moved into itself.');
    if (await isTooDeep(tx, item, parent)) return fail(invalidMove, { details: [tooDeep('parentFolderId')] });
    if (await isLocked(tx, row, context.caller.userId)) return fail(fileLocked);
    if (await isNameTaken(tx, row, parent.row.id)) return nameTaken(exists);
    const moved = await changeItem(tx, row, { parent_id: parent.row.id }, context);
    if (row.kind === fileKind) {
      await tellSubscribers(tx, 'storage.fileUpdated.v1', moved, context.caller.userId, context.ports);
    }
    return { row: moved, above };
  });
}

/** The folder to move into. Whether it lies in another twin is told only to those who see that twin. */
async function findTarget(tx: Transaction, { access }: Located<ItemInTree>, id: string, context: Context) {
  const parent = await locate(tx, id, folderKind);
  if (parent === undefined) return fail(folderNotFound);
  if (parent.row.twin_id === access.twin.id) return parent;
  const other = await twinAccess({ ...context, db: tx }, parent.row.twin_id, folderNotFound, read);
  const unseen = isFailed(other) && other.problem.status === folderNotFound.status;
  return unseen ? fail(folderNotFound) : wrongTarget('The folder belongs to another twin.');
}

async function isTooDeep(db: Reader, { row, above }: ItemInTree, parent: ItemInTree): Promise<boolean> {
  if (row.kind !== folderKind || parent.above.length < above.length) return false;
  return parent.above.length + 1 + (await heightOf(db, row.id)) > deepest;
}

async function isLocked(db: Reader, row: ItemRow, userId: string): Promise<boolean> {
  if (row.kind !== folderKind) return isLockedFor(row, userId);
  return (await findLocksBelow(db, row)).some((lock) => lock.locked_by !== userId);
}
