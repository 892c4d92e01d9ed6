import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf } from '../../std/errors.ts';
import type { WorkerRow } from './tables.ts';

/** Who holds a lease: one process, told from all others that ever were. */
export type Identity = Omit<WorkerRow, 'expires'>;

/** The identity of this process; a new one at each call. */
export const newIdentity = (place: string): Identity => ({
  id: randomUUID(),
  place,
  pid: process.pid,
  process: processTag(process.pid) ?? '',
});

/**
 * True when the process behind `other` can be seen to be gone. Only processes of our own place can be seen; of the
 * others only the end of their lease tells.
 */
export function isGone(other: WorkerRow, self: Identity): boolean {
  return other.place === self.place && other.id !== self.id && processTag(other.pid) !== other.process;
}

/**
 * Tells a living process from a later one with the same pid: Linux knows its boot and the tick it was started at.
 * Elsewhere only that it lives. Undefined when there is no such process.
 */
function processTag(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const zombie = fields[0] === 'Z';
    return zombie ? undefined : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return process.platform !== 'linux' && isAlive(pid) ? 'alive' : undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
