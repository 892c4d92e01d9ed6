import type { ChildProcess, ForkOptions } from 'node:child_process';
import { type Environment, startOwnProgram } from '../../std/start-process.ts';

/** Starts a program of ours as the leader of a process group, to which everything belongs that it starts. */
export const forkGroup = (entry: string, environment: Environment, stdio: ForkOptions['stdio']): ChildProcess =>
  startOwnProgram(entry, environment, { stdio, detached: true });

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

/** How a process ended. */
export interface Ending {
  /** In words, behind its name. */
  readonly how: string;
  /** That has ended it. */
  readonly signal?: NodeJS.Signals;
}

export const endingOf = (code: number | null, signal: NodeJS.Signals | null): Ending =>
  signal ? { how: `was ended by ${signal}`, signal } : { how: `ended with code ${code}` };
