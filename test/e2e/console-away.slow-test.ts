import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { photograph } from '../support/chromium.ts';
import { ada, ben, openConsole, takeSeat } from '../support/console.ts';
import { becomes } from '../support/page-state.ts';
import { signInAt } from '../support/sign-in-page.ts';

/* The console while the server is away, and when the session has ended, in a real browser. */

const { platform, browser, context, page, strange, button, shown, close } = await openConsole();
const { baseUrl } = platform;
after(close);

const twin = await platform.twin(platform.ada, { displayName: 'Harbour bridge' });
const uploads = page.getByRole('region', { name: 'Uploads' });

/** For the browser nobody listens at the address any more; answers how to end that. */
async function serverGoes(): Promise<() => Promise<void>> {
  const all = () => true;
  await context.route(all, (route) => route.abort('connectionrefused'));
  return () => context.unroute(all);
}

const openTwin = async () => {
  await page.goto(`${baseUrl}/console/twins/${twin.id}`);
  await page.getByRole('heading', { name: 'Harbour bridge' }).waitFor();
};

describe('while the server is away', () => {
  it('a page that was not loaded yet does not replace the application, and comes when the server is back', async () => {
    await openTwin();
    const comesBack = await serverGoes();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await shown('The server does not answer. Everything goes on by itself when it does.');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await photograph(page, 'server-away');
    await comesBack();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await page.getByText('The server does not answer').first().waitFor({ state: 'detached' });
  });

  it('a page that cannot be loaded is said, after it was tried anew once', async () => {
    let tries = 0;
    await context.route(/\/assets\/webhooks-page/, (route) => {
      tries++;
      return route.fulfill({ status: 404 });
    });
    await page.goto(`${baseUrl}/console/webhooks`);
    await shown('This part of the console could not be loaded.');
    assert.ok(tries <= 4, `${tries} requests`); // each of two pages may try twice
    await photograph(page, 'page-not-loaded');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Twins' }).click();
    await page.getByRole('heading', { name: 'Twins' }).waitFor();
    await context.unrouteAll();
  });

  it('uploads wait, say so, and go on by themselves', async () => {
    await page.goto(`${baseUrl}/console/twins/${twin.id}/files`);
    await shown('This folder is empty');
    const comesBack = await serverGoes();
    const names = ['one.txt', 'two.txt', 'three.txt', 'four.txt', 'five.txt'];
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
    await uploads.getByText('the server does not answer, it goes on by itself').waitFor();
    await photograph(page, 'uploads-away');
    await comesBack();
    await uploads.getByText('5 uploads finished').waitFor();
    for (const name of names) await page.getByRole('row').getByRole('link', { name, exact: true }).waitFor();
  });
});

describe('a session that has ended', () => {
  /** The token is refused, and the authorization server knows nobody any more. */
  async function sessionEnds(own: typeof context): Promise<() => Promise<void>> {
    await own.clearCookies();
    const twins = /\/twins\/(\?|$)/;
    await own.route(twins, (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'Unauthorized', message: 'Access denied.' } } }),
    );
    return () => own.unroute(twins);
  }

  it('keeps a half-filled dialog, and goes on after the sign-in in another tab', async () => {
    await page.goto(`${baseUrl}/console/twins`);
    await button('Create twin').click();
    const dialog = page.getByRole('dialog', { name: 'Create twin' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Culvert 88');
    await dialog.getByRole('textbox', { name: 'Number' }).fill('C-0088');
    const renewed = await sessionEnds(context);
    await button('Create', dialog).click();
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await over.waitFor();
    await photograph(page, 'session-over');
    await page.keyboard.press('Escape');
    await renewed();
    const [tab] = await Promise.all([context.waitForEvent('page'), button('Sign in again', over).click()]);
    const closed = tab.waitForEvent('close');
    await signInAt(tab, ada);
    await closed;
    await over.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Culvert 88' }).waitFor(); // the twin that was asked for is made
  });

  it('shows nothing of the page to somebody else who signs in', async () => {
    const seat = await takeSeat(browser, platform, ada);
    const { page: hers } = seat;
    await button('Create twin', hers).click();
    await hers
      .getByRole('dialog', { name: 'Create twin' })
      .getByRole('textbox', { name: 'Name' })
      .fill('Secret tunnel');
    const renewed = await sessionEnds(seat.context);
    await button('Create', hers.getByRole('dialog', { name: 'Create twin' })).click();
    await hers.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await renewed();
    const [tab] = await Promise.all([seat.context.waitForEvent('page'), button('Sign in again', hers).click()]);
    await signInAt(tab, ben);
    await button(/account of Ben/, hers).waitFor();
    await becomes(() => hers.getByText('Secret tunnel').count(), 0);
    await seat.context.close();
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
