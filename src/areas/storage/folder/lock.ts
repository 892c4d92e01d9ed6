import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { linksOf } from '../../../api/query/paging.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { again } from '../access.ts';
import { isLockedFor } from '../change.ts';
import { fileLocked, fileNotFound } from '../errors.ts';
import { type filesLock, mostLocked } from '../item/schema.ts';
import { type ItemInTree, updateItem } from '../item/store.ts';
import { fileView, folderAddress, viewContext } from '../item/view.ts';
import { pathBelow } from '../list/folder.ts';
import { fileKind, type ItemRow, q, states } from '../tables.ts';

type Body = Static<typeof filesLock>;

/** Locks or unlocks files directly in a folder: the named ones, or all. */
export async function setLocks(target: Located<ItemInTree>, { fileIds }: Body, lock: boolean, context: Context) {
  const { caller, baseUrl } = context;
  const outcome = await context.write(async (tx) => {
    const folder = await again(tx, target.resource);
    const files = await filesIn(tx, folder.row.id, fileIds ?? undefined);
    if (files === undefined) return fail(fileNotFound);
    if (lock && files.some((file) => isLockedFor(file, caller.userId))) return fail(fileLocked);
    const locked_by = lock ? caller.userId : null;
    const rows: ItemRow[] = [];
    for (const file of files) rows.push(await setLock(tx, file, locked_by));
    return rows;
  });
  if (isFailed(outcome)) return outcome;
  const shown = outcome.slice(0, mostLocked);
  const view = await viewContext(context, target.access.twin, shown);
  const pathOfChild = pathBelow(target.resource);
  const { id } = target.resource.row;
  const page = { skip: 0, top: mostLocked };
  return reply(200, {
    files: shown.map((row) => fileView(row, pathOfChild(row), view)),
    _links: linksOf(`${folderAddress(baseUrl, id)}/files`, {}, page, outcome.length > mostLocked),
  });
}

/** The named files of a folder, or all; undefined when one of them is not a file directly in it. */
async function filesIn(tx: Transaction, parent: string, ids: readonly string[] | undefined) {
  const all = q
    .selectFrom('storage_items')
    .selectAll()
    .where('parent_id', '=', parent)
    .where('kind', '=', fileKind)
    .where('state', '=', states.live)
    .orderBy('name_folded');
  if (ids === undefined) return tx.all(all);
  const wanted = [...new Set(ids)];
  const found = await tx.all(all.where('id', 'in', wanted));
  return found.length === wanted.length ? found : undefined;
}

async function setLock(tx: Transaction, row: ItemRow, locked_by: string | null): Promise<ItemRow> {
  if (row.locked_by === locked_by) return row;
  const change = { locked_by, version: row.version + 1 };
  await updateItem(tx, row.id, change);
  return { ...row, ...change };
}
