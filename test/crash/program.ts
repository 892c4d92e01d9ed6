import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { patienceMs } from '../support/patience.ts';
import { childrenOf } from '../support/processes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The real program as a child process. */
export interface Program {
  readonly pid: number;
  /** Resolves once it is ready; rejects when it ends before that. */
  ready(): Promise<void>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  /** Waits for it to end by itself. */
  ended(): Promise<Ended>;
  /** What it has printed so far, both streams. */
  output(): string;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export type Environment = Readonly<Record<string, string>>;

/** Starts `node start.js`, or another script of the project, with this environment beside our own. */
export function startProgram(env: Environment, script = 'start.js', args: readonly string[] = []): Program {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killChild = () => void child.kill('SIGKILL');
  process.once('exit', killChild);
  const closed = once(child, 'close');
  const end = once(child, 'exit').then(async ([code, signal]): Promise<Ended> => {
    process.off('exit', killChild);
    await Promise.race([closed, sleep(1000)]); // its last words; a worker of a killed one may hold the pipe for a moment
    return { code, signal };
  });
  const output = collect(child);
  return {
    pid: child.pid ?? 0,
    output,
    ended: () => end,
    async end(signal) {
      child.kill(signal);
      return end;
    },
    async ready() {
      let gone = false;
      void end.then(() => {
        gone = true;
      });
      const until = Date.now() + patienceMs;
      while (!(await isReady(env.BASE_URL ?? `http://localhost:${env.PORT}`))) {
        if (gone) throw new Error(`The program ended while it started:\n${output()}`);
        if (Date.now() > until) throw new Error(`The program is not ready after ${patienceMs} ms:\n${output()}`);
        await sleep(10);
      }
    },
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part) => (text += part));
  return () => text;
}

const isReady = async (baseUrl: string): Promise<boolean> =>
  (await fetch(`${baseUrl}/health/ready`).catch(() => undefined))?.status === 200;

/** The engines of a program: it has a process that starts them. */
export const enginesOf = ({ pid }: Program): number[] => childrenOf(pid).flatMap(childrenOf);
