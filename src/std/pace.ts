import { setTimeout as sleep } from 'node:timers/promises';

/** Says that bytes were read, and waits until others may be. */
export type Pace = (bytes: number) => Promise<void>;

/** Shorter waits are put together. */
const leastWaitMs = 20;

/** So many bytes a second on average, never more at once than it waits for. Rejects once the signal is aborted. */
export function paceOf(bytesPerSecond: number, signal: AbortSignal): Pace {
  let free = 0;
  return async (bytes) => {
    signal.throwIfAborted();
    const now = performance.now();
    free = Math.max(free, now) + (bytes / bytesPerSecond) * 1000;
    if (free - now >= leastWaitMs) await sleep(free - now, undefined, { signal });
  };
}
