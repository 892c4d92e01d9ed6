import { killGroup } from './process-group.ts';
import type { StartedEngine } from './started-engine.ts';
import { startEngine } from './starter.ts';

const idleMs = 10_000;

/** Processes that run engines, one piece of work at a time. */
export interface EnginePool {
  /** `fresh`: one that has done nothing before. */
  take(fresh?: boolean): Promise<StartedEngine>;
  /** Takes back one that is as good as new. */
  keep(engine: StartedEngine): void;
}

/** So many wait: as many questions to table files are answered at a time. */
const mostIdle = 4;

/**
 * Starting a process and loading an engine costs half a second and more, the import of a small file a tenth of that: so
 * one that has ended its work well waits a while for more. `entry`: another program than that of all engines.
 */
export function enginePool(entry?: string): EnginePool {
  const idle = new Map<StartedEngine, NodeJS.Timeout>();
  const forget = (engine: StartedEngine) => {
    clearTimeout(idle.get(engine));
    idle.delete(engine);
  };
  return {
    async take(fresh = false) {
      const known = fresh ? undefined : [...idle.keys()].at(-1);
      if (known !== undefined) {
        forget(known);
        known.hold(true);
        return known;
      }
      const engine = await startEngine(entry);
      void engine.ended.then(() => forget(engine));
      return engine;
    },
    keep(engine) {
      if (engine.pid === undefined) return;
      if (idle.size >= mostIdle) return killGroup(engine);
      const end = () => {
        forget(engine);
        killGroup(engine);
      };
      idle.set(engine, setTimeout(end, idleMs).unref());
      engine.hold(false);
    },
  };
}
