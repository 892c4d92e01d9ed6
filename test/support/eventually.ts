import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from './patience.ts';

/** Repeats a check of something that happens in the background until it passes. */
export async function eventually(check: () => Promise<void>): Promise<void> {
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
