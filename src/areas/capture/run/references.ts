import type { Kit } from '../../../api/area.ts';
import type { DataFolder } from '../../../engines/photogrammetry/params.ts';
import { referencedData } from '../../../engines/photogrammetry/prepare/scenes.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { makerOf } from '../../../reality-jobs/maker.ts';
import { type FetchedInput, fetchInputs } from '../../../reality-jobs/run/fetch.ts';
import type { RealityOrder } from '../../../reality-jobs/run/job.ts';
import type { RealityInputRow } from '../../../reality-jobs/tables.ts';

/**
 * The data that scenes among the inputs refer to, under the ids that they write: inputs of the job, or what its creator
 * can read besides, which is fetched. Throws a `JobFailure` where they can read it no more.
 */
export async function fetchReferences(
  { job: { row, inputs: rows }, inputs, folder, at }: RealityOrder,
  { db, ports }: Pick<Kit, 'db' | 'ports'>,
): Promise<DataFolder[]> {
  const named = new Set<string>();
  for (const input of inputs) for (const id of await referencedData(input.folder)) named.add(id);
  const caller = await makerOf(db, row, ports);
  const found: DataFolder[] = [];
  const wanted: RealityInputRow[] = [];
  for (const id of named) {
    const data = caller && (await ports.realityData.named({ db, caller }, id));
    if (data === undefined) {
      throw new JobFailure('InputData_Invalid', `A scene refers to "${id}", which is not available.`, [id]);
    }
    const input = inputs.find((one) => one.row.data_id === data.id);
    if (input !== undefined) {
      if (id !== data.id) found.push({ id, folder: input.folder });
      continue;
    }
    const place = rows.length + wanted.length;
    wanted.push({ job_id: row.id, place, given_id: id, data_id: data.id, kind: data.type, description: null });
  }
  // how far it is counts for nothing beside the work that follows
  const told = { ...at, progress: () => {} };
  const fetched: readonly FetchedInput[] = await fetchInputs(told, wanted, folder, { db, ports });
  return [...found, ...fetched.map((one) => ({ id: one.row.given_id, folder: one.folder }))];
}
