import type { EngineProgress } from '../../engines/engine.ts';
import type { RunningJob } from '../../kernel/jobs/job.ts';

/** A part of a job's work, and the share of the whole that it is, in percent. */
export interface Stage {
  /** As the API names it. */
  readonly step: string;
  readonly from: number;
  readonly to: number;
}

export type AtWork = Pick<RunningJob<unknown>, 'signal' | 'progress' | 'log'>;

/**
 * The job as work sees it that tells how far it is itself: its share becomes that of the whole job. `steps`: names that
 * the work may give to what it does; others are told beside the one of the stage.
 */
export function inStage(job: AtWork, { step, from, to }: Stage, steps: readonly string[] = []): AtWork {
  let [done, total]: [number, number | null] = [0, null];
  const percent = () => Math.floor(from + (total ? Math.min(1, done / total) : 0) * (to - from));
  job.progress({ step, done: from, total: 100, unit: 'percent', message: null });
  return {
    signal: job.signal,
    log: job.log,
    progress(change: Partial<EngineProgress>) {
      done = change.done ?? done;
      if (change.total !== undefined) total = change.total;
      const named = change.step && steps.includes(change.step) ? { step: change.step } : {};
      const message = change.message ?? (change.step && !('step' in named) ? change.step : undefined);
      job.progress({ ...named, done: percent(), ...(message === undefined ? {} : { message }) });
    },
  };
}
