import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newBeat, opening, type Standing, watchBeat } from './heartbeat.ts';
import { type Arrivals, arrivals } from './mesh-waiters.ts';
import type { MeshAnswer, MeshIssue, MeshOrder, MeshRun } from './messages.ts';
import { meshThread } from './threads.ts';

/** What is known when all meshes are made. */
export interface Outcome {
  readonly issues: readonly MeshIssue[];
  /** Paths of the parts of the geometry. */
  readonly paths: readonly string[];
  /** Why there are no meshes although there are shapes; for people. */
  readonly refused?: string;
}

export interface Watched {
  /** Whether the thread has stood at a step for too long, after so many elements that it did not come to an end with. */
  over(standing: Standing, stuckBefore: number): boolean;
  /** Gets how many elements are done; less than before when the thread has to begin anew. */
  progress(done: number): void;
  readonly signal?: AbortSignal | undefined;
}

/** So many elements may hold the mesher up; what comes after them is left out, and reported one by one. */
const mostStuck = 20;
const lookMs = 100;

/**
 * Makes the meshes in a thread of their own. A thread that does not come to an end with an element is ended, and another
 * one begins anew without the element. `stop` ends it at once, unless it is done.
 */
export function startMeshing(order: MeshOrder, watched: Watched) {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, ...(watched.signal === undefined ? [] : [watched.signal])]);
  const arriving = arrivals();
  const finished = meshAll(order, { ...watched, signal }, arriving);
  // who stops it does not wait for it
  finished.then(arriving.end, arriving.fail);
  const stop = async () => {
    stopping.abort();
    await finished.catch(() => {});
  };
  return { meshAt: arriving.at, finished, stop };
}

async function meshAll(order: MeshOrder, watched: Watched, arriving: Arrivals): Promise<Outcome> {
  const stuck: MeshIssue[] = [];
  for (;;) {
    const without = stuck.map(({ place }) => place);
    const found = await liveOnce({ ...order, without, beat: newBeat() }, watched, stuck.length, arriving);
    if (!('place' in found)) return { ...found, issues: [...stuck, ...found.issues] };
    removeParts(order.folder);
    if (found.place === opening) return withoutMeshes('the mesher did not come to an end with opening the file.');
    const seconds = (found.ms / 1000).toFixed(1);
    const message = `Its shape could not be meshed: the mesher did not end on it within ${seconds} s. It has no mesh.`;
    stuck.push({ place: found.place, message });
    if (stuck.length === mostStuck) stuck.push(...theRest(order, found.place));
  }
}

const withoutMeshes = (why: string): Outcome => ({
  issues: [],
  paths: [],
  refused: `The shapes of the file cannot be read: ${why}`,
});

const theRest = ({ instances }: MeshOrder, after: number): MeshIssue[] =>
  Array.from({ length: instances.length - after - 1 }, (_, n) => ({
    place: after + 1 + n,
    message: `It has no mesh: the mesher did not end on ${mostStuck} shapes before it.`,
  }));

/** What a thread that was ended has left behind. */
function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) if (/^geometry-\d+\.glb/.test(name)) rmSync(join(folder, name));
}

/** One life of the thread: to the end of its work, or to where it stands still. */
async function liveOnce(
  run: MeshRun,
  watched: Watched,
  stuckBefore: number,
  arriving: Arrivals,
): Promise<Outcome | Standing> {
  const { signal } = watched;
  signal?.throwIfAborted();
  const worker = meshThread.take();
  const { promise, resolve, reject } = Promise.withResolvers<Outcome | Standing>();
  const aborted = () => reject(signal?.reason);
  signal?.addEventListener('abort', aborted, { once: true });
  let reusable = false;
  const take = collector(arriving, watched.progress, run.maxTriangles);
  worker.on('message', (answer: MeshAnswer) => {
    const outcome = take(answer);
    if (outcome === undefined) return;
    reusable = true;
    resolve(outcome);
  });
  worker
    .once('error', reject)
    .once('exit', () => reject(new Error('The thread of the mesher ended without an answer.')));
  const standing = watchBeat(run.beat);
  const clock = setInterval(() => {
    const now = standing();
    if (watched.over(now, stuckBefore)) resolve(now);
  }, lookMs);
  worker.postMessage(run);
  try {
    return await promise;
  } finally {
    clearInterval(clock);
    signal?.removeEventListener('abort', aborted);
    if (reusable) await meshThread.keep(worker);
    else await worker.terminate();
  }
}

/** Gathers what the thread tells; answers the whole at its end. */
function collector(
  arriving: Arrivals,
  progress: (done: number) => void,
  maxTriangles: number,
): (answer: MeshAnswer) => Outcome | undefined {
  const issues: MeshIssue[] = [];
  return (answer) => {
    switch (answer.is) {
      case 'issue':
        issues.push({ place: answer.place, message: answer.message });
        return undefined;
      case 'meshes':
        arriving.take(answer);
        progress(answer.done);
        return undefined;
      case 'unreadable':
        return withoutMeshes(answer.why);
      case 'done': {
        if (!answer.tooMany) return { issues, paths: answer.paths };
        const limit = maxTriangles.toLocaleString('en');
        return {
          issues: [],
          paths: [],
          refused: `The model has more than ${limit} triangles, the limit of this server.`,
        };
      }
    }
  };
}
