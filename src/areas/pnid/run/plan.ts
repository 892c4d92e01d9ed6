import { copyBlob } from '../../../kernel/blobs/local.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { formatOf } from '../formats.ts';
import { insertSheet, listSheets, updateRun } from '../store/runs.ts';
import type { InputRow, SheetRow } from '../tables.ts';
import { sheetBounds, sheetFault } from './limits.ts';
import { inputPath, type Work } from './work.ts';

const mostSheets = 1000;

type Planned = Pick<SheetRow, 'name' | 'page' | 'state' | 'error'>;

/** Finds out which sheets there are, once; an attempt that goes on finds them planned. */
export async function planSheets(work: Work): Promise<void> {
  const { job, kit, inference, inputs } = work;
  if ((await listSheets(kit.db, inference.id)).length > 0) return;
  const planned: Planned[] = [];
  for (const [n, input] of inputs.entries()) {
    job.progress({ step: 'Splitting the inputs', message: `${n + 1} of ${inputs.length} files` });
    for (const sheet of await sheetsOf(input, work)) {
      const within = planned.length < mostSheets;
      if (within || sheet.page <= 1)
        planned.push(within ? sheet : { ...sheet, page: 0, state: 'failed', error: 'E107' });
    }
  }
  const sheets = planned.filter(({ state }) => state === 'waiting').length;
  await job.write(async (tx) => {
    for (const [position, sheet] of planned.entries()) {
      await insertSheet(tx, { ...sheet, inference_id: inference.id, position, tries: 0 });
    }
    await updateRun(tx, inference.id, { sheets });
  });
}

async function sheetsOf(input: InputRow, work: Work): Promise<readonly Planned[]> {
  const { job, kit } = work;
  const format = formatOf(input.name);
  const whole = (error: string): Planned[] => [{ name: input.name, page: 0, state: 'failed', error }];
  if (format === undefined) return whole('E103');
  const path = inputPath(work, input.name);
  await copyBlob(kit.ports.blobs, input.blob_id, path, { signal: job.signal });
  if (format !== 'pdf') return [{ name: input.name, page: 1, state: 'waiting', error: null }];
  try {
    const { pages } = await kit.ports.engines.run(
      job,
      'drawingPages',
      { input: path, format },
      sheetBounds(format, input.size),
    );
    return Array.from({ length: pages }, (_, n) => ({ name: input.name, page: n + 1, state: 'waiting', error: null }));
  } catch (error) {
    const fault = error instanceof JobFailure ? sheetFault(error) : undefined;
    if (fault === undefined) throw error;
    return whole(fault);
  }
}
