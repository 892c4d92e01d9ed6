import { execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Engines, ParamsOf, ResultOf } from '../src/engines/engines.ts';
import type { EngineMessage } from '../src/engines/messages.ts';
import { engineEnvironment } from '../src/kernel/jobs/engine-environment.ts';
import { addressOf, isBuilt } from '../src/std/built.ts';

const environment = engineEnvironment();
const program = fileURLToPath(addressOf('engine', isBuilt()));

export interface Run<R> {
  readonly seconds: number;
  /** Bytes. */
  readonly peak: number;
  readonly result: R;
}

/** One engine in a process of its own, as a server starts it; the start of the process counts. */
export function runEngine<N extends keyof Engines>(
  engine: N,
  params: ParamsOf<Engines, N>,
): Promise<Run<ResultOf<Engines, N>>> {
  const started = performance.now();
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: environment });
  child.send({ engine, params });
  return new Promise((resolve, reject) => {
    let last: EngineMessage | undefined;
    child.on('message', (message: EngineMessage) => {
      last = message;
      if (message.is !== 'progress' && message.is !== 'log') child.kill('SIGKILL'); // it would wait for more work
    });
    child.once('exit', () => {
      const seconds = (performance.now() - started) / 1000;
      if (last?.is !== 'result') reject(new Error(`The engine ${engine} failed: ${JSON.stringify(last)}`));
      else resolve({ seconds, peak: last.peakMemory, result: last.result as ResultOf<Engines, N> });
    });
  });
}

/** What a yardstick prints: the seconds that it took, as it counts them. It runs as anybody would run it. */
export const secondsOf = async (script: string, ...inputs: readonly string[]): Promise<number> =>
  Number(await printedBy(script, inputs, process.env));

/** The same of a part of an engine, which runs as engines do. */
export const secondsOfPart = async (script: string, ...inputs: readonly string[]): Promise<number> =>
  Number(await partOf(script, ...inputs));

/** What a part of an engine prints. */
export const partOf = (script: string, ...inputs: readonly string[]): Promise<string> =>
  printedBy(script, inputs, environment);

async function printedBy(script: string, inputs: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...inputs], { env });
  return stdout;
}

/** How long a yardstick runs, the start of its process included, as that of an engine. */
export async function secondsWithStart(script: string, ...inputs: readonly string[]): Promise<number> {
  const begun = performance.now();
  await promisify(execFile)(process.execPath, [script, ...inputs]);
  return (performance.now() - begun) / 1000;
}
