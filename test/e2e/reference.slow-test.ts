import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startDemoServer } from '../../demo/server.ts';
import { seriousFaults } from '../support/axe.ts';
import { openBrowser, photograph } from '../support/chromium.ts';
import { startPlatform } from '../support/platform.ts';

const server = await startDemoServer();
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await server.stop();
});

async function tryCall(page: Page, path: string): Promise<string> {
  const operation = page.locator('.opblock', { hasText: path }).first();
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.try-out__btn').click();
  await operation.locator('.execute').click();
  const status = operation.locator('.live-responses-table .response-col_status').last();
  await status.waitFor();
  return (await status.textContent()) ?? '';
}

it('the reference signs a person in, for all definitions until they sign out, without a foreign request', async () => {
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
  assert.match(await tryCall(page, '/twins/myprimaryaccount'), /200/);
  await photograph(page, 'reference');
  await page
    .getByRole('combobox', { name: 'definition' })
    .selectOption({ value: `${server.baseUrl}/definitions/jobs-v1.json` });
  await page.getByRole('heading', { name: /^Jobs v1/ }).waitFor();
  assert.match(await tryCall(page, '/jobs/'), /200/);
  await page.click('.btn.authorize');
  await page.locator('.modal-ux').getByRole('button', { name: 'Logout' }).click();
  await page.click('.close-modal');
  await page.locator('.execute').first().click();
  await page.locator('.live-responses-table .response-col_status', { hasText: '401' }).waitFor();
  assert.deepEqual(foreign, []);
});

it('the reference switches between neutral words and those of a table of names, where there is one', async () => {
  const p = await startPlatform({ environment: { NAMES_FILE: process.env.TEST_NAMES_FILE ?? '' } });
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${p.baseUrl}/reference`);
    await page.locator('.opblock', { hasText: '/twins/myprimaryaccount' }).waitFor();
    await page.getByRole('link', { name: 'In words of the table of names' }).click();
    await page.locator('.opblock', { hasText: '/zwillings/myprimaryaccount' }).waitFor();
    await page.getByRole('link', { name: 'In neutral words' }).click();
    await page.locator('.opblock', { hasText: '/twins/myprimaryaccount' }).waitFor();
    await page.goto(`${server.baseUrl}/reference`);
    await page.waitForSelector('.opblock');
    await page.locator('#names').waitFor({ state: 'detached' });
  } finally {
    await p.stop();
  }
});

for (const [system, chosen] of [
  ['light', 'light'],
  ['light', 'dark'],
  ['dark', 'light'],
  ['dark', 'dark'],
] as const) {
  it(`the reference has no serious fault of accessibility in ${chosen} colours, where the system is ${system}`, async () => {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, colorScheme: system });
    const page = await context.newPage();
    await page.goto(`${server.baseUrl}/reference`);
    await page.waitForSelector('.opblock');
    if (chosen !== system) await page.getByRole('button', { name: `Switch to ${chosen} mode` }).click();
    for (const method of ['get', 'post'])
      await page.locator(`.opblock-${method} .opblock-summary-control`).first().click();
    await page.locator('.try-out__btn').first().click();
    await photograph(page, `reference-${chosen}-on-${system}`);
    assert.deepEqual(await seriousFaults(page), []);
    await page.click('.btn.authorize');
    await page.waitForSelector('.modal-ux .auth-btn-wrapper');
    await photograph(page, `reference-authorize-${chosen}-on-${system}`);
    assert.deepEqual(await seriousFaults(page), []);
    await context.close();
  });
}
