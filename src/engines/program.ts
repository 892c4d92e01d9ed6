import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ProgramOptions {
  /** Ends the program; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly folder?: string;
  /** Besides those of the process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Told each line that the program prints, on either output. */
  readonly line?: (text: string) => void;
}

/**
 * Runs a program of others for an engine and answers its exit code. It is in the process group of the engine: its memory
 * counts with the engine's, and however the engine ends, it ends too. Rejects when it cannot be started, is aborted, or
 * is ended by a signal.
 */
export async function runProgram(
  path: string,
  words: readonly string[],
  { signal, folder, environment = {}, line = () => {} }: ProgramOptions = {},
): Promise<number> {
  signal?.throwIfAborted();
  const child = spawn(path, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  const stop = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', line);
  try {
    const [code, name] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    signal?.throwIfAborted();
    if (code === null) throw new Error(`The program ${path} was ended by ${name}.`);
    return code;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
