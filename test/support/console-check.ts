import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.ts';
import { photograph } from './chromium.ts';
import { becomesAsWideAs, fitTo } from './page-state.ts';

/** What is shown can be read in both colour schemes, keeps nobody out, and fits a phone. */
export async function checkLook(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const width of [1440, 390]) {
      await fitTo(page, width, width > 1000 ? 900 : 844);
      await photograph(page, `${name}-${scheme}-${width}`);
      await becomesAsWideAs(page, width, `${name} at ${width} pixels`);
    }
    assert.deepEqual(await seriousFaults(page), [], `${name}, ${scheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await fitTo(page, size.width, size.height);
}
