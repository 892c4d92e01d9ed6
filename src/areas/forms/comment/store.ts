import { NoLongerThere } from '../../../api/http/problem.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { type ItemIds, names, newIds, uidOf } from '../item-id.ts';
import type { Asked } from '../paging.ts';
import { type CommentRow, type FormRow, q } from '../tables.ts';

/** A comment of a form by its id, long or bare. */
export async function findComment(db: Reader, formId: string, given: string): Promise<CommentRow | undefined> {
  const uid = uidOf(given);
  if (uid === undefined) return undefined;
  const row = await db.first(q.selectFrom('form_comments').selectAll().where('uid', '=', uid));
  return row?.form_id === formId && names(given, row) ? row : undefined;
}

interface NewComment {
  readonly text: string;
  /** The statuses of the step that it explains. */
  readonly from?: string | null;
  readonly to?: string | null;
  /** Of a comment that has been elsewhere. */
  readonly ids?: ItemIds;
}

export async function insertComment(
  tx: Transaction,
  form: Pick<FormRow, 'id' | 'twin_id'>,
  { text, from = null, to = null, ids }: NewComment,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<CommentRow> {
  const row: CommentRow = {
    ...(ids ?? newIds(form.twin_id, now)),
    twin_id: form.twin_id,
    form_id: form.id,
    position: nextSequence(now),
    text,
    note_from: from,
    note_to: to,
    created: now,
    created_by: userId,
  };
  await tx.run(q.insertInto('form_comments').values(row));
  return row;
}

/** Errors: `Gone`, when it was deleted since. */
export async function removeComment(tx: Transaction, id: string): Promise<void> {
  const deleted = await tx.run(q.deleteFrom('form_comments').where('id', '=', id));
  if (deleted === 0) throw new NoLongerThere(`Comment ${id} was deleted.`);
}

/** A page of the comments of a form, the newest first. */
export function commentsOf(db: Reader, formId: string, { top, after }: Asked): Promise<CommentRow[]> {
  let all = q.selectFrom('form_comments').selectAll().where('form_id', '=', formId);
  if (after) all = all.where(condition`(position, id) < (${Number(after[0])}, ${after[1]})`);
  return db.all(all.orderBy('position', 'desc').orderBy('id', 'desc').limit(top));
}
