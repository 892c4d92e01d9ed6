import { engineRunner } from '../engine-process.ts';
import type { TestEngines } from './engines-process.ts';

/** A server that waits for an engine, to be killed by a test: `node engines-parent.ts <engine>`. Tells its steps. */
const entry = new URL('./engines-process.ts', import.meta.url).pathname;
const run = engineRunner<TestEngines>({ memory: 2 ** 30, time: 60_000 }, entry);
const progress = ({ step }: { step?: string | null }) => void (step && console.log(step));
await run({ signal: new AbortController().signal, progress, log: () => {} }, process.argv[2] as 'helped', {
  mode: 'sleep',
});
