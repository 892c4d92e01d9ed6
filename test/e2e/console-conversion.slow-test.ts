import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { newJob, setState } from '../../src/areas/reality-conversion/testing/fixture.ts';
import { fill, newData } from '../../src/areas/reality-data/testing/fixture.ts';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { becomes, fitTo } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Conversions that fail and that succeed, below the data that they are of. */

const { platform, page, strange, button, close } = await openConsole();
after(close);
page.setDefaultTimeout(60_000);
const { ada } = platform;
const twin = await platform.twin(ada, { displayName: 'North yard' });
const home = `${platform.baseUrl}/console/twins/${twin.id}/reality`;
const dialog = page.getByRole('dialog');

async function dataOf(displayName: string, files: Record<string, Buffer>): Promise<string> {
  const id = await newData(platform, ada, { twinId: twin.id, displayName, type: 'Unstructured' });
  await fill(platform, ada, id, files);
  return id;
}
const jobs = async () =>
  requireSuccess(await platform.call(ada, `GET /realityconversion/jobs?$filter=twinId eq ${twin.id}`)).jobs;

const points = Buffer.from('0 0 0\n1 0 0\n0 1 0\n1 1 1\n');
const broken = await dataOf('Broken scan', { 'scan.las': Buffer.from('LASF, and nothing else') });
const body = { name: 'Broken scan', twinId: twin.id, inputs: [{ id: broken }], outputs: ['E57'] };
await setState(platform, ada, await newJob(platform, ada, body), 'active');

describe('a conversion that fails', () => {
  it('stays below its source with the reason, is tried again, and is put away', async () => {
    await page.goto(home);
    const results = page.getByRole('list', { name: 'Results of Broken scan' });
    await results
      .getByRole('alert')
      .getByText(/^E57 failed: ./)
      .waitFor();
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      await fitTo(page, width, 900);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await photograph(page, `conversion-failed-${colorScheme}-${width}`);
      assert.deepEqual(await seriousFaults(page), [], colorScheme);
    }
    await fitTo(page, 1440, 900);
    await button('Try again: E57', results).click();
    await eventually(async () => {
      assert.deepEqual(
        (await jobs()).map(({ state }: { state: string }) => state),
        ['failed', 'failed'],
      );
    });
    await results.getByRole('alert').waitFor();
    await button('Dismiss failed conversion to E57', results).click();
    await results.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Broken scan' }).waitFor();
    await results.waitFor({ state: 'detached' });
  });
});

describe('a conversion', () => {
  it('takes its coordinate system from a list, and leaves its result below the source, in words', async () => {
    await dataOf('Points', { 'points.xyz': points });
    await page.reload();
    await button('Actions for Points').click();
    await page.getByRole('menuitem', { name: 'Convert' }).click();
    await dialog.getByRole('checkbox', { name: 'LAZ' }).check();
    await dialog.getByRole('combobox', { name: 'Coordinate system of the files' }).fill('switzerland lv95');
    await page.getByRole('option', { name: /CH1903\+ \/ LV95 \(EPSG:2056\).*metre/s }).waitFor();
    await photograph(page, 'systems');
    assert.deepEqual(await seriousFaults(page), []);
    await page.getByRole('option', { name: /EPSG:2056/ }).click();
    await dialog.getByRole('combobox', { name: 'Coordinate system of the result' }).fill('999999');
    await page.getByText('No system with this name, code or area.').waitFor();
    await dialog.getByRole('combobox', { name: 'Coordinate system of the result' }).fill('');
    await button('Convert', dialog).click();
    const results = page.getByRole('list', { name: 'Results of Points' });
    await results.getByRole('link', { name: 'Points, LAZ' }).waitFor();
    await becomes(() => page.getByRole('heading', { level: 2 }).count(), 2); // the result has no card of its own
    assert.equal((await jobs())[0].options.inputSRS, 'EPSG:2056');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Photos', exact: true }).click();
    await becomes(() => page.getByRole('heading', { level: 2 }).count(), 0);
    assert.deepEqual(strange, []);
  });
});
