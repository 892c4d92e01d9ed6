import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { startDemoServer } from '../../demo/server.ts';
import { openBrowser, photograph } from '../support/chromium.ts';

const server = await startDemoServer();
let browser: Browser | undefined;
after(async () => {
  await browser?.close();
  await server.stop();
});

it('the reference signs a person in and tries a call, without a foreign request', async () => {
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const foreign: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(server.baseUrl) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  const page = await context.newPage();
  await page.goto(`${server.baseUrl}/reference`);
  await page.waitForSelector('.opblock');
  await page.click('.btn.authorize');
  await page.check('.auth-container input[type=checkbox]').catch(() => {}); // the scope is chosen already
  const [popup] = await Promise.all([context.waitForEvent('page'), page.click('.auth-btn-wrapper .authorize')]);
  await popup.fill('#identifierInput', server.email);
  await popup.click('.allow');
  await popup.fill('#password', server.password);
  await Promise.all([popup.waitForEvent('close'), popup.click('.allow')]); // nobody is asked for consent to our own page
  await page.click('.close-modal');
  const operation = page.locator('.opblock', { hasText: '/twins/myprimaryaccount' });
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.try-out__btn').click();
  await operation.locator('.execute').click();
  const status = operation.locator('.live-responses-table .response-col_status').last();
  await status.waitFor();
  assert.match((await status.textContent()) ?? '', /200/);
  await photograph(page, 'reference');
  assert.deepEqual(foreign, []);
});
