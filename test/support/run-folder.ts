import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryDisk = '/dev/shm';
const gigabyte = 2 ** 30;
/** A run of the tests keeps at most some 6 GB, databases and a cloud of 40 M points most of all; the rest is for its programs. */
const [leastDisk, leastMemory] = [8 * gigabyte, 13 * gigabyte];

/**
 * A new folder for everything that a run of the tests writes: in memory where there is plenty, since every committed write
 * waits for its disk otherwise, and no test ends the power.
 */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(isRoomy() ? memoryDisk : tmpdir(), 'twin-tests-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user when the tests run as root
  return folder;
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk);
    return bavail * bsize >= leastDisk && freemem() >= leastMemory;
  } catch {
    return false; // not on every system
  }
}
