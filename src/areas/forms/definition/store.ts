import { sql } from 'kysely';
import { NoLongerThere } from '../../../api/http/problem.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { fold, likeLiteral } from '../../../std/text.ts';
import { names, uidOf } from '../item-id.ts';
import type { Asked } from '../paging.ts';
import { type DefinitionRow, type DefinitionStatus, type ImageRow, q } from '../tables.ts';

const byUid = prepared((p: { uid: string }) => q.selectFrom('form_definitions').selectAll().where('uid', '=', p.uid));

/** A definition by its id, long or bare. */
export async function findDefinition(db: Reader, given: string): Promise<DefinitionRow | undefined> {
  const uid = uidOf(given);
  const row = uid === undefined ? undefined : await db.first(byUid, { uid });
  return row && names(given, row) ? row : undefined;
}

/** A definition once more, in a transaction. Errors: `Gone`, when it was deleted since. */
export async function definitionAgain(tx: Transaction, id: string): Promise<DefinitionRow> {
  const row = await findDefinition(tx, id);
  if (row === undefined) throw new NoLongerThere(`Form definition ${id} was deleted.`);
  return row;
}

/** The twins that may use a definition besides its owner, the longest first. */
export async function sharedInto(db: Reader, definitionId: string): Promise<string[]> {
  const shares = q.selectFrom('form_definition_shares').select('twin_id').where('definition_id', '=', definitionId);
  return (await db.all(shares.orderBy('created').orderBy('twin_id'))).map((row) => row.twin_id);
}

export const nameColumns = (name: string) => ({ name, name_folded: fold(name) });

export const insertDefinition = (tx: Transaction, row: DefinitionRow): Promise<number> =>
  tx.run(q.insertInto('form_definitions').values(row));

type Change = Partial<Omit<DefinitionRow, 'id' | 'revision' | 'modified' | 'modified_by'>>;

/** Stores a change; answers the row as it is then. */
export async function changeDefinition(
  tx: Transaction,
  row: DefinitionRow,
  change: Change,
  by: { readonly userId: string; readonly now: number },
): Promise<DefinitionRow> {
  const whole = { ...change, modified: by.now, modified_by: by.userId, revision: row.revision + 1 };
  await tx.run(q.updateTable('form_definitions').set(whole).where('id', '=', row.id));
  return { ...row, ...whole };
}

export interface DefinitionFilter {
  readonly twinId: string;
  readonly type: string | undefined;
  readonly discipline: string | undefined;
  readonly status: DefinitionStatus | undefined;
  readonly search: string | undefined;
}

/** The definitions of a twin and those shared into it, by name. */
export function definitionsOf(db: Reader, filter: DefinitionFilter, { top, after }: Asked): Promise<DefinitionRow[]> {
  const { twinId, type, discipline, status, search } = filter;
  const shared = q.selectFrom('form_definition_shares').select('definition_id as id').where('twin_id', '=', twinId);
  // a union: for an `or` PostgreSQL would read all definitions
  const ids = q.selectFrom('form_definitions').select('id').where('twin_id', '=', twinId).unionAll(shared);
  let all = q.selectFrom('form_definitions').selectAll().where('id', 'in', ids);
  if (type !== undefined) all = all.where('type', '=', type);
  if (discipline !== undefined) all = all.where('discipline', '=', discipline);
  if (status !== undefined) all = all.where('status', '=', status);
  if (search !== undefined) {
    all = all.where(condition`name_folded like ${`%${likeLiteral(fold(search))}%`} escape '\\'`);
  }
  if (after) all = all.where(condition`(name_folded, id) > (${after[0]}, ${after[1]})`);
  return db.all(all.orderBy('name_folded').orderBy('id').limit(top));
}

export const imagesOf = (db: Reader, definitionId: string): Promise<ImageRow[]> =>
  db.all(q.selectFrom('form_images').selectAll().where('definition_id', '=', definitionId).orderBy('file_id'));

export const findImage = (db: Reader, definitionId: string, fileId: number): Promise<ImageRow | undefined> =>
  db.first(
    q.selectFrom('form_images').selectAll().where('definition_id', '=', definitionId).where('file_id', '=', fileId),
  );

/** Forms made with a definition: those in use, and all that are still stored. */
export async function countForms(db: Reader, definitionId: string): Promise<{ live: number; stored: number }> {
  const row = await db.first(
    q
      .selectFrom('forms')
      .select([sql<number>`count(*)`.as('stored'), sql<number>`count(deleted)`.as('deleted')])
      .where('definition_id', '=', definitionId),
  );
  const stored = Number(row?.stored ?? 0);
  return { stored, live: stored - Number(row?.deleted ?? 0) };
}

/** Takes a definition out of the tables with its layouts, images and shares. Answers the blobs of the images. */
export async function deleteDefinitionRows(tx: Transaction, id: string): Promise<string[]> {
  const images = await imagesOf(tx, id);
  for (const table of ['form_layouts', 'form_images', 'form_definition_shares'] as const) {
    await tx.run(q.deleteFrom(table).where('definition_id', '=', id));
  }
  await tx.run(q.deleteFrom('form_definitions').where('id', '=', id));
  return images.map((image) => image.blob_id);
}
