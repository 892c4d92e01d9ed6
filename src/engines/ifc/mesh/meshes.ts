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

/** Makes the meshes in a thread of their own. `stop` ends it at once. */
export function startMeshing(order: MeshOrder, progress: (done: number) => void) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
  const finished = new Promise<Meshes>((resolve, reject) => {
    const meshes = new Map<number, MeshOf>();
    const issues: { place: number; message: string }[] = [];
    worker.on('message', (answer: MeshAnswer) => {
      if (answer.is === 'progress') progress(answer.done);
      else if (answer.is === 'issue') issues.push({ place: answer.place, message: answer.message });
      else if (answer.is === 'meshes') for (const [place, mesh] of answer.meshes) meshes.set(place, mesh);
      else if (answer.is === 'unreadable') reject(failures.unreadable(answer.why));
      else resolve({ ...answer, meshes: answer.tooMany ? new Map() : meshes, issues });
    });
    worker.once('error', (error: Error) => reject(failures.unreadable(error.message)));
    worker.once('exit', () => reject(failures.unreadable('the reader ended without an answer.')));
  });
  // who stops it does not wait for it
  finished.catch(() => {});
  return { finished, stop: () => worker.terminate() };
}
