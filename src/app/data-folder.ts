import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../std/errors.ts';
import type { Log } from '../std/log.ts';

/** Rights that nobody but the program's own user has: keys lie there, people's files, mails with links that let people in. */
const ofOthers = 0o077;

/** What the process makes from now on is for its own user alone. */
export const keepToOurselves = (): number => process.umask(ofOthers);

/**
 * Makes the data folder, or closes one that others could read: the folder itself and what lies at its top, so that
 * nothing below can be reached. Where the system does not let us, the log says so.
 */
export function openDataFolder(folder: string, log: Log): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) close(path, log);
}

function close(path: string, log: Log): void {
  try {
    const { mode } = statSync(path);
    if ((mode & ofOthers) !== 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return; // another process has just removed it
    log.warn({ path, error: String(error) }, 'others may be able to read this');
  }
}
