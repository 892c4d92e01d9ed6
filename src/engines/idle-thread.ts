import type { Worker } from 'node:worker_threads';

/** A thread that waits for work between runs: starting one costs up to a third of a second. */
export interface IdleThread {
  /** Starts one that will be wanted, unless one waits already. */
  ready(): void;
  /** One that waits, or a new one. */
  take(): Worker;
  /** Takes back one that may be used again, if it has not ended; when another one waits already, it is ended. */
  keep(thread: Worker): Promise<void>;
}

/** The number of threads that have ended. */
const ended = -1;

export function idleThread(start: () => Worker): IdleThread {
  let idle: Worker | undefined;
  const wait = (thread: Worker) => {
    thread.unref();
    const gone = () => {
      if (idle === thread) idle = undefined;
    };
    thread.once('error', gone).once('exit', gone);
    idle = thread;
  };
  return {
    ready() {
      if (idle === undefined) wait(start());
    },
    take() {
      const thread = idle ?? start();
      idle = undefined;
      release(thread);
      thread.ref();
      return thread;
    },
    async keep(thread) {
      release(thread);
      if (thread.threadId === ended) return;
      if (idle === undefined) wait(thread);
      else await thread.terminate();
    },
  };
}

/** Without names `removeAllListeners` takes away those of the thread itself, too. */
function release(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
}
