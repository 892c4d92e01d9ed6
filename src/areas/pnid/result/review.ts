import { Readable } from 'node:stream';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { countsOf } from '../../../engines/drawings/export/counts.ts';
import { proteusOf } from '../../../engines/drawings/export/proteus.ts';
import { predictedSheet } from '../../../engines/drawings/names.ts';
import type { Part } from '../access.ts';
import { resultNotFound } from '../errors.ts';
import { metadataName, withCounts } from '../metadata.ts';
import { resultPlace } from '../place.ts';
import { findResult, findRun, putResults, touchInference } from '../store/runs.ts';
import type { ResultRow } from '../tables.ts';
import { resultView } from '../view.ts';
import { reviewFaults } from './check.ts';
import { invalidResult, runInProgress } from './errors.ts';
import { keepReview } from './keep-review.ts';
import { isMetadata, isPrediction, readJson } from './stored.ts';

/** Keeps a corrected sheet, and writes its XML and the counts of the run again. */
export async function reviewResult(
  { resource: { inference, part } }: Located<Part<ResultRow>>,
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
      throw new NoLongerThere(`The run of ${inference.id} was deleted.`);
    await keepReview(tx, { inference, part, sheet, row: rows[0], stored, given, by: caller.userId, now });
    await putResults(tx, rows, ports);
    await touchInference(tx, inference.id, now);
  });
  if (isFailed(outcome)) return outcome;
  const [row = part] = rows;
  return reply(200, { result: resultView(row, baseUrl) }, { version: row.sha256 });
}
