import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { q, type ReviewRow } from '../tables.ts';

/*
 * Reviews that outlive their runs. Each owns two files; that of the corrected sheet is the run's result, too, as long as the run is there.
 */

export const listReviews = (db: Reader, id: string): Promise<ReviewRow[]> =>
  db.all(q.selectFrom('pnid_reviews').selectAll().where('inference_id', '=', id).orderBy('sheet'));

export const findReview = (db: Reader, id: string, sheet: string): Promise<ReviewRow | undefined> =>
  db.first(q.selectFrom('pnid_reviews').selectAll().where('inference_id', '=', id).where('sheet', '=', sheet));

/** In the place of what was kept of the sheet; what nothing names any more is for the caller to remove. */
export async function putReview(tx: Transaction, row: ReviewRow): Promise<void> {
  const { inference_id: id, sheet } = row;
  await tx.run(q.deleteFrom('pnid_reviews').where('inference_id', '=', id).where('sheet', '=', sheet));
  await tx.run(q.insertInto('pnid_reviews').values(row));
}

/** Takes over the files of a review after a new run, and lets go of those of the former one. */
export async function renewReview(tx: Transaction, row: ReviewRow, { blobs }: Pick<Ports, 'blobs'>): Promise<void> {
  const former = await findReview(tx, row.inference_id, row.sheet);
  await putReview(tx, row);
  await blobs.take(tx, [row.recognised_blob_id]);
  if (former) await blobs.remove(tx, filesOf(former));
}

const filesOf = ({ recognised_blob_id, reviewed_blob_id }: ReviewRow): readonly string[] => [
  recognised_blob_id,
  reviewed_blob_id,
];

/** Removes files of a run, but those that reviews keep. */
export async function removeFiles(
  tx: Transaction,
  id: string,
  files: readonly string[],
  { blobs }: Pick<Ports, 'blobs'>,
): Promise<void> {
  const kept = new Set((await listReviews(tx, id)).flatMap(filesOf));
  await blobs.remove(
    tx,
    files.filter((file) => !kept.has(file)),
  );
}

export async function removeReviews(tx: Transaction, id: string, { blobs }: Pick<Ports, 'blobs'>): Promise<void> {
  const own = (await listReviews(tx, id)).flatMap(filesOf);
  await tx.run(q.deleteFrom('pnid_reviews').where('inference_id', '=', id));
  await blobs.remove(tx, own);
}
