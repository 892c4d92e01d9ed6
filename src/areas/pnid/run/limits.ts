import type { DrawingFormat } from '../../../engines/drawings/prediction.ts';
import type { JobFailure } from '../../../kernel/jobs/job.ts';
import { timeFor, type WorkTime } from '../../../kernel/jobs/work-time.ts';

/** Bytes of memory that one sheet may take; the settings of the server hold, too. */
const memory = 2 ** 30;

const minute = 60_000;
/** What is drawn in lines is read in seconds; a picture of a few kilobytes may have a hundred million pixels. */
const times = {
  lines: { base: minute, perMegabyte: minute / 2, most: 5 * minute },
  pages: { base: 3 * minute, perMegabyte: minute / 2, most: 5 * minute },
  picture: { base: 5 * minute, perMegabyte: 0, most: 5 * minute },
} as const satisfies Record<string, WorkTime>;

const timeOf = (format: DrawingFormat): WorkTime =>
  format === 'svg' || format === 'dxf' ? times.lines : format === 'pdf' ? times.pages : times.picture;

/** What the work on one sheet of a file of so many bytes may take. */
export const sheetBounds = (format: DrawingFormat, bytes: number) => ({ memory, time: timeFor(bytes, timeOf(format)) });

export const longestRunMs = 6 * 3_600_000;
/** A sheet whose engine has crashed is tried once more, alone; then it is left out. */
export const mostCrashes = 2;

/** The code by which metadata.json tells of a sheet that could not be read; undefined for another failure. */
export function sheetFault({ code }: Pick<JobFailure, 'code'>): string | undefined {
  if (/^E10\d$/.test(code)) return code;
  return code === 'EngineTimeLimit' || code === 'EngineMemoryLimit' ? 'E108' : undefined;
}
