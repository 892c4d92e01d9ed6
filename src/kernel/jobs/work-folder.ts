import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../std/errors.ts';
import { JobAborted, JobFailure, type RunningJob } from './job.ts';

/** Gives `use` an empty folder of its own, and removes it afterwards. */
export type WithWorkFolder = <T>(use: (folder: string) => Promise<T>) => Promise<T>;

/**
 * Folders below `root` for the files that jobs work on. Each process has one of its own, by which those of dead
 * processes are found and removed at the next start.
 */
export function workFolders(root: string): WithWorkFolder {
  const own = join(root, String(process.pid));
  removeDead(root);
  return async (use) => {
    mkdirSync(own, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(own, 'job-'));
    try {
      return await use(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/**
 * Gives the attempts of one job on this machine the same folder, so that the next goes on where the last was stopped: by
 * the end of the server, or by what nobody expected. It goes when the job has ended.
 */
export type WithKeptFolder = <T>(
  job: Pick<RunningJob<unknown>, 'id' | 'signal'>,
  use: (folder: string) => Promise<T>,
) => Promise<T>;

const kept = 'kept';
/** Of a job that has never come back to this machine. */
const longestKeptMs = 3 * 86_400_000;

export function keptFolders(root: string): WithKeptFolder {
  const all = join(root, kept);
  mkdirSync(all, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(all)) {
    const folder = join(all, name);
    if (statSync(folder).mtimeMs < Date.now() - longestKeptMs) rmSync(folder, { recursive: true, force: true });
  }
  return async (job, use) => {
    const folder = join(all, job.id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    let stays = false;
    try {
      return await use(folder);
    } catch (error) {
      const { reason } = job.signal;
      stays = reason instanceof JobAborted ? reason.why !== 'cancelled' : !(error instanceof JobFailure);
      throw error;
    } finally {
      if (!stays) await rm(folder, { recursive: true, force: true });
    }
  };
}

function removeDead(root: string): void {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(root)) {
    if (name !== kept && !lives(Number(name))) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function lives(pid: number): boolean {
  if (pid === process.pid) return false; // an earlier process with the same number
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
