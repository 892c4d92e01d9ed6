import type { Ports } from '../api/ports/ports.ts';
import type { Reader } from '../kernel/db/database.ts';
import type { Progress } from '../kernel/jobs/job.ts';
import { percentOf } from '../kernel/jobs/progress.ts';
import type { RealityJobRow } from './tables.ts';

const day = 86_400_000;
/** Progress is told so long after the end of a job. */
const keptMs = 30 * day;

/** The step of a job that was submitted and has not begun to work. */
export const firstStep = 'PrepareStep';

export interface RealityProgress {
  /** Whole, 0 to 100; never falls. */
  readonly percentage: number;
  /** Empty when the job is not at work. */
  readonly step: string;
}

/** How far a job is; undefined when that is no longer known: 30 days after its end. */
export async function progressOf(
  db: Reader,
  row: RealityJobRow,
  { ports, now }: { readonly ports: Pick<Ports, 'jobs'>; readonly now: number },
): Promise<RealityProgress | undefined> {
  if (row.ended !== null) return now - row.ended > keptMs ? undefined : { percentage: row.percentage, step: '' };
  if (row.state !== 'active') return { percentage: 0, step: '' };
  const queued = await queuedJob(db, row, ports);
  return { percentage: reached(row, queued), step: queued?.step ?? firstStep };
}

/** What its progress has reached. */
export const percentageOf = async (db: Reader, row: RealityJobRow, ports: Pick<Ports, 'jobs'>): Promise<number> =>
  reached(row, await queuedJob(db, row, ports));

const queuedJob = async (db: Reader, { queue_id }: RealityJobRow, { jobs }: Pick<Ports, 'jobs'>) =>
  queue_id === null ? undefined : jobs.find(db, queue_id);

const reached = ({ percentage }: RealityJobRow, queued: Pick<Progress, 'done' | 'total'> | undefined): number =>
  Math.max(percentage, (queued && percentOf(queued)) ?? 0);
