import type { Static } from 'typebox';
import type { Context } from '../../api/http/context.ts';
import { fail, type Problem } from '../../api/http/problem.ts';
import type { Caller } from '../../kernel/callers/people.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { fold } from '../../std/text.ts';
import { fileLocked } from './errors.ts';
import type { itemUpdate } from './item/schema.ts';
import { isNameTaken, updateItem } from './item/store.ts';
import { takenName } from './rules.ts';
import type { ItemRow } from './tables.ts';

/** The refusal of a name that another item of the kind has. */
export const nameTaken = <C extends string>(exists: Problem<C>) => fail(exists, { details: takenName });

export const isLockedFor = (row: ItemRow, userId: string): boolean =>
  row.locked_by !== null && row.locked_by !== userId;

/** Refuses what only the holder of a file's lock may do. */
export const lockedFor = (row: ItemRow, { caller }: Pick<Context, 'caller'>) =>
  isLockedFor(row, caller.userId) ? fail(fileLocked) : undefined;

/** Stores a change that people see of an item: who made it, when, and one version more. */
export async function changeItem(
  tx: Transaction,
  row: ItemRow,
  change: Partial<ItemRow>,
  { caller, now }: { readonly caller: Pick<Caller, 'userId'>; readonly now: number },
): Promise<ItemRow> {
  const whole = { ...change, modified: now, modified_by: caller.userId, version: row.version + 1 };
  await updateItem(tx, row.id, whole);
  return { ...row, ...whole };
}

/** Renames an item or describes it anew; what stays the same changes nothing. */
export async function updateNames<C extends string>(
  tx: Transaction,
  row: ItemRow,
  { displayName: name = row.name, description = row.description }: Static<typeof itemUpdate>,
  exists: Problem<C>,
  context: Context,
) {
  if (name === row.name && description === row.description) return row;
  const named = { ...row, name, name_folded: fold(name) };
  if (row.parent_id !== null && (await isNameTaken(tx, named, row.parent_id))) return nameTaken(exists);
  return changeItem(tx, row, { name, name_folded: named.name_folded, description }, context);
}
