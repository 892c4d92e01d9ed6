import { Worker } from 'node:worker_threads';

/** A thread that has done its work and waits for more: starting one costs a third of a second. */
let idle: Worker | undefined;

/** A thread that waits, or a new one. */
export function takeThread(): Worker {
  const thread = idle ?? new Worker(new URL('./worker.ts', import.meta.url));
  idle = undefined;
  release(thread);
  thread.ref();
  return thread;
}

/** Takes back one that has done its work well; when another one waits already, it is ended. */
export async function keepThread(thread: Worker): Promise<void> {
  release(thread);
  if (idle !== undefined) return void (await thread.terminate());
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
