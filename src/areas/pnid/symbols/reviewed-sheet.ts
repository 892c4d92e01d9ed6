import { join } from 'node:path';
import type { Context } from '../../../api/http/context.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { pageOf, predictionName } from '../../../engines/drawings/names.ts';
import type { DrawingFormat, Prediction } from '../../../engines/drawings/prediction.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import { invalidValue } from '../errors.ts';
import { formatOf } from '../formats.ts';
import { isPrediction, readJson } from '../result/stored.ts';
import { findInference, findInput, findResult, findRun, listSheets } from '../store/runs.ts';
import type { InferenceRow } from '../tables.ts';

export interface AskedSheet {
  readonly inferenceId: string;
  readonly sheet: string;
}

/** A sheet of a run that is completed, as it was reviewed, and the file that it is of. */
export interface ReviewedSheet {
  readonly inference: InferenceRow;
  readonly prediction: Prediction;
  readonly format: DrawingFormat;
  readonly page: number;
  /** The input as a file in a folder. */
  fetch(folder: string): Promise<string>;
}

/** The sheet that a body names, of the twin of a set; or what is wrong with its name. */
export async function reviewedSheet(
  asked: AskedSheet,
  twinId: string | null,
  context: Context,
): Promise<ReviewedSheet | Detail> {
  const { db, ports } = context;
  const inference = await findInference(db, asked.inferenceId);
  if (inference === undefined || inference.twin_id !== twinId) {
    return invalidValue('inferenceId', 'This is no inference of the twin of the set.');
  }
  if ((await findRun(db, inference.id))?.status !== 'completed') {
    return invalidValue('inferenceId', 'The run of this inference is not completed.');
  }
  const noSheet = invalidValue('sheet', 'The run has no such sheet.');
  const planned = pageOf(await listSheets(db, inference.id), asked.sheet);
  const input = planned && (await findInput(db, inference.id, planned.name));
  const format = planned && formatOf(planned.name);
  const result = await findResult(db, inference.id, predictionName(asked.sheet));
  const prediction = result && (await readJson(result.blob_id, context));
  if (!planned || !input || !format || !isPrediction(prediction)) return noSheet;
  return {
    inference,
    prediction,
    format,
    page: planned.page,
    async fetch(folder) {
      const path = join(folder, 'input');
      await copyBlob(ports.blobs, input.blob_id, path);
      return path;
    },
  };
}
