import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { type ProgramStart, startProgram } from '../std/start-process.ts';

export interface ProgramOptions extends ProgramStart {
  /** Ends the program; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told each line that the program prints, on either output. */
  readonly line?: (text: string) => void;
}

/** A program was ended by a signal that nobody of ours has sent. */
export class ProgramKilled extends Error {
  readonly signal: NodeJS.Signals;
  constructor(program: string, signal: NodeJS.Signals) {
    super(tellEnding(signal, `program "${basename(program)}"`));
    this.signal = signal;
  }

  /** Whether it failed by itself, as at a memory fault: it would again. Others may have ended it by other signals. */
  get isFault(): boolean {
    return faults.includes(this.signal);
  }
}

const faults: readonly string[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSYS', 'SIGTRAP'];

/** What people are told of a process that a signal has ended; `of`: which it was, e.g. `engine "ifc"`. */
export const tellEnding = (signal: NodeJS.Signals, of: string): string =>
  `The process was ended (${signal}), most often ${mostLikely(signal)}. It was the ${of}.`;

function mostLikely(signal: NodeJS.Signals): string {
  if (signal === 'SIGKILL') return 'because the machine had no memory left';
  return faults.includes(signal) ? 'by a fault of the program in the data that it read' : 'by somebody on its machine';
}

/**
 * Runs a program of others for an engine and answers its exit code. It is in the process group of the engine: its memory
 * counts with the engine's, and however the engine ends, it ends too. Of the environment it knows the named variables only
 * (`programEnvironment`), and `environment`. Rejects when it cannot be started or is aborted, and with a `ProgramKilled` when
 * it is ended by a signal.
 */
export async function runProgram(
  path: string,
  words: readonly string[],
  { signal, line = () => {}, ...start }: ProgramOptions = {},
): Promise<number> {
  signal?.throwIfAborted();
  const child = startProgram(path, words, start);
  const stop = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', line);
  try {
    const [code, name] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    signal?.throwIfAborted();
    if (code === null) throw new ProgramKilled(path, name ?? 'SIGKILL');
    return code;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
