import type { Ports } from '../api/ports/ports.ts';
import type { Transaction } from '../kernel/db/database.ts';
import { jsonOf } from '../std/json.ts';
import type { RealityApi } from './api.ts';
import { updateJobRow, wholeOf } from './job.store.ts';
import type { Message } from './messages.ts';
import { percentageOf } from './progress.ts';
import type { RealityJobRow } from './tables.ts';

export interface JobEnding {
  readonly state: 'success' | 'failed' | 'cancelled';
  readonly errors?: readonly Message[];
  readonly warnings?: readonly Message[];
  /** The cost of what was really processed. */
  readonly units?: number;
}

export interface Ending {
  readonly ports: Pick<Ports, 'events' | 'jobs' | 'realityData' | 'twins'>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Ends an active job in the write of its end: the outputs of one that failed are gone, and subscribers hear of it. */
export async function endRealityJob(
  tx: Transaction,
  api: RealityApi,
  row: RealityJobRow,
  { state, errors = [], warnings, units }: JobEnding,
  { ports, now }: Ending,
): Promise<void> {
  if (row.state !== 'active') return;
  if (state !== 'success') {
    const { outputs } = await wholeOf(tx, row);
    const made = outputs.flatMap(({ data_id }) => data_id ?? []);
    await ports.realityData.remove(tx, made);
  }
  await updateJobRow(tx, row.id, {
    state,
    ended: now,
    modified: now,
    errors: jsonOf(errors),
    percentage: state === 'success' ? 100 : await percentageOf(tx, row, ports),
    ...(warnings === undefined ? {} : { warnings: jsonOf(warnings) }),
    ...(units === undefined ? {} : { units }),
  });
  const twin = row.twin_id === null ? undefined : await ports.twins.find(tx, row.twin_id);
  if (twin !== undefined) await ports.events.raise(tx, { type: api.event, twin, content: { jobId: row.id } });
}

/** Cancels an active job at once; its work in the queue ends soon after and changes nothing more. */
export async function cancelRealityJob(
  tx: Transaction,
  api: RealityApi,
  row: RealityJobRow,
  ending: Ending,
): Promise<void> {
  await endRealityJob(tx, api, row, { state: 'cancelled' }, ending);
  if (row.queue_id !== null) await ending.ports.jobs.cancel(tx, row.queue_id);
}
