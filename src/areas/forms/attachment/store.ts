import { sql } from 'kysely';
import { NoLongerThere } from '../../../api/http/problem.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { readJson } from '../../../std/json.ts';
import { names, uidOf } from '../item-id.ts';
import { keyOf } from '../layout/controls.ts';
import type { Asked } from '../paging.ts';
import { type AttachmentRow, type PictureCopies, q } from '../tables.ts';

/** An attachment of a form by its id, long or bare. */
export async function findAttachment(db: Reader, formId: string, given: string): Promise<AttachmentRow | undefined> {
  const uid = uidOf(given);
  if (uid === undefined) return undefined;
  const row = await db.first(q.selectFrom('form_attachments').selectAll().where('uid', '=', uid));
  return row?.form_id === formId && names(given, row) ? row : undefined;
}

/** An attachment once more, in a transaction. Errors: `Gone`, when it was deleted since. */
export async function attachmentAgain(tx: Transaction, { form_id, id }: AttachmentRow): Promise<AttachmentRow> {
  const row = await findAttachment(tx, form_id, id);
  if (row === undefined) throw new NoLongerThere(`Attachment ${id} was deleted.`);
  return row;
}

/** The copies of a picture; undefined where they were not made yet. */
export const copiesOf = ({ copies }: Pick<AttachmentRow, 'copies'>): PictureCopies | undefined =>
  copies === null ? undefined : readJson(copies);

/** Every blob of an attachment. */
export const blobsOf = (row: Pick<AttachmentRow, 'blob_id' | 'copies'>): string[] =>
  [row.blob_id, copiesOf(row)?.small, copiesOf(row)?.large].flatMap((id) => id ?? []);

export const insertAttachment = (tx: Transaction, row: AttachmentRow): Promise<number> =>
  tx.run(q.insertInto('form_attachments').values(row));

export async function countAttachments(db: Reader, formId: string): Promise<number> {
  const count = q.selectFrom('form_attachments').select(sql<number>`count(*)`.as('number'));
  return Number((await db.first(count.where('form_id', '=', formId)))?.number ?? 0);
}

/** A page of the attachments of a form, the newest first. */
export function attachmentsOf(db: Reader, formId: string, { top, after }: Asked): Promise<AttachmentRow[]> {
  let all = q.selectFrom('form_attachments').selectAll().where('form_id', '=', formId);
  if (after) all = all.where(condition`(position, id) < (${Number(after[0])}, ${after[1]})`);
  return db.all(all.orderBy('position', 'desc').orderBy('id', 'desc').limit(top));
}

/** All attachments of a form, the first first. */
export const allAttachments = (db: Reader, formId: string): Promise<AttachmentRow[]> =>
  db.all(q.selectFrom('form_attachments').selectAll().where('form_id', '=', formId).orderBy('position').orderBy('id'));

/** The keys of controls that have a file. */
export async function uploadedBindings(db: Reader, formId: string): Promise<ReadonlySet<string>> {
  const bound = q.selectFrom('form_attachments').select('binding').where('form_id', '=', formId);
  const rows = await db.all(bound.where('blob_id', 'is not', null).where('binding', 'is not', null));
  return new Set(rows.map(({ binding }) => keyOf(binding ?? '')));
}
