import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../std/errors.ts';

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

function removeDead(root: string): void {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(root)) {
    if (!lives(Number(name))) rmSync(join(root, name), { recursive: true, force: true });
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
