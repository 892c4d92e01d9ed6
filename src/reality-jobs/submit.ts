import type { Ports } from '../api/ports/ports.ts';
import type { Transaction } from '../kernel/db/database.ts';
import type { RealityApi } from './api.ts';
import { type RealityJob, replaceOutputs, updateJobRow } from './job.store.ts';
import type { RealityOutputRow } from './tables.ts';

/** What the queue keeps of a job. */
export interface RealityPayload {
  readonly realityJobId: string;
}

interface Submitting {
  readonly ports: Pick<Ports, 'jobs' | 'realityData'>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Makes the outputs of a job that is not submitted yet, empty and being authored, and puts it into the queue.
 * `dataTypeOf`: the type of reality data that an output will be, by its format or name.
 */
export async function submitRealityJob(
  tx: Transaction,
  api: RealityApi,
  { row, outputs }: RealityJob,
  dataTypeOf: (kind: string) => string,
  { ports, now }: Submitting,
): Promise<void> {
  const title = api.titleOf?.(row) ?? row.name;
  const made: RealityOutputRow[] = [];
  for (const output of outputs) {
    const data_id = await ports.realityData.create(tx, {
      twinId: row.home_twin,
      name: `${title} - ${output.kind}`,
      type: dataTypeOf(output.kind),
      ownerId: row.owner_id,
      purpose: 'output',
    });
    made.push({ ...output, data_id });
  }
  await replaceOutputs(tx, row.id, made);
  const queue_id = await ports.jobs.enqueue(tx, {
    kind: api.kind,
    twinId: row.twin_id,
    title: `${api.verb} ${title}`,
    createdBy: row.owner_id,
    payload: { realityJobId: row.id } satisfies RealityPayload,
    resource: `${api.path}/${row.id}`,
  });
  await updateJobRow(tx, row.id, { state: 'active', submitted: now, modified: now, queue_id });
}
