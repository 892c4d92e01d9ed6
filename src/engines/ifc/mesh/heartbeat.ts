/*
 * What the thread of the mesher is at, in shared memory: it can be seen while the thread is blocked. The first number is
 * the place of the element, or one of those below; the second counts every step.
 */
export const opening = -1;
/** Its own work, which always ends: it starts, or it writes. */
export const ownWork = -2;

/** What the thread is at, and since when. */
export interface Standing {
  readonly place: number;
  readonly ms: number;
}

export const newBeat = (): Int32Array => new Int32Array(new SharedArrayBuffer(8)).fill(ownWork, 0, 1);

/** In the thread: it begins with the element at a place, or with another step. */
export function begin(beat: Int32Array, place: number): void {
  Atomics.store(beat, 0, place);
  Atomics.add(beat, 1, 1);
}

/** Outside of it: how long it has stood at one step, at most as long as has been looked. */
export function watchBeat(beat: Int32Array): () => Standing {
  let step = Atomics.load(beat, 1);
  let since = performance.now();
  return () => {
    const now = Atomics.load(beat, 1);
    if (now !== step) since = performance.now();
    step = now;
    return { place: Atomics.load(beat, 0), ms: performance.now() - since };
  };
}
