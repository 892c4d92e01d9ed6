import { stat } from 'node:fs/promises';

/** How long work may take by the size of its input; all in milliseconds. */
export interface WorkTime {
  /** For whatever is small. */
  readonly base: number;
  /** For each MiB that is begun. */
  readonly perMegabyte: number;
  /** Never more; that of the server holds, too. */
  readonly most: number;
}

/**
 * The time of work that has no reason to be long: a small file that takes long was made to do so, and keeps a seat from
 * others. `bytes`: of the input.
 */
export const timeFor = (bytes: number, { base, perMegabyte, most }: WorkTime): number =>
  Math.min(most, base + perMegabyte * Math.ceil(bytes / 2 ** 20));

/** The same for a file on this machine. */
export const timeForFile = async (path: string, time: WorkTime): Promise<number> =>
  timeFor((await stat(path)).size, time);
