import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fileIdOf } from '../../src/areas/pnid/file-id.ts';
import { endedRun, newInference, pnid, putInput, resultOf, startRun } from '../../src/areas/pnid/testing/fixture.ts';
import type { Prediction } from '../../src/engines/drawings/prediction.ts';
import { filterSheet } from '../../src/engines/drawings/testing/sheets.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { checkLook } from '../support/console-check.ts';
import { becomes, becomesTrue, fitTo, stillness } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Symbol sets in the console: made, changed, tried out over reviewed sheets, published, taken back. */

const { platform, page, strange, button, shown, close } = await openConsole();
after(close);
const { id: twinId } = await platform.twin(platform.ada, { displayName: 'Pumping station' });
const place = { p: platform, engineer: platform.ada, twinId };
const sets = `${platform.baseUrl}/console/twins/${twinId}/drawings/symbols`;
const dialog = page.getByRole('dialog');
const tab = (name: string) => page.getByRole('tab', { name }).click();
const symbol = (name: string | RegExp) => page.getByRole('list', { name: 'Symbols' }).getByRole('button', { name });
const sheet = 'plant_svg_p0001';

async function setNamed(name: string): Promise<string> {
  const { symbolSets } = requireSuccess(await platform.call(platform.ada, `GET ${pnid}/symbolsets?twinId=${twinId}`));
  return symbolSets.find((one: { displayName: string }) => one.displayName === name).id;
}

/** A sheet, read with the basic set, whose valves were approved, and on which somebody has drawn and approved a filter. */
async function reviewed(): Promise<string> {
  const inference = await newInference(place, { symbolSetId: await setNamed('Basic') });
  await putInput(place, inference, 'plant.svg', filterSheet(500, 'S-100'));
  await startRun(place, inference);
  assert.equal((await endedRun(place, inference)).status, 'completed');
  const read: Prediction = await resultOf(place, inference, `${sheet}.json`);
  const boundingBox = { left: 958, top: 370, width: 84, height: 60 };
  const regions = read.regions.map((region) => ({ ...region, status: 'approved' }));
  const marked = { id: 'marked', boundingBox, modelClass: 'FILTER', status: 'approved' };
  const path = `${pnid}/inferences/${inference}/run/results/${fileIdOf(`${sheet}.json`)}/content`;
  const body = { ...read, regions: [...regions, marked] };
  requireSuccess(await platform.call(platform.ada, `PUT ${path}`, { body }));
  return inference;
}

describe('symbol sets', () => {
  it('begin as copies of the basic one, which can only be looked at', async () => {
    await page.goto(sets);
    await shown('Built in');
    await button('New set').click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Refinery');
    await button('Create', dialog).click();
    await page.getByRole('link', { name: 'Refinery' }).waitFor();
    await checkLook(page, 'symbol-sets');
    await page.getByRole('link', { name: 'Basic' }).click();
    await page.getByRole('searchbox', { name: 'Search symbols' }).fill('gate');
    await symbol(/gate valve/i)
      .first()
      .click();
    await shown('Where its tag stands');
    await becomes(() => button('Keep', dialog).count(), 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await becomes(() => button('Try out').count(), 0);
  });

  it('show every symbol as a picture, and what is changed is a draft', async () => {
    await page.getByRole('link', { name: 'All symbol sets' }).click();
    await page.getByRole('link', { name: 'Refinery' }).click();
    await page.getByRole('combobox', { name: 'Class' }).click();
    await page.getByRole('option', { name: 'Gate valve' }).click();
    const before = await symbol(/./).count();
    await symbol(/./).first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Isolation valve');
    await stillness(page);
    await photograph(page, 'symbol-dialog');
    await button('Keep', dialog).click();
    await symbol(/Isolation valve/).waitFor();
    await becomes(() => symbol(/./).count(), before);
    await page.getByRole('region', { name: 'Changes' }).waitFor();
    await checkLook(page, 'symbol-set');
  });

  it('say whether a text is a tag, and which pattern is none', async () => {
    await tab('Tags');
    const text = page.getByRole('textbox', { name: 'Try a text' });
    await text.fill('X/77');
    await shown('It is neither a tag nor a line number.');
    await button('Add a pattern').click();
    const pattern = page.getByRole('textbox', { name: 'Pattern 2' });
    await pattern.fill('[');
    await shown('This is no regular expression without lookarounds, back references and more than 1,000 repetitions.');
    await becomes(() => button(/^Publish/).isDisabled(), true);
    await pattern.fill('X/\\d+');
    await shown('It is a tag of every symbol.');
    await checkLook(page, 'symbol-tags');
  });

  it('are tried out over the sheets of a run before they are published', async () => {
    const inference = await reviewed();
    const tried = async (): Promise<void> => {
      await button('Try out').first().click();
      await dialog.getByRole('combobox', { name: 'Drawings' }).click();
      await page.getByRole('option', { name: 'plant.svg' }).click();
      await button('Try out', dialog).click();
    };
    await tried();
    await shown('Nothing becomes better or worse');
    await button('Cancel', dialog).click();
    await tab('Symbols');
    for (let left = await symbol(/./).count(); left > 0; left--) {
      await symbol(/./).first().click();
      await button('Take out', dialog).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await tried();
    await shown('0 better, 2 worse');
    await stillness(page);
    await photograph(page, 'symbol-trial');
    await button('Cancel', dialog).click();
    await button('Discard').click();
    const body = { inferenceId: inference, sheet, regionIds: ['marked'] };
    const id = await setNamed('Refinery');
    requireSuccess(await platform.call(platform.ada, `POST ${pnid}/symbolsets/${id}/learn`, { body }));
    await page.reload();
    await shown('Version 2');
    await tried();
    await shown('1 better, 0 worse');
    await button('Cancel', dialog).click();
  });

  it('are published as versions, of which an earlier one can be taken up', async () => {
    await button('Rename').click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Refinery north');
    await button('Rename', dialog).click();
    await button('Publish version 3').click();
    await shown('Version 3 is published');
    await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' });
    await tab('Versions');
    await checkLook(page, 'symbol-versions');
    await button('Take up version 1').click();
    await button('Publish version 4').waitFor();
    await becomes(() => symbol(/learnt/).count(), 0);
    await fitTo(page, 820, 1180);
    await photograph(page, 'symbol-set-tablet');
    await becomesTrue(page, 'document.documentElement.scrollWidth === 820');
    await button('Publish version 4').click();
    await shown('Version 4 is published');
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
