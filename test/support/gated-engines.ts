import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../src/engines/engine.ts';
import { engines } from '../../src/engines/engines.ts';
import { runEngines } from '../../src/engines/process.ts';

/*
 * The program of the engines with a gate at the first step of each (engine-gate.ts): the engine itself is the real one.
 */
const folder = process.env.TEST_ENGINE_GATE ?? '';
const still = new Int32Array(new SharedArrayBuffer(4));

/** Keeps the process where it is, as work that heeds nothing would, until the gate is opened. */
function stopAt(engine: string): void {
  if (!existsSync(join(folder, `${engine}.closed`))) return;
  writeFileSync(join(folder, `${engine}.${process.pid}.waits`), '');
  const starter = process.ppid;
  while (existsSync(join(folder, `${engine}.closed`)) && process.ppid === starter) Atomics.wait(still, 0, 0, 5);
}

const gated =
  (name: string, load: () => Promise<Engine<never, unknown>>) => async (): Promise<Engine<never, unknown>> => {
    const engine = await load();
    return (params, context) => {
      let begun = false;
      return engine(params, {
        ...context,
        progress(change) {
          context.progress(change);
          if (!begun) stopAt(name);
          begun = true;
        },
      });
    };
  };

await runEngines(Object.fromEntries(Object.entries(engines).map(([name, load]) => [name, gated(name, load)])));
