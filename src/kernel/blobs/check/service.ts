import type { Gauge } from '../../../std/gauge.ts';
import { paceOf } from '../../../std/pace.ts';
import { nextFiring } from '../../../std/schedule.ts';
import type { ScheduledTask } from '../../jobs/job.ts';
import { checkFigures } from './metrics.ts';
import { type CheckDeps, type ContentCheck, lastCheck, runCheck } from './run.ts';

export interface CheckSettings {
  /** When it begins: cron in UTC; undefined: never. */
  readonly schedule: string | undefined;
  /** How much it reads at most. */
  readonly bytesPerSecond: number;
}

/** The check of all stored content by its schedule, and what it told. */
export interface ContentChecks {
  readonly maintenance: readonly ScheduledTask[];
  readonly figures: readonly Gauge[];
  /** What the last one found; undefined before one has ended. */
  readonly last: () => Promise<ContentCheck | undefined>;
}

export function contentChecks(deps: CheckDeps, { schedule, bytesPerSecond }: CheckSettings): ContentChecks {
  const task = (cron: string): ScheduledTask => ({
    name: 'blobs.check',
    next: (after) => nextFiring(cron, after),
    run: (signal) => runCheck(deps, paceOf(bytesPerSecond, signal)),
  });
  return {
    maintenance: schedule === undefined ? [] : [task(schedule)],
    figures: checkFigures(deps.db),
    last: () => lastCheck(deps.db),
  };
}
