import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { photograph } from './chromium.ts';

/** A page whose script has run; `told` gets what it says to the console in anger. */
export async function openViewer(browser: Browser, address: string): Promise<{ page: Page; told: string[] }> {
  const page = await browser.newPage({ viewport: { width: 800, height: 500 } });
  const told: string[] = [];
  page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
  page.on('pageerror', (error) => told.push(String(error)));
  await page.goto(address);
  await page.waitForFunction('globalThis.ready');
  return { page, told };
}

/** A good part of the canvas is not its background. */
export async function assertShows(page: Page, name: string): Promise<void> {
  const picture = (await photograph(page, name)) ?? (await page.screenshot());
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const background = data.subarray(0, 3);
  let drawn = 0;
  for (let at = 0; at < data.length; at += 3) {
    const far = Math.abs((data[at] ?? 0) - (background[0] ?? 0)) + Math.abs((data[at + 2] ?? 0) - (background[2] ?? 0));
    if (far > 30) drawn++;
  }
  const share = drawn / (info.width * info.height);
  assert.ok(share > 0.05 && share < 0.9, `${Math.round(100 * share)} % of ${name} are drawn`);
}
