import type { JobFailure } from '../../../kernel/jobs/job.ts';

/** What one sheet may take; the settings of the server hold, too. */
export const sheetBounds = { time: 5 * 60_000, memory: 2 ** 30 } as const;
export const longestRunMs = 6 * 3_600_000;
/** A sheet with which the engine has died so often is left out. */
export const mostTries = 3;

/** The code by which metadata.json tells of a sheet that could not be read; undefined for another failure. */
export function sheetFault({ code }: Pick<JobFailure, 'code'>): string | undefined {
  if (/^E10\d$/.test(code)) return code;
  return code === 'EngineTimeLimit' || code === 'EngineMemoryLimit' ? 'E108' : undefined;
}
