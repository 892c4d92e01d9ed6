import type { Caller } from '../../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import type { Removal } from '../store.ts';
import { type ImportRow, q } from '../tables.ts';

export const importPlace = { area: 'archives', container: 'imports' } as const;

const imports = q.selectFrom('archive_imports').selectAll();

/** Those of who asks, in the mode in which they ask. */
export const importsOf = ({ userId, mode }: Pick<Caller, 'userId' | 'mode'>) =>
  imports.where('created_by', '=', userId).where('mode', '=', mode ?? 'Production');

export const importOf = (db: Reader, caller: Pick<Caller, 'userId' | 'mode'>, id: string) =>
  db.first(importsOf(caller).where('id', '=', id));

export const findImport = (db: Reader, id: string): Promise<ImportRow | undefined> =>
  db.first(imports.where('id', '=', id));

export async function updateImport(tx: Transaction, id: string, change: Partial<ImportRow>): Promise<void> {
  await tx.run(q.updateTable('archive_imports').set(change).where('id', '=', id));
}

/** Imports of a person whose files are kept, or waited for. */
export async function keptImports(db: Reader, userId: string, most: number): Promise<number> {
  const kept = q
    .selectFrom('archive_imports')
    .select('id')
    .where('created_by', '=', userId)
    .where('state', 'in', ['AwaitingUpload', 'Checking', 'Ready']);
  return (await db.all(kept.limit(most))).length;
}

/** Removes the file of an import, whole or begun. */
export async function removeUpload(tx: Transaction, row: ImportRow, blobs: Pick<Removal, 'remove'>): Promise<void> {
  if (row.blob_id === null) return;
  await blobs.remove(tx, [row.blob_id]);
  await updateImport(tx, row.id, { blob_id: null });
}
