import { Worker } from 'node:worker_threads';

/** A thread that waits for work: starting one costs a third of a second. */
let idle: Worker | undefined;

const newThread = (): Worker => new Worker(new URL('./worker.ts', import.meta.url));

/** Starts a thread that will be wanted, unless one waits already. */
export function readyThread(): void {
  if (idle === undefined) keep(newThread());
}

/** A thread that waits, or a new one. */
export function takeThread(): Worker {
  const thread = idle ?? newThread();
  idle = undefined;
  release(thread);
  thread.ref();
  return thread;
}

/** Takes back one that has done its work well; when another one waits already, it is ended. */
export async function keepThread(thread: Worker): Promise<void> {
  release(thread);
  if (idle === undefined) keep(thread);
  else await thread.terminate();
}

function keep(thread: Worker): void {
  thread.unref();
  const gone = () => {
    if (idle === thread) idle = undefined;
  };
  thread.once('error', gone).once('exit', gone);
  idle = thread;
}

/** Without names `removeAllListeners` takes away those of the thread itself, too. */
function release(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
}
