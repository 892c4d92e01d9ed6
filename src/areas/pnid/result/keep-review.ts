import { NoLongerThere } from '../../../api/http/problem.ts';
import { pageOf } from '../../../engines/drawings/names.ts';
import type { Prediction } from '../../../engines/drawings/prediction.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { correctionsIn } from '../corrections/found.ts';
import { putCorrections } from '../store/corrections.ts';
import { findReview, putReview } from '../store/preserved-review.ts';
import { findInput, findResult, listSheets } from '../store/runs.ts';
import { putTags, tagsOf } from '../store/tags.ts';
import type { InferenceRow, ResultRow } from '../tables.ts';

/** A sheet that somebody corrected. */
interface Reviewed {
  readonly inference: InferenceRow;
  /** The result before the review. */
  readonly part: ResultRow;
  readonly sheet: string;
  /** The result after it. */
  readonly row: ResultRow | undefined;
  readonly stored: Prediction;
  readonly given: Prediction;
  readonly by: string;
  readonly now: number;
}

/**
 * The result as it was recognised stays beside its review, the review before this one goes with its result; tags are
 * found where they are now, and it is known who said what.
 */
export async function keepReview(tx: Transaction, review: Reviewed): Promise<void> {
  const { inference, part, sheet, row, stored, given, by, now } = review;
  const page = pageOf(await listSheets(tx, inference.id), sheet);
  const input = page && (await findInput(tx, inference.id, page.name));
  const former = await findResult(tx, inference.id, part.name);
  if (!row || !input || !former) throw new NoLongerThere(`The sheet ${sheet} was deleted.`);
  const kept = await findReview(tx, inference.id, sheet);
  const place = { inference_id: inference.id, sheet };
  await putReview(tx, {
    ...place,
    input_sha256: input.sha256,
    reviewed_blob_id: row.blob_id,
    recognised_blob_id: kept?.recognised_blob_id ?? former.blob_id,
  });
  await putTags(tx, inference.id, sheet, tagsOf({ ...place, twin_id: inference.twin_id }, given));
  const made = { ...place, made_by: by, made: now };
  await putCorrections(
    tx,
    correctionsIn(stored, given).map((one) => ({ ...one, ...made })),
  );
}
