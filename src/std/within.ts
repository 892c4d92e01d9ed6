import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the work is done, or after `limitMs`; the work itself goes on. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, sleep(limitMs, undefined, { signal: done.signal }).catch(() => {})]);
  done.abort();
}
