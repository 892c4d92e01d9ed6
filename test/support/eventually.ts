import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check of something that happens in the background until it passes; at most 20 seconds. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(20);
    }
  }
}
