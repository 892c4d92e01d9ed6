import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { lookForTimers } from '../../src/areas/federation/testing/timers.ts';
import { ben, openConsole, takeSeat } from '../support/console.ts';
import { checkLook } from '../support/console-check.ts';
import { feedsWorld, plantDatabase } from '../support/console-feeds.ts';
import { eventually } from '../support/eventually.ts';
import { join } from '../support/membership.ts';
import { becomes } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';
import { startPostgres } from '../support/postgres.ts';

/* Data feeds in the console: what a data analyst does, in a real browser. */

const server = await startPostgres();
const { platform, browser, page, strange, button, shown, close } = await openConsole({
  environment: { FEDERATION_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' },
});
after(async () => {
  await close();
  await server.stop();
});
const { baseUrl } = platform;
const { twinId, service } = await feedsWorld(platform);
const plant = await plantDatabase(await server.createDatabase());
const feeds = `${baseUrl}/console/twins/${twinId}/feeds`;
const dialog = page.getByRole('dialog');
const row = (name: string | RegExp) => page.getByRole('row', { name });
const choose = async (label: string, option: string, on = dialog) => {
  await on.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** What a spreadsheet gets with an application's id and secret. */
const asSpreadsheet = (address: string) =>
  fetch(address, {
    headers: { Authorization: `Basic ${Buffer.from(`${service.clientId}:secret`).toString('base64')}` },
  });

const addressShown = async (): Promise<string> =>
  (await page.locator('pre', { hasText: '/odata' }).first().textContent()) ?? '';

describe('a feed', () => {
  it('is found, and opened to a role: then a spreadsheet reads it with id and secret', async () => {
    await page.goto(`${baseUrl}/console/twins/${twinId}`);
    await page.getByRole('link', { name: 'Data feeds' }).first().click();
    await shown('Tables of a database');
    await checkLook(page, 'feeds');
    await page.getByRole('link', { name: 'Models of the twin' }).click();
    await page.getByRole('link', { name: 'Elements', exact: true }).waitFor();
    const address = await addressShown();
    assert.equal((await asSpreadsheet(address)).status, 403);
    await page.getByRole('switch', { name: 'Analysts' }).click({ force: true });
    await page.getByRole('switch', { name: 'Analysts', checked: true }).waitFor();
    const opened = await asSpreadsheet(address);
    const { value }: { value: { name: string }[] } = JSON.parse(await opened.text());
    assert.ok(value.some(({ name }) => name === 'Elements'));
    await button('How to open it').click();
    await dialog.getByText('From OData feed', { exact: false }).waitFor();
    await checkLook(page, 'feed-how-to-open');
    await page.keyboard.press('Escape');
    await checkLook(page, 'feed');
  });

  it('shows rows that a form filters and sorts, and the address of them', async () => {
    await page.getByRole('link', { name: 'Elements', exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ rows/ })
      .first()
      .waitFor();
    await button('Add a condition').click();
    const form = page.getByRole('form', { name: 'Filter' });
    await choose('Column of condition 1', 'Class', form);
    await form.getByRole('textbox', { name: 'Value of condition 1' }).fill('IFCwall');
    await page.keyboard.press('Enter');
    await page.getByText('2 rows', { exact: true }).first().waitFor();
    await button('GlobalId').click();
    await page.getByRole('columnheader', { name: 'GlobalId' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    const answer = await asSpreadsheet(await addressShown());
    const { value }: { value: { Class: string; GlobalId: string }[] } = JSON.parse(await answer.text());
    assert.deepEqual(
      value.map((one) => [one.Class, one.GlobalId.slice(0, 6)]),
      [
        ['IfcWall', '0north'],
        ['IfcWall', '0south'],
      ],
    );
    await checkLook(page, 'feed-rows');
    await page.reload();
    await page.getByText('2 rows', { exact: true }).first().waitFor();
    await becomes(() => form.getByRole('textbox', { name: 'Value of condition 1' }).inputValue(), 'IFCwall');
  });

  it('tells what is wrong with a condition, and shows what a page more has', async () => {
    await page.goto(`${feeds}/TWIN_TABLES`);
    await page.getByRole('alert').getByText('broken.xlsx').waitFor();
    await checkLook(page, 'feed-faults');
    await page.getByRole('link', { name: 'assets', exact: true }).click();
    await page.getByText('250 rows', { exact: true }).first().waitFor();
    await page.getByRole('columnheader', { name: 'Serial no' }).waitFor();
    await button('Show more').click();
    await page.getByText('200 rows shown').waitFor();
    await button('Add a condition').click();
    const form = page.getByRole('form', { name: 'Filter' });
    await choose('Column of condition 1', 'Cost', form);
    await choose('Comparison of condition 1', '≥', form);
    await form.getByRole('textbox', { name: 'Value of condition 1' }).fill('24,5');
    await button('Show these rows').click();
    await form.getByText('A number, as in 12.5.').waitFor();
    await form.getByRole('textbox', { name: 'Value of condition 1' }).fill('24.5');
    await button('Show these rows').click();
    await page.getByText('6 rows', { exact: true }).first().waitFor();
    await row(/P-250/).waitFor();
  });
});

describe('a system', () => {
  const fill = async (name: string, value: string) => {
    await dialog.getByRole('textbox', { name, exact: true }).fill(value);
  };

  it('is stored, tested, told why it fails, mended, and read', async () => {
    await page.goto(`${feeds}?tab=systems`);
    await button('New system').click();
    await fill('Name', 'Plant');
    await fill('Host', plant.hostname);
    await fill('Database', plant.database);
    await fill('User', plant.user);
    await fill('Port', '1');
    await dialog.getByLabel('Password', { exact: true }).fill(plant.password);
    await choose('Encryption', 'None');
    await checkLook(page, 'system-new');
    await button('Store', dialog).click();
    await button('Test the connection').click();
    await page.getByText(/it refuses the connection/).waitFor();
    await checkLook(page, 'systems');
    await button('Actions for Plant').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await becomes(() => dialog.getByLabel('Password', { exact: true }).count(), 0);
    await dialog.getByRole('switch').click({ force: true });
    await becomes(
      () => dialog.getByRole('textbox', { name: 'Host', exact: true }).inputValue(),
      '',
      'never shown again',
    );
    await fill('Host', plant.hostname);
    await fill('Database', plant.database);
    await fill('User', plant.user);
    await fill('Port', plant.port);
    await dialog.getByLabel('Password', { exact: true }).fill(plant.password);
    await choose('Encryption', 'None');
    await button('Save', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Test the connection').click();
    await page.getByText('1 table can be read.').waitFor();
    await page.goto(`${feeds}/SQL_TABLES/pumps`);
    await page.getByText('120 rows', { exact: true }).first().waitFor();
    await row(/Pump 100/).waitFor();
  });
});

describe('a timer', () => {
  it('is made of the rows that are shown, runs, and keeps their answer', async () => {
    const where = encodeURIComponent(JSON.stringify([{ column: 'Class', is: 'eq', value: 'IfcWall' }]));
    await page.goto(`${feeds}/TWIN_MODELS/Elements?where=${where}`);
    await button('Fetch these rows by a timer').click();
    await fill('Name', 'Walls every night');
    await checkLook(page, 'timer-new');
    await button('Create', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${feeds}?tab=timers`);
    await page.getByText(/^Every day at 02:00 UTC · Elements · as Ada Larsen$/).waitFor();
    await page.getByText(/^Next: .* 02:00/).waitFor();
    await lookForTimers(platform, 25 * 3_600_000);
    await page.getByText('Succeeded').waitFor();
    await checkLook(page, 'timers');
    await button('History').click();
    await dialog.getByText(/^2 rows/).waitFor();
    await checkLook(page, 'timer-history');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: /^Download the answer of/ }).click(),
    ]);
    const { data }: { data: { Class: string }[] } = JSON.parse(readFileSync(await download.path(), 'utf8'));
    assert.deepEqual(
      data.map((one) => one.Class),
      ['IfcWall', 'IfcWall'],
    );
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Walls every night is on' }).click({ force: true });
    await page.getByText('Switched off').waitFor();
  });

  const fill = (name: string, value: string) => dialog.getByRole('textbox', { name, exact: true }).fill(value);

  it('with a schedule that is none is refused beside the field', async () => {
    await button('New timer').click();
    await choose('Set', 'Models');
    await choose('Runs', 'A schedule of your own');
    await fill('Schedule', '* * * * * *');
    await button('Create', dialog).click();
    await dialog
      .getByText(/would run more often than once a minute/)
      .first()
      .waitFor();
    await fill('Schedule', '*/5 8-17 * * 1-5');
    await button('Create', dialog).click();
    await page.getByText(/^\*\/5 8-17 \* \* 1-5 \(UTC\) · Models/).waitFor();
  });
});

it('who may not use a package is told so, and sees no timers and systems', async () => {
  await join(platform, platform.ada, twinId, ben, ['models_read']);
  const { invitations } = requireSuccess(
    await platform.call(platform.ada, `GET /accesscontrol/twins/${twinId}/members/invitations`),
  );
  const { page: other, context } = await takeSeat(browser, platform, ben);
  await other.goto(`${baseUrl}/auth/account/invitations/${twinId}/${invitations[0].id}`);
  await button('Accept', other).click();
  await other.getByRole('link', { name: 'Open the twin' }).waitFor();
  await other.goto(feeds);
  await eventually(async () => assert.equal(await other.getByText('Not for you yet').count(), 3));
  await other.getByRole('link', { name: 'Models of the twin' }).click();
  await other.getByText('You may not read this package').waitFor();
  await other.goto(`${feeds}?tab=timers`);
  await other.getByText('You may not see the timers').waitFor();
  await context.close();
});

it('no page asked another host, or broke the content policy', () => assert.deepEqual(strange, []));
