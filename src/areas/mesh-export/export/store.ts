import type { Page } from '../../../api/query/paging.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { pick, prepared } from '../../../kernel/db/query.ts';
import { type ExportRow, exportColumns, type MeshFileRow, q } from '../tables.ts';
import type { RequestableType } from '../types.ts';

type Same = Pick<ExportRow, 'model_id' | 'changeset_id' | 'type' | 'asked' | 'exporter_version'>;

const byId = prepared((p: { id: string }) => q.selectFrom('mesh_exports').selectAll().where('id', '=', p.id));
const equal = prepared((p: Same) =>
  q
    .selectFrom('mesh_exports')
    .selectAll()
    .where('model_id', '=', p.model_id)
    .where('changeset_id', '=', p.changeset_id)
    .where('type', '=', p.type)
    .where('asked', '=', p.asked)
    .where('exporter_version', '=', p.exporter_version)
    .where('status', '<>', 'Invalid'),
);
const insert = prepared((p: ExportRow) => q.insertInto('mesh_exports').values(pick(p, ...exportColumns)));
const openOfJob = prepared((p: { job: string }) =>
  q
    .selectFrom('mesh_exports')
    .selectAll()
    .where('job_id', '=', p.job)
    .where('status', 'in', ['NotStarted', 'InProgress'])
    .orderBy('id'),
);
const waiting = prepared((p: { model: string; changeset: string }) =>
  q
    .selectFrom('mesh_exports')
    .selectAll()
    .where('model_id', '=', p.model)
    .where('changeset_id', '=', p.changeset)
    .where('status', '=', 'NotStarted'),
);

export const findExport = (db: Reader, id: string): Promise<ExportRow | undefined> => db.first(byId, { id });

/** One that a request for the same would be answered with. */
export const findEqual = (db: Reader, same: Same): Promise<ExportRow | undefined> => db.first(equal, same);

export const insertExport = (tx: Transaction, row: ExportRow) => tx.run(insert, row);

export const updateExports = (tx: Transaction, ids: readonly string[], change: Partial<ExportRow>) =>
  tx.run(q.updateTable('mesh_exports').set(change).where('id', 'in', ids));

/** Those that a job is to make and has not. */
export const openExports = (db: Reader, job: string): Promise<ExportRow[]> => db.all(openOfJob, { job });

/** Those of a changeset that nobody has begun to make. */
export const waitingExports = (db: Reader, model: string, changeset: string): Promise<ExportRow[]> =>
  db.all(waiting, { model, changeset });

export const exportsOfModel = (db: Reader, model: string): Promise<ExportRow[]> =>
  db.all(q.selectFrom('mesh_exports').selectAll().where('model_id', '=', model));

/** Automatic ones of a model and type that nobody asked for, newest version first, from the `kept`th on. */
export const automaticBeyond = (db: Reader, model: string, type: RequestableType, kept: number): Promise<ExportRow[]> =>
  db.all(
    q
      .selectFrom('mesh_exports')
      .selectAll()
      .where('model_id', '=', model)
      .where('type', '=', type)
      .where('automatic', '=', 1)
      .where('kept', '=', 0)
      .orderBy('changeset_index', 'desc')
      .orderBy('created', 'desc')
      .limit(1000)
      .offset(kept),
  );

/** Models of which a person started exports. */
export const modelsExportedBy = async (db: Reader, user: string): Promise<string[]> =>
  (await db.all(q.selectFrom('mesh_exports').select('model_id').distinct().where('created_by', '=', user))).map(
    (row) => row.model_id,
  );

export interface ExportFilter {
  readonly models: readonly string[];
  readonly createdBy?: string;
  readonly changesetId?: string;
  readonly type?: RequestableType;
  /** By time; absent: by version and time, newest first. */
  readonly order?: 'asc' | 'desc';
}

/** One row more than the page, where there are more. */
export function listExportRows(db: Reader, filter: ExportFilter, { skip, top }: Page): Promise<ExportRow[]> {
  const { models, createdBy, changesetId, type, order } = filter;
  let query = q.selectFrom('mesh_exports').selectAll().where('model_id', 'in', models);
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy);
  if (changesetId !== undefined) query = query.where('changeset_id', '=', changesetId);
  if (type !== undefined) query = query.where('type', '=', type);
  if (order === undefined) query = query.orderBy('changeset_index', 'desc');
  query = query.orderBy('changed', order ?? 'desc').orderBy('id');
  return db.all(query.limit(top + 1).offset(skip));
}

const rowsPerInsert = 500;

export async function insertFiles(tx: Transaction, rows: readonly MeshFileRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsPerInsert) {
    await tx.run(q.insertInto('mesh_files').values(rows.slice(first, first + rowsPerInsert)));
  }
}

const filesOf = prepared((p: { id: string }) =>
  q.selectFrom('mesh_files').selectAll().where('export_id', '=', p.id).orderBy('name'),
);
const oneFile = prepared((p: { id: string; name: string }) =>
  q.selectFrom('mesh_files').selectAll().where('export_id', '=', p.id).where('name', '=', p.name),
);

/** By name. */
export const listFiles = (db: Reader, id: string): Promise<MeshFileRow[]> => db.all(filesOf, { id });

export const findFile = (db: Reader, id: string, name: string): Promise<MeshFileRow | undefined> =>
  db.first(oneFile, { id, name });
