import { tableFormat } from '../../../engines/tables/params.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { q, type SourceKind, type TableFileRow } from '../tables.ts';

/** One version of what a table file is made of. */
export interface SourceVersion {
  readonly kind: SourceKind;
  readonly id: string;
  readonly version: string;
}

const one = prepared((p: { kind: SourceKind; id: string; version: string; format: number }) =>
  q
    .selectFrom('federation_tables')
    .selectAll()
    .where('source_kind', '=', p.kind)
    .where('source_id', '=', p.id)
    .where('version', '=', p.version)
    .where('format', '=', p.format),
);

export const findTableFile = (db: Reader, { kind, id, version }: SourceVersion): Promise<TableFileRow | undefined> =>
  db.first(one, { kind, id, version, format: tableFormat });

export const insertTableFile = (tx: Transaction, row: TableFileRow): Promise<number> =>
  tx.run(q.insertInto('federation_tables').values(row));

export const updateTableFile = (
  tx: Transaction,
  { kind, id, version }: SourceVersion,
  change: Partial<TableFileRow>,
): Promise<number> =>
  tx.run(
    q
      .updateTable('federation_tables')
      .set(change)
      .where('source_kind', '=', kind)
      .where('source_id', '=', id)
      .where('version', '=', version)
      .where('format', '=', tableFormat),
  );

/** Those that nobody has used since an instant. */
export const unusedTableFiles = (db: Reader, since: number): Promise<TableFileRow[]> =>
  db.all(q.selectFrom('federation_tables').selectAll().where('used', '<', since).limit(1000));

/** Table files of all versions of sources. */
export const tableFilesOf = (db: Reader, kind: SourceKind, ids: readonly string[]): Promise<TableFileRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.all(
        q
          .selectFrom('federation_tables')
          .selectAll()
          .where('source_kind', '=', kind)
          .where('source_id', 'in', [...ids]),
      );

export async function removeTableFiles(
  tx: Transaction,
  rows: readonly TableFileRow[],
  removeBlobs: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  await removeBlobs(
    tx,
    rows.flatMap(({ blob_id }) => blob_id ?? []),
  );
  for (const row of rows) {
    await tx.run(
      q
        .deleteFrom('federation_tables')
        .where('source_kind', '=', row.source_kind)
        .where('source_id', '=', row.source_id)
        .where('version', '=', row.version)
        .where('format', '=', row.format),
    );
  }
}
