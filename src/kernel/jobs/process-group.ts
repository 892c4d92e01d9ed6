import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';

/** Starts a program of ours as the leader of a process group, to which everything belongs that it starts. */
export const forkGroup = (entry: string, options: ForkOptions): ChildProcess =>
  fork(entry, [], { ...options, detached: true });

/** Ends a group at once, whether or not its leader is still there. */
export function killGroup({ pid }: Pick<ChildProcess, 'pid'>): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // nobody is left in it
  }
}
