import {
  type ChildProcess,
  type ChildProcessByStdio,
  execFile,
  type ForkOptions,
  fork,
  spawn,
} from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/*
 * The one place where child processes and threads are started (test/shape/processes.test.ts). What the server is told by its
 * environment, such as keys and addresses with passwords, none of them may know: they read files of users.
 */

/** Variables that concern any program: where it finds things, how it writes, what it may use of the machine. */
const named = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'LC_NUMERIC',
  'TZ',
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'NODE_V8_COVERAGE',
  'GLIBC_TUNABLES',
  'MALLOC_ARENA_MAX',
  'OMP_NUM_THREADS',
  'UV_THREADPOOL_SIZE',
  'DISABLE_SYSTEM_FONTS_LOAD',
] as const;

export type Environment = Readonly<Record<string, string>>;

/** The named variables of this process over `usual`, and `own` over both. */
export const programEnvironment = (own: Environment = {}, usual: Environment = {}): Environment => ({
  ...usual,
  ...Object.fromEntries(
    named.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  ...own,
});

export interface ProgramStart {
  /** Its working folder; absent: that of this process. */
  readonly folder?: string | undefined;
  /** Variables besides the named ones. */
  readonly environment?: Environment | undefined;
}

/** Starts a program of others, which gets no input and whose outputs can be read. */
export const startProgram = (
  path: string,
  words: readonly string[],
  { folder, environment }: ProgramStart = {},
): ChildProcessByStdio<null, Readable, Readable> =>
  spawn(path, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: programEnvironment(environment),
    ...(folder === undefined ? {} : { cwd: folder }),
  });

/** What a program of the system prints; rejects when it cannot be started or fails. */
export async function outputOf(path: string, words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(path, words, { env: programEnvironment() });
  return stdout;
}

/** Starts a program of ours that talks to this one. `environment`: all that it gets, made by `programEnvironment`. */
export const startOwnProgram = (
  entry: string,
  environment: Environment,
  options: Omit<ForkOptions, 'env'>,
): ChildProcess => fork(entry, [], { execArgv: ['--no-warnings'], ...options, env: environment });

/** Starts a thread. */
export const startThread = (entry: URL, options: Omit<WorkerOptions, 'env'> = {}): Worker =>
  new Worker(entry, { ...options, env: programEnvironment() });
