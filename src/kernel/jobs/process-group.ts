import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';

/** Starts a program of ours as the leader of a process group, to which everything belongs that it starts. */
export const forkGroup = (entry: string, options: ForkOptions): ChildProcess =>
  fork(entry, [], { execArgv: ['--no-warnings'], ...options, detached: true });

type Leader = { readonly pid?: number | undefined };

/** Ends a group at once, whether or not its leader is still there. */
export const killGroup = ({ pid }: Leader): void => {
  if (pid !== undefined) signal(-pid, 'SIGKILL');
};

/** Asks the leader to end. */
export const askToEnd = ({ pid }: Leader): void => {
  if (pid !== undefined) signal(pid, 'SIGTERM');
};

function signal(to: number, name: NodeJS.Signals): void {
  try {
    process.kill(to, name);
  } catch {
    // nobody is left
  }
}

/** How a process ended, in words. */
export const endingOf = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`;
