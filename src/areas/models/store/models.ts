import type { StoredFile } from '../../../api/ports/files.ts';
import type { Model } from '../../../api/ports/models.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { isUuid } from '../../../std/ids.ts';
import { type ModelRow, q } from '../tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('models').selectAll().where('id', '=', p.id));
const ofTwin = prepared((p: { twin: string }) => q.selectFrom('models').selectAll().where('twin_id', '=', p.twin));

type WithFiles = { readonly files: Pick<Ports['files'], 'find' | 'findAll'> };

/** A model whatever became of its file. */
export const findRow = (db: Reader, id: string): Promise<ModelRow | undefined> => db.first(byId, { id });

/** A model whose file is in use. */
export async function findModel(db: Reader, id: string, { files }: WithFiles): Promise<Model | undefined> {
  const row = isUuid(id) ? await findRow(db, id.toLowerCase()) : undefined;
  const file = row && (await files.find(db, row.file_id));
  return row && file && modelOf(row, file);
}

/** The models of a twin whose files are in use, by name. */
export async function modelsOf(db: Reader, twinId: string, { files }: WithFiles): Promise<Model[]> {
  const rows = new Map((await db.all(ofTwin, { twin: twinId })).map((row) => [row.file_id, row]));
  const used = await files.findAll(db, twinId, [...rows.keys()]);
  const models = used.flatMap((file) => {
    const row = rows.get(file.id);
    return row ? [modelOf(row, file)] : [];
  });
  return models.sort((a, b) => byName.compare(a.displayName, b.displayName) || (a.id < b.id ? -1 : 1));
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const modelOf = (row: ModelRow, file: StoredFile): Model => ({
  id: row.id,
  twinId: row.twin_id,
  fileId: row.file_id,
  displayName: file.name,
});

export const insertModel = (tx: Transaction, row: ModelRow) => tx.run(q.insertInto('models').values(row));

export const setIdsBlob = (tx: Transaction, id: string, blob: string) =>
  tx.run(q.updateTable('models').set({ ids_blob: blob }).where('id', '=', id));

const renewing = prepared(() => q.selectFrom('models').select('id').where('renewal_job', 'is not', null).limit(1));

/** True while a version of any model is to be imported anew. */
export const isRenewing = async (db: Reader): Promise<boolean> => (await db.first(renewing, {})) !== undefined;

export const setRenewalJob = (tx: Transaction, id: string, job: string | null) =>
  tx.run(q.updateTable('models').set({ renewal_job: job }).where('id', '=', id));

export const deleteModel = (tx: Transaction, id: string) => tx.run(q.deleteFrom('models').where('id', '=', id));
