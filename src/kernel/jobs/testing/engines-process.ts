import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, EngineFailure } from '../../../engines/engine.ts';
import type { EngineTable } from '../../../engines/engines.ts';
import { runEngines } from '../../../engines/process.ts';
import { runProgram } from '../../../engines/program.ts';
import { startThread } from '../../../std/start-process.ts';

/** Engines that do what engines may do to a server; the program that runs them in the tests. */
const count: Engine<{ to: number }, { counted: number; stopped: boolean }> = async (
  { to },
  { progress, log, signal },
) => {
  progress({ step: 'Counting', total: to, unit: 'numbers' });
  for (let done = 1; done <= to; done++) progress({ done });
  progress({ step: 'Counted', done: to });
  log('Counted all.');
  progress({ message: 'The end' });
  return { counted: to, stopped: signal?.aborted ?? false };
};

const refuse: Engine<{ line?: number }, never> = async ({ line }) => {
  throw new EngineFailure('NotANumber', 'There is no number here.', line);
};

const throwError: Engine<object, never> = async () => {
  throw new Error('Nobody expected this.');
};

const crash: Engine<object, never> = async () => process.abort();

const leave: Engine<object, never> = async () => process.exit(7);

/** Touches what it takes: memory that is only reserved is not resident. */
const eat: Engine<object, never> = async () => {
  const eaten: Buffer[] = [];
  for (;;) {
    eaten.push(Buffer.alloc(2 ** 24, 1));
    await sleep(20);
  }
};

/** Says its pid, then heeds nothing, neither signals nor messages. */
const hang: Engine<object, never> = async (_params, { progress }) => {
  process.on('SIGTERM', () => {});
  process.removeAllListeners('disconnect');
  progress({ step: `pid ${process.pid}` });
  await sleep(50);
  for (;;);
};

const tellPid: Engine<object, { pid: number; parent: number }> = async () => ({
  pid: process.pid,
  parent: process.ppid,
});

const tellWord: Engine<{ name: string }, { word: string | undefined }> = async ({ name }) => ({
  word: process.env[name],
});

/** What this process, a program that it runs and a thread know of the environment. */
const environments: Engine<object, Record<'engine' | 'program' | 'thread', NodeJS.ProcessEnv>> = async () => {
  const lines: string[] = [];
  const line = (text: string) => void lines.push(text);
  await runProgram(process.execPath, ['-p', 'JSON.stringify(process.env)'], { line });
  process.env.OF_THE_ENGINE = 'a secret';
  const script = "require('node:worker_threads').parentPort.postMessage({ ...process.env })";
  const thread = startThread(
    new URL(
      `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('/'); ${script}`)}`,
    ),
  );
  const [told] = await once(thread, 'message');
  delete process.env.OF_THE_ENGINE;
  return { engine: { ...process.env }, program: JSON.parse(lines.join('')), thread: told };
};

/** Dies at the second of two inputs. */
const dieAt: Engine<object, never> = async (_params, { at, progress }) => {
  progress({ step: 'Reading' });
  at?.('good.jpg');
  progress({ done: 1 });
  at?.('bad.jpg');
  progress({ step: 'Reading' });
  return process.abort();
};

/** Dies in a step after that of its input. */
const dieLater: Engine<object, never> = async (_params, { at, progress }) => {
  progress({ step: 'Reading' });
  at?.('good.jpg');
  progress({ step: 'Reading', done: 1 });
  progress({ step: 'Meshing' });
  return process.abort();
};

/** Runs a program that ends itself by a signal. */
const loseProgram: Engine<object, never> = async () => {
  await runProgram(process.execPath, ['-e', "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)"]);
  throw new Error('The program ended by itself.');
};

const wait: Engine<object, never> = async (_params, { progress }) => {
  progress({ step: `pid ${process.pid}` });
  for (;;) await sleep(1000);
};

/** Waits for a program of others, which says its pid and then eats memory or sleeps. */
const helped: Engine<{ mode: 'eat' | 'sleep' }, never> = async ({ mode }, { progress }) => {
  const eat = 'const e = []; setInterval(() => e.push(Buffer.alloc(2 ** 24, 1)), 20)';
  const words = ['-e', `console.log(process.pid); ${mode === 'eat' ? eat : 'setInterval(() => {}, 1000)'}`];
  const code = await runProgram(process.execPath, words, { line: (pid) => progress({ step: `pid ${pid}` }) });
  throw new Error(`The program ended with ${code}.`);
};

/** Starts a program and dies without a word to it. */
const abandon: Engine<object, never> = async (_params, { progress }) => {
  const words = ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'];
  const line = (pid: string) => {
    progress({ step: `pid ${pid}` });
    setTimeout(() => process.abort(), 200);
  };
  await runProgram(process.execPath, words, { line });
  throw new Error('The program ended first.');
};

const program: Engine<{ code: number }, { code: number; lines: string[] }> = async ({ code }, { signal }) => {
  const lines: string[] = [];
  const script = `console.log(process.env.WORD); console.error(process.cwd()); process.exit(${code})`;
  const options = {
    signal,
    folder: '/',
    environment: { WORD: 'hello' },
    line: (text: string) => void lines.push(text),
  };
  return { code: await runProgram(process.execPath, ['-e', script], options), lines };
};

const table = {
  count: async () => count,
  refuse: async () => refuse,
  throwError: async () => throwError,
  crash: async () => crash,
  leave: async () => leave,
  eat: async () => eat,
  hang: async () => hang,
  tellPid: async () => tellPid,
  tellWord: async () => tellWord,
  environments: async () => environments,
  dieAt: async () => dieAt,
  dieLater: async () => dieLater,
  loseProgram: async () => loseProgram,
  wait: async () => wait,
  helped: async () => helped,
  abandon: async () => abandon,
  program: async () => program,
} satisfies EngineTable;

export type TestEngines = typeof table;

if (process.argv[1] === import.meta.filename) await runEngines(table);
