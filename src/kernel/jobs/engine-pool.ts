import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { forkGroup, killGroup } from './process-group.ts';

const idleMs = 10_000;

/** Processes that run engines, one piece of work at a time. */
export interface EnginePool {
  take(): ChildProcess;
  /** Takes back one that is as good as new. */
  keep(child: ChildProcess): void;
}

/**
 * Starting a process and loading an engine costs half a second and more, the import of a small file a tenth of that: so
 * one that has ended its work well waits a while for more. `entry`: the program.
 */
export function enginePool(entry: string): EnginePool {
  let idle: { readonly child: ChildProcess; forget(): void } | undefined;
  return {
    take() {
      const child = idle?.child;
      idle?.forget();
      if (child === undefined) return start(entry);
      hold(child, 'ref');
      return child;
    },
    keep(child) {
      if (idle !== undefined) return killGroup(child);
      const clock = setTimeout(() => killGroup(child), idleMs).unref();
      const forget = () => {
        clearTimeout(clock);
        child.off('exit', forget).off('error', forget);
        idle = undefined;
      };
      child.once('exit', forget).once('error', forget);
      hold(child, 'unref');
      idle = { child, forget };
    },
  };
}

function start(entry: string): ChildProcess {
  const child = forkGroup(entry, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: ['--no-warnings'] });
  child.stderr?.setEncoding('utf8');
  return child;
}

/** Whether the child keeps this process from ending. */
function hold(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]();
  child.channel?.[how]();
  if (child.stderr instanceof Socket) child.stderr[how]();
}
