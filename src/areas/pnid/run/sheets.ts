import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { predictionName } from '../../../engines/drawings/names.ts';
import type { DrawingResult } from '../../../engines/drawings/params.ts';
import { copyBlob, saveFile } from '../../../kernel/blobs/local.ts';
import { EngineCrash, JobAborted, JobFailure } from '../../../kernel/jobs/job.ts';
import { formatOf } from '../formats.ts';
import { resultPlace } from '../place.ts';
import { findRun, listSheets, putResults, updateRun, updateSheet } from '../store/runs.ts';
import type { ResultRow, SheetRow } from '../tables.ts';
import { longestRunMs, mostCrashes, sheetBounds, sheetFault } from './limits.ts';
import { inputPath, type Work } from './work.ts';

/** Reads the sheets that are still waiting, and keeps the files of each as soon as it is done. */
export async function recogniseSheets(work: Work): Promise<void> {
  const { job, kit, inference } = work;
  const sheets = await listSheets(kit.db, inference.id);
  const known = sheets.filter(({ page }) => page > 0);
  const run = await findRun(kit.db, inference.id);
  const end = (run?.started ?? kit.now()) + longestRunMs;
  let done = known.filter(({ state }) => state !== 'waiting').length;
  const waiting = known.filter(({ state }) => state === 'waiting');
  // those whose engine has crashed come last
  const queue = [...waiting.filter(({ tries }) => tries === 0), ...waiting.filter(({ tries }) => tries > 0)];
  for (let sheet = queue.shift(); sheet !== undefined; sheet = queue.shift()) {
    job.signal.throwIfAborted();
    if (kit.now() > end) throw new JobFailure('RunTooLong', 'The run took longer than 6 hours.');
    const message = `${sheet.name}, page ${sheet.page}`;
    job.progress({ step: 'Recognising', done, total: known.length, unit: 'sheets', message });
    const again = await recogniseSheet(sheet, work);
    if (again === undefined) done++;
    else queue.push(again);
  }
  job.progress({ done, total: known.length, unit: 'sheets', message: null });
}

/** Answers the sheet where it is to be tried again: its engine has crashed, which an end of the server is not. */
async function recogniseSheet(sheet: SheetRow, work: Work): Promise<SheetRow | undefined> {
  const { job, inference } = work;
  try {
    if (sheet.tries >= mostCrashes) throw new JobFailure('E108', 'The engine crashed with this sheet.');
    const output = join(work.folder, `sheet-${sheet.position}`);
    await rm(output, { recursive: true, force: true });
    await mkdir(output, { recursive: true });
    const result = await runEngine(sheet, output, work);
    const rows = await saveSheet(result, work);
    await rm(output, { recursive: true });
    await job.write(async (tx) => {
      await putResults(tx, rows, work.kit.ports);
      await closeSheet(tx, sheet, { state: 'done' });
    });
    return undefined;
  } catch (error) {
    if (error instanceof EngineCrash) {
      const tries = sheet.tries + 1;
      job.log(`${sheet.name}, page ${sheet.page}: ${error.message}`);
      await job.write((tx) => updateSheet(tx, sheet, { tries }));
      return { ...sheet, tries };
    }
    const fault = error instanceof JobFailure ? sheetFault(error) : undefined;
    if (fault === undefined) throw error;
    job.log(`${sheet.name}, page ${sheet.page}: ${fault}. ${error instanceof Error ? error.message : ''}`);
    await job.write((tx) => closeSheet(tx, sheet, { state: 'failed', error: fault }));
    return undefined;
  }
  async function closeSheet(
    tx: Parameters<typeof updateSheet>[0],
    of: SheetRow,
    change: Partial<SheetRow>,
  ): Promise<void> {
    const run = await findRun(tx, inference.id);
    if (run === undefined) throw new JobAborted('cancelled');
    await updateSheet(tx, of, change);
    await updateRun(tx, inference.id, { sheets_done: run.sheets_done + 1 });
  }
}

async function runEngine({ name, page, tries }: SheetRow, output: string, work: Work): Promise<DrawingResult> {
  const { job, kit, inference, inputs, symbolSet } = work;
  const row = inputs.find((one) => one.name === name);
  const format = formatOf(name);
  if (row === undefined || format === undefined) throw new JobFailure('E103', 'The input is not there.');
  const input = inputPath(work, name);
  if (!existsSync(input)) await copyBlob(kit.ports.blobs, row.blob_id, input, { signal: job.signal });
  const created = `${new Date(kit.now()).toISOString().slice(0, 23).replace('T', ' ')}000`;
  const params = {
    input,
    format,
    page,
    name,
    modelVersion: inference.model_version,
    scope: inference.id,
    ...(symbolSet ? { symbolSet } : {}),
    created,
    output,
  };
  // the progress of the job counts sheets; an engine only says what it does
  const told = { ...job, progress: ({ step }: { step?: string | null }) => job.progress(step ? { step } : {}) };
  return kit.ports.engines.run({ ...told, signal: job.signal }, 'drawing', params, {
    ...sheetBounds(format, row.size),
    alone: tries > 0,
  });
}

async function saveSheet(
  { sheet, prediction, picture }: DrawingResult,
  { kit, inference }: Work,
): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  const files = [
    [predictionName(sheet), prediction, 'application/json'],
    [`${sheet}.png`, picture, 'image/png'],
  ] as const;
  for (const [name, path, type] of files) {
    const { id, size, sha256 } = await saveFile(kit.ports.blobs, resultPlace, path, type);
    rows.push({
      inference_id: inference.id,
      name,
      blob_id: id,
      size,
      sha256,
      content_type: type,
      version: 1,
      visible: 0,
    });
  }
  return rows;
}
