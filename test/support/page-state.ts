import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/**
 * Waits until an expression is true in a page. The driver's own way to wait for a text evaluates it inside the page again
 * and again, which our content policy forbids.
 */
export const becomesTrue = (page: Page, expression: string): Promise<void> =>
  eventually(async () => assert.ok(await page.evaluate<boolean>(expression), `${expression} is not true.`));

/** Waits until what is read of a page is that: a page draws when it can, so one look at once may be too early. */
export const becomes = <T>(read: () => Promise<T>, expected: T, message?: string): Promise<void> =>
  eventually(async () => assert.deepEqual(await read(), expected, message));

/** Nothing of a page is wider than its window. */
export const becomesAsWideAs = (page: Page, width: number, message?: string): Promise<void> =>
  becomes(() => page.evaluate('document.documentElement.scrollWidth'), width, message);

/** Until nothing moves any more: what fades in has no contrast yet, and what shifts is clicked beside. */
export const stillness = (page: Page): Promise<void> =>
  page.evaluate<void>(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const ends = ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime < Infinity;
    for (;;) {
      await frame();
      await frame();
      const moving = document.getAnimations().filter(ends);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  })()`);

/** A window of that size, laid out. */
export async function fitTo(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await stillness(page);
}
