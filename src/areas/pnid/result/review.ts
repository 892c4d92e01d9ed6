import { Readable } from 'node:stream';
import { countsOf } from '../../../engines/drawings/export/counts.ts';
import { proteusOf } from '../../../engines/drawings/export/proteus.ts';
import { pageOf, predictedSheet } from '../../../engines/drawings/names.ts';
import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail, Gone, isFailed } from '../../../kernel/http/problem.ts';
import type { Part } from '../access.ts';
import { correctionsIn } from '../corrections/found.ts';
import { putCorrections } from '../corrections/store.ts';
import { resultNotFound } from '../errors.ts';
import { metadataName, withCounts } from '../run/metadata.ts';
import { resultPlace } from '../run/place.ts';
import { findInput, findResult, findRun, listSheets, putResults, touchInference } from '../store.ts';
import type { ResultRow } from '../tables.ts';
import { putTags, tagsOf } from '../tags/store.ts';
import { resultView } from '../view.ts';
import { reviewFaults } from './check.ts';
import { invalidResult, runInProgress } from './errors.ts';
import { findReview, putReview } from './kept.ts';
import { isMetadata, isPrediction, readJson } from './stored.ts';

/** The result as it was recognised stays beside its review; the review before this one goes with its result. */
async function keepReview(tx: Transaction, part: ResultRow, sheet: string, [row]: readonly ResultRow[]): Promise<void> {
  const { inference_id, name } = part;
  const page = pageOf(await listSheets(tx, inference_id), sheet);
  const input = page && (await findInput(tx, inference_id, page.name));
  const former = await findResult(tx, inference_id, name);
  if (!row || !input || !former) throw new Gone(`The sheet ${sheet} was deleted.`);
  const kept = await findReview(tx, inference_id, sheet);
  await putReview(tx, {
    ...{ inference_id, sheet, input_sha256: input.sha256, reviewed_blob_id: row.blob_id },
    recognised_blob_id: kept?.recognised_blob_id ?? former.blob_id,
  });
}

/** Keeps a corrected sheet, and writes its XML and the counts of the run again. */
export async function reviewResult(
  { resource: { inference, part } }: Found<Part<ResultRow>>,
  given: unknown,
  context: Context,
) {
  const { ports, db, now, baseUrl, caller } = context;
  const run = await findRun(db, inference.id);
  if (run?.status !== 'completed') return fail(runInProgress);
  const stored = await readJson(part.blob_id, context);
  const metadataRow = await findResult(db, inference.id, metadataName);
  const metadata = metadataRow && (await readJson(metadataRow.blob_id, context));
  // a picture, the XML and what is told of the whole run are not reviewed
  const sheet = predictedSheet(part.name);
  if (!sheet || !isPrediction(given) || !isPrediction(stored) || !isMetadata(metadata)) return fail(resultNotFound);
  const faults = reviewFaults(given, stored);
  if (faults.length > 0) return fail(invalidResult, { details: faults });
  const counts = withCounts(metadata, [{ sheet, ...countsOf(given) }]);
  const files = [
    [part.name, JSON.stringify(given), 'application/json'],
    [`${sheet}.xml`, proteusOf(sheet, given), 'application/xml'],
    [metadataName, JSON.stringify(counts), 'application/json'],
  ] as const;
  const made = { inference_id: inference.id, sheet, made_by: caller.userId, made: now };
  const corrections = correctionsIn(stored, given).map((one) => ({ ...one, ...made }));
  const rows: ResultRow[] = [];
  for (const [name, text, content_type] of files) {
    const {
      id: blob_id,
      size,
      sha256,
    } = await ports.blobs.save(resultPlace, Readable.from([Buffer.from(text)]), { contentType: content_type });
    rows.push({
      inference_id: inference.id,
      name,
      blob_id,
      size,
      sha256,
      content_type,
      version: part.version + 1,
      visible: 1,
    });
  }
  const outcome = await context.write(async (tx) => {
    if ((await findRun(tx, inference.id))?.job_id !== run.job_id)
      throw new Gone(`The run of ${inference.id} was deleted.`);
    await keepReview(tx, part, sheet, rows);
    await putResults(tx, rows, ports);
    const place = { inference_id: inference.id, twin_id: inference.twin_id, sheet };
    await putTags(tx, inference.id, sheet, tagsOf(place, given));
    await putCorrections(tx, corrections);
    await touchInference(tx, inference.id, now);
  });
  if (isFailed(outcome)) return outcome;
  const [row = part] = rows;
  return reply(200, { result: resultView(row, baseUrl) }, { version: row.sha256 });
}
