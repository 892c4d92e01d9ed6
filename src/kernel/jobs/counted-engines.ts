import type { Engines } from '../../engines/engines.ts';
import type { Gauge } from '../../std/gauge.ts';
import type { RunEngine } from './engine-process.ts';

/** Runs engines as `run` does, and tells how many are at work. */
export function countedEngines(run: RunEngine<Engines>): { readonly run: RunEngine<Engines>; readonly figure: Gauge } {
  const atWork = new Map<string, number>();
  const count = (engine: string, by: 1 | -1) => void atWork.set(engine, (atWork.get(engine) ?? 0) + by);
  return {
    run(job, engine, ...rest) {
      count(engine, 1);
      return run(job, engine, ...rest).finally(() => count(engine, -1));
    },
    figure: {
      name: 'twin_engines_running',
      help: 'Engines at work, each in a process of its own.',
      labels: ['engine'],
      of: 'process',
      read: () => [...atWork].map(([engine, value]) => ({ labels: { engine }, value })),
    },
  };
}
