import { Worker } from 'node:worker_threads';
import { failures } from '../failures.ts';
import type { MeshAnswer, MeshOf, MeshOrder } from './messages.ts';

export interface Meshes {
  /** By the place of the element in the order. */
  readonly meshes: ReadonlyMap<number, MeshOf>;
  readonly issues: readonly { readonly place: number; readonly message: string }[];
  /** Paths of the parts of the geometry. */
  readonly paths: readonly string[];
  /** More triangles than the limit; then there are no meshes. */
  readonly tooMany: boolean;
}

/** A thread that has done its work and waits for more: starting one costs a third of a second. */
let idle: Worker | undefined;

function takeThread(): Worker {
  const thread = idle ?? new Worker(new URL('./worker.ts', import.meta.url));
  idle = undefined;
  release(thread);
  thread.ref();
  return thread;
}

function keepThread(thread: Worker): void {
  release(thread);
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

/** Makes the meshes in a thread of their own. `stop` ends it at once, unless it is done. */
export function startMeshing(order: MeshOrder, progress: (done: number) => void) {
  const worker = takeThread();
  let done = false;
  const finished = new Promise<Meshes>((resolve, reject) => {
    const meshes = new Map<number, MeshOf>();
    const issues: { place: number; message: string }[] = [];
    worker.on('message', (answer: MeshAnswer) => {
      if (answer.is === 'progress') progress(answer.done);
      else if (answer.is === 'issue') issues.push({ place: answer.place, message: answer.message });
      else if (answer.is === 'meshes') for (const [place, mesh] of answer.meshes) meshes.set(place, mesh);
      else if (answer.is === 'unreadable') reject(failures.unreadable(answer.why));
      else {
        done = true;
        resolve({ ...answer, meshes: answer.tooMany ? new Map() : meshes, issues });
      }
    });
    worker.once('error', (error: Error) => reject(failures.unreadable(error.message)));
    worker.once('exit', () => reject(failures.unreadable('the reader ended without an answer.')));
  });
  worker.postMessage(order);
  // who stops it does not wait for it
  finished.catch(() => {});
  const stop = async () => {
    if (done && idle === undefined) keepThread(worker);
    else await worker.terminate();
  };
  return { finished, stop };
}
