import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { forkGroup, killGroup } from './process-group.ts';

const idleMs = 10_000;

/** Processes that run engines, one piece of work at a time. */
export interface EnginePool {
  take(): Promise<ChildProcess>;
  /** Takes back one that is as good as new. */
  keep(child: ChildProcess): void;
}

/** So many wait: as many questions to table files are answered at a time. */
const mostIdle = 4;
/** Of -20 to 19; 0 is usual. With 5 it has a third of what a process of usual priority has beside it. */
const engineNiceness = 5;

/**
 * Starting a process and loading an engine costs half a second and more, the import of a small file a tenth of that: so
 * one that has ended its work well waits a while for more. `entry`: the program.
 */
export function enginePool(entry: string): EnginePool {
  const idle: { readonly child: ChildProcess; forget(): void }[] = [];
  let lastStart: Promise<unknown> = Promise.resolve();
  return {
    async take() {
      const known = idle.pop();
      if (known !== undefined) {
        known.forget();
        hold(known.child, 'ref');
        return known.child;
      }
      const started = lastStart.then(() => start(entry));
      lastStart = started.then(pause, pause);
      return started;
    },
    keep(child) {
      if (idle.length >= mostIdle) return killGroup(child);
      const clock = setTimeout(() => killGroup(child), idleMs).unref();
      const forget = () => {
        clearTimeout(clock);
        child.off('exit', forget).off('error', forget);
        const at = idle.indexOf(one);
        if (at >= 0) idle.splice(at, 1);
      };
      const one = { child, forget };
      child.once('exit', forget).once('error', forget);
      hold(child, 'unref');
      idle.push(one);
    },
  };
}

/** A start keeps this process from everything else for 20 ms: requests come between two of them. */
const pause = () => sleep(40);

function start(entry: string): ChildProcess {
  const child = forkGroup(entry, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: ['--no-warnings'] });
  child.stderr?.setEncoding('utf8');
  giveWay(child);
  return child;
}

/** Requests come before engines where the cores are not enough for both: an engine takes what is left over. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, engineNiceness);
  } catch {
    // it has ended already, or the system does not let us
  }
}

/** Whether the child keeps this process from ending. */
function hold(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]();
  child.channel?.[how]();
  if (child.stderr instanceof Socket) child.stderr[how]();
}
