import cluster, { type Worker } from 'node:cluster';
import type { Log } from '../std/log.ts';

const shortestPauseMs = 500;
const longestPauseMs = 30_000;
const healthyAfterMs = 60_000;

/** The HTTP worker processes of one machine; one that dies is replaced, after a pause that grows while they keep dying. */
export function keepWorkers(count: number, log: Log): { readonly ready: Promise<void>; stop(): Promise<void> } {
  let stopping = false;
  let pause = shortestPauseMs;

  const start = (): Promise<void> => {
    const worker = cluster.fork();
    const began = Date.now();
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      pause = Date.now() - began > healthyAfterMs ? shortestPauseMs : Math.min(longestPauseMs, pause * 2);
      log.error({ worker: worker.process.pid, code, signal, restartInMs: pause }, 'a worker process died');
      setTimeout(() => stopping || void start().catch(() => {}), pause);
    });
    return listening(worker);
  };

  return {
    ready: Promise.all(Array.from({ length: count }, start)).then(() => {}),
    async stop() {
      stopping = true;
      const left = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(left.map(ended));
    },
  };
}

const listening = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('exit', (code) => reject(new Error(`A worker process ended with code ${code} while it started.`)));
  });

const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once('exit', () => resolve());
    worker.process.kill('SIGTERM');
  });
