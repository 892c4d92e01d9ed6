import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../std/start-process.ts';
import type { TaskName, TaskOrder, TaskResult } from './tasks.ts';

/** Threads that do tasks one after the other. */
export interface Pool {
  /** Rejects with what the task throws, or when the pool is closed. */
  run<N extends TaskName>(name: N, order: TaskOrder<N>): Promise<TaskResult<N>>;
  /** Ends all threads at once. */
  close(): Promise<void>;
}

/** From the pool to a thread. */
export interface Order {
  readonly name: TaskName;
  /** What the task of that name takes. */
  readonly order: never;
}

/** From a thread to the pool; exactly one for each order. */
export type Answer<R> = { readonly is: 'done'; readonly result: R } | { readonly is: 'failed'; readonly error: Error };

const startPhotoThread = (): Worker => startThread(new URL('./worker.ts', import.meta.url));

/** At most `size` threads, started when they are needed. `signal` closes the pool. */
export function openPool(size: number, signal: AbortSignal | undefined, start = startPhotoThread): Pool {
  const all = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  const closing = new AbortController();
  const stop = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
  const take = async (): Promise<Worker> => {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (all.size >= size) return new Promise((resolve) => waiting.push(resolve));
    return add();
  };
  /** One more thread. One that has failed is none of the pool any more, whether it was at work or idle. */
  const add = (): Worker => {
    const made = start();
    const gone = () => {
      all.delete(made);
      const at = idle.indexOf(made);
      if (at !== -1) idle.splice(at, 1);
    };
    made.once('error', gone).once('exit', gone);
    all.add(made);
    return made;
  };
  const giveBack = (worker: Worker) => {
    const next = waiting.shift();
    const lives = all.has(worker);
    if (next !== undefined) next(lives || stop.aborted ? worker : add());
    else if (lives) idle.push(worker);
  };
  return {
    async run<N extends TaskName>(name: N, order: TaskOrder<N>): Promise<TaskResult<N>> {
      stop.throwIfAborted();
      const worker = await take();
      try {
        return await doneBy(worker, name, order, stop);
      } finally {
        giveBack(worker);
      }
    },
    async close() {
      closing.abort(new Error('The threads are ended.'));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function doneBy<N extends TaskName>(
  worker: Worker,
  name: N,
  order: TaskOrder<N>,
  stop: AbortSignal,
): Promise<TaskResult<N>> {
  return new Promise((resolve, reject) => {
    const answered = (answer: Answer<TaskResult<N>>) => {
      if (answer.is === 'done') end(() => resolve(answer.result));
      else end(() => reject(answer.error));
    };
    const failed = (error: Error) => end(() => reject(error));
    const gone = () => failed(new Error('A thread ended without an answer.'));
    const stopped = () => end(() => reject(stop.reason));
    const end = (settle: () => void) => {
      worker.off('message', answered).off('error', failed).off('exit', gone);
      stop.removeEventListener('abort', stopped);
      settle();
    };
    worker.on('message', answered).on('error', failed).on('exit', gone);
    stop.addEventListener('abort', stopped);
    if (stop.aborted) return stopped();
    worker.postMessage({ name, order });
  });
}
