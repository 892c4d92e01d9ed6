import type { Artefacts, Changeset } from '../../../api/ports/models.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { pick, prepared } from '../../../kernel/db/query.ts';
import { readJson } from '../../../std/json.ts';
import { type ChangesetRow, changesetColumns, q } from '../tables.ts';

const all = prepared((p: { model: string }) =>
  q.selectFrom('model_changesets').selectAll().where('model_id', '=', p.model).orderBy('idx'),
);
const byId = prepared((p: { model: string; id: string }) =>
  q.selectFrom('model_changesets').selectAll().where('model_id', '=', p.model).where('id', '=', p.id),
);
const byIndex = prepared((p: { model: string; idx: number }) =>
  q.selectFrom('model_changesets').selectAll().where('model_id', '=', p.model).where('idx', '=', p.idx),
);
const newest = prepared((p: { model: string }) =>
  q.selectFrom('model_changesets').selectAll().where('model_id', '=', p.model).orderBy('idx', 'desc').limit(1),
);
const newestReady = prepared((p: { model: string }) =>
  q
    .selectFrom('model_changesets')
    .selectAll()
    .where('model_id', '=', p.model)
    .where('state', '=', 'Ready')
    .orderBy('idx', 'desc')
    .limit(1),
);
const olderThan = prepared((p: { format: number }) =>
  q
    .selectFrom('model_changesets')
    .selectAll()
    .where('format', '<', p.format)
    .where('state', '=', 'Ready')
    .where((eb) => eb.or([eb('renewal_failed', 'is', null), eb('renewal_failed', '<', p.format)]))
    .orderBy('pushed', 'desc')
    .limit(1),
);
const byContent = prepared((p: { blob: string }) =>
  q.selectFrom('model_changesets').select('model_id').where('content_blob', '=', p.blob).limit(1),
);
const insert = prepared((p: ChangesetRow) => q.insertInto('model_changesets').values(pick(p, ...changesetColumns)));

export const changesetsOf = (db: Reader, model: string): Promise<ChangesetRow[]> => db.all(all, { model });

/** By id (40 hex digits, in any case) or index. */
export function findChangeset(db: Reader, model: string, which: string | number): Promise<ChangesetRow | undefined> {
  const text = String(which);
  if (/^[0-9a-f]{40}$/i.test(text)) return db.first(byId, { model, id: text.toLowerCase() });
  return /^[1-9]\d{0,8}$/.test(text) ? db.first(byIndex, { model, idx: Number(text) }) : Promise.resolve(undefined);
}

export const newestOf = (db: Reader, model: string): Promise<ChangesetRow | undefined> => db.first(newest, { model });

export const newestReadyOf = (db: Reader, model: string): Promise<ChangesetRow | undefined> =>
  db.first(newestReady, { model });

/** The newest Ready one of all models whose artefacts are of an older format, and can be made anew as far as is known. */
export const newestOlderThan = (db: Reader, format: number): Promise<ChangesetRow | undefined> =>
  db.first(olderThan, { format });

/** True when a changeset has this blob as its content. */
export const isContent = async (db: Reader, blob: string): Promise<boolean> =>
  (await db.first(byContent, { blob })) !== undefined;

export const insertChangeset = (tx: Transaction, row: ChangesetRow) => tx.run(insert, row);

export const updateChangeset = (
  tx: Transaction,
  { model_id, idx }: Pick<ChangesetRow, 'model_id' | 'idx'>,
  change: Partial<ChangesetRow>,
) => tx.run(q.updateTable('model_changesets').set(change).where('model_id', '=', model_id).where('idx', '=', idx));

export const deleteChangesets = (tx: Transaction, model: string) =>
  tx.run(q.deleteFrom('model_changesets').where('model_id', '=', model));

/** A changeset as other areas see it. */
export const changesetOf = (row: ChangesetRow): Changeset => ({
  id: row.id,
  modelId: row.model_id,
  twinId: row.twin_id,
  index: row.idx,
  state: row.state,
  error: faultOf(row),
  displayName: row.display_name,
  pushed: Number(row.pushed),
  creatorId: row.creator_id,
});

export const faultOf = ({ error_line: line, error_reason: reason }: ChangesetRow) =>
  reason === null ? null : { ...(line === null ? {} : { line }), reason };

export const artefactsOf = (row: ChangesetRow): Artefacts | undefined =>
  row.state === 'Ready' && row.snapshot_blob !== null
    ? { snapshot: row.snapshot_blob, geometry: geometryOf(row), geometryRefused: row.geometry_refused }
    : undefined;

export const geometryOf = (row: ChangesetRow): string[] =>
  row.geometry_blobs === null ? [] : readJson(row.geometry_blobs);

/** Every blob that belongs to a changeset. */
export const blobsOf = (row: ChangesetRow): string[] => [row.content_blob, ...artefactBlobsOf(row)];

/** The blobs that its import made. */
export const artefactBlobsOf = (row: ChangesetRow): string[] => [
  ...(row.snapshot_blob === null ? [] : [row.snapshot_blob]),
  ...geometryOf(row),
];
