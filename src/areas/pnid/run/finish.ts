import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageOf, predictedSheet, predictionName } from '../../../engines/drawings/names.ts';
import type { ExportedSheet, SheetToExport } from '../../../engines/drawings/params.ts';
import { copyBlob, saveFile } from '../../../kernel/blobs/local.ts';
import { metadataName, metadataOf } from '../metadata.ts';
import { resultPlace } from '../place.ts';
import { isPrediction } from '../result/stored.ts';
import { listReviews, renewReview } from '../store/preserved-review.ts';
import { findRun, listResults, listSheets, putResults, showResults, touchInference, updateRun } from '../store/runs.ts';
import { putTags, tagsOf } from '../store/tags.ts';
import type { ResultRow, ReviewRow } from '../tables.ts';
import { reviewLines } from './review-log.ts';
import type { Work } from './work.ts';

/** Puts reviews onto what was read, ties the sheets together and shows all files at once; answers whether any sheet was read. */
export async function finish(work: Work): Promise<boolean> {
  const { job, kit, inference, folder } = work;
  job.progress({ step: 'Writing the results', message: null });
  const reviews = await listReviews(kit.db, inference.id);
  const inputOf = await inputsOfSheets(work);
  const sheets = await fetchSheets(reviews, inputOf, work);
  const params = { sheets, connect: true, output: folder };
  const exported =
    sheets.length === 0
      ? []
      : (await kit.ports.engines.run({ ...job, progress: () => {} }, 'drawingExports', params)).sheets;
  const failed = (await listSheets(kit.db, inference.id)).filter(({ state }) => state === 'failed');
  const metadata = join(folder, metadataName);
  await writeFile(metadata, JSON.stringify(metadataOf(exported, failed)));
  const files = [
    ...exported.flatMap(({ sheet, prediction, xml }) => [
      [predictionName(sheet), prediction, 'application/json'] as const,
      [`${sheet}.xml`, xml, 'application/xml'] as const,
    ]),
    [metadataName, metadata, 'application/json'] as const,
  ];
  for (const one of exported) await keepTags(one, work);
  for (const line of reviewLines(reviews, exported)) job.log(line);
  await publish(files, exported, inputOf, work);
  return exported.length > 0;
}

type InputOf = (sheet: string) => Work['inputs'][number] | undefined;

/** Tells of which input a sheet is. */
async function inputsOfSheets({ kit, inference, inputs }: Work): Promise<InputOf> {
  const pages = await listSheets(kit.db, inference.id);
  return (sheet) => {
    const page = pageOf(pages, sheet);
    return inputs.find(({ name }) => name === page?.name);
  };
}

/** The sheets that were read, each with what people said of it before, as files. */
async function fetchSheets(reviews: readonly ReviewRow[], inputOf: InputOf, work: Work): Promise<SheetToExport[]> {
  const { job, kit, inference, folder } = work;
  const results = await listResults(kit.db, inference.id);
  const fetch = async (blob: string, name: string): Promise<string> => {
    const path = join(folder, name);
    await copyBlob(kit.ports.blobs, blob, path, { signal: job.signal });
    return path;
  };
  const sheets: SheetToExport[] = [];
  for (const [n, { name, blob_id }] of results.entries()) {
    const sheet = predictedSheet(name);
    if (sheet === undefined) continue;
    const prediction = await fetch(blob_id, `prediction-${n}`);
    const row = reviews.find((one) => one.sheet === sheet);
    const drawing = results.find((one) => one.name === `${sheet}.png`);
    const review = row &&
      drawing && {
        recognised: await fetch(row.recognised_blob_id, `recognised-${n}`),
        reviewed: await fetch(row.reviewed_blob_id, `reviewed-${n}`),
        picture: await fetch(drawing.blob_id, `picture-${n}`),
        sameDrawing: inputOf(sheet)?.sha256 === row.input_sha256,
      };
    sheets.push({ sheet, prediction, ...(review ? { review } : {}) });
  }
  return sheets;
}

/** Seen by nobody before the run is completed. */
async function keepTags({ sheet, prediction }: ExportedSheet, { job, inference }: Work): Promise<void> {
  const place = { inference_id: inference.id, twin_id: inference.twin_id, sheet };
  const read: unknown = JSON.parse(await readFile(prediction, 'utf8'));
  const rows = isPrediction(read) ? tagsOf(place, read) : [];
  await job.write(async (tx) => {
    if ((await findRun(tx, inference.id))?.job_id === job.id) await putTags(tx, inference.id, sheet, rows);
  });
}

type NamedFile = readonly [name: string, path: string, type: string];

async function publish(
  files: readonly NamedFile[],
  exported: readonly ExportedSheet[],
  inputOf: InputOf,
  work: Work,
): Promise<void> {
  const { job, kit, inference } = work;
  const rows: ResultRow[] = [];
  for (const [name, path, content_type] of files) {
    job.signal.throwIfAborted();
    const { id: blob_id, size, sha256 } = await saveFile(kit.ports.blobs, resultPlace, path, content_type);
    rows.push({ inference_id: inference.id, name, blob_id, size, sha256, content_type, version: 1, visible: 1 });
  }
  const reviews = await newReviews(exported, rows, inputOf, work);
  await job.write(async (tx) => {
    const run = await findRun(tx, inference.id);
    if (run?.job_id !== job.id) return; // removed: what was saved is collected
    await putResults(tx, rows, kit.ports);
    for (const review of reviews) await renewReview(tx, review, kit.ports);
    await showResults(tx, inference.id);
    const ended = kit.now();
    await updateRun(tx, inference.id, { status: exported.length > 0 ? 'completed' : 'failed', ended });
    await touchInference(tx, inference.id, ended);
  });
}

/** Of reviewed sheets what was recognised now is kept, for the next run. */
async function newReviews(
  exported: readonly ExportedSheet[],
  results: readonly ResultRow[],
  inputOf: InputOf,
  { job, kit, inference }: Work,
): Promise<ReviewRow[]> {
  const rows: ReviewRow[] = [];
  for (const { sheet, review } of exported) {
    const input = inputOf(sheet);
    const reviewed = results.find(({ name }) => name === predictionName(sheet));
    if (!review || !input || !reviewed) continue;
    job.signal.throwIfAborted();
    const { id } = await saveFile(kit.ports.blobs, resultPlace, review.recognised, 'application/json');
    rows.push({
      inference_id: inference.id,
      sheet,
      input_sha256: input.sha256,
      recognised_blob_id: id,
      reviewed_blob_id: reviewed.blob_id,
    });
  }
  return rows;
}
