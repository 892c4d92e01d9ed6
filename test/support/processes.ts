import { readdirSync, readFileSync } from 'node:fs';

/** Pids of the living children of a process, as Linux tells them. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [state, ppid] = status.slice(status.lastIndexOf(')') + 2).split(' ');
        return state !== 'Z' && Number(ppid) === parent;
      } catch {
        return false; // it ended in between
      }
    })
    .map(Number);
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it ended in between
  }
}

export const lives = (pid: number): boolean => commandOf(pid) !== '';
