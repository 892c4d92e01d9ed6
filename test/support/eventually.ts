import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from './patience.ts';

/** Repeats a check of something that happens in the background until it passes; answers what it found. */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(20);
    }
  }
}
