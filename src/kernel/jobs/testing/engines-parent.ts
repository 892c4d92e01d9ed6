import { engineRunner } from '../engine-process.ts';
import type { TestEngines } from './engines-process.ts';

/** A server that waits for an engine, to be killed by a test: `node engines-parent.ts <engine>`. Prints its steps and its result. */
const entry = new URL('./engines-process.ts', import.meta.url).pathname;
const run = engineRunner<TestEngines>({ memory: 2 ** 30, time: 60_000 }, entry);
const progress = ({ step }: { step?: string | null }) => void (step && console.log(step));
const result = await run(
  { signal: new AbortController().signal, progress, log: () => {} },
  process.argv[2] as 'tellPid',
  {
    mode: 'sleep',
  },
);
console.log(JSON.stringify(result));
process.on('exit', () => process.kill(result.pid, 0)); // fails unless its idle engine is still there
