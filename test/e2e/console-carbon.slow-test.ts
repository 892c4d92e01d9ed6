import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { scenarioProcess } from '../../src/areas/carbon-calculation/testing/epd-scenarios.ts';
import { putContent } from '../../src/areas/models/testing/files.ts';
import { openConsole } from '../support/console.ts';
import { brickPerCubicMetre, carbonHouse, concretePerCubicMetre, declarations } from '../support/console-carbon.ts';
import { checkLook } from '../support/console-check.ts';
import { isBackground, modelPages } from '../support/console-models.ts';
import { eventually } from '../support/eventually.ts';
import { becomes, fitTo } from '../support/page-state.ts';

/*
 * What a house weighs in carbon, as an engineer finds it out at the end of a project: declarations are imported, each
 * material is mapped by a person, the figures stand beside the model, and the next version is compared.
 */

const { platform, page, strange, button, shown, close } = await openConsole();
after(close);

const twin = await platform.twin(platform.ada, { displayName: 'Harbour house' });
const { add, call, tab, settled, share, picture, open: _open, ...pages } = modelPages(platform, page, twin.id);
const modelId = await add('house.ifc', carbonHouse(6));
const carbon = `${platform.baseUrl}/console/twins/${twin.id}/carbon`;
const dialog = page.getByRole('dialog');
const brick = 5 * 0.3 * 3 * brickPerCubicMetre;
const concrete = (length: number) => length * 0.3 * 3 * concretePerCubicMetre;
const digits = (value: number) => value.toLocaleString('en-GB', { maximumSignificantDigits: 4 });

const isSound = (name: string) => checkLook(page, `carbon-${name}`);

describe('the carbon of a house in the console', () => {
  it('begins with declarations: good ones are kept, a faulty one is refused with its line', async () => {
    await fitTo(page, 1440, 900);
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}`);
    await page.getByRole('link', { name: 'Carbon', exact: true }).first().click();
    await shown('Nothing was calculated yet');
    await isSound('empty');
    await tab('Declarations');
    await shown('No declarations yet');
    const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(declarations) };
    await page.locator('input[type="file"]').first().setInputFiles(file);
    await dialog.getByText('3 declarations imported, 1 refused').waitFor();
    await dialog.getByText('Line 5, Wood: The declared unit is missing.').waitFor();
    await button('Done', dialog).click();
    const row = page.getByRole('row').filter({ hasText: 'Clay brick' });
    await row.getByText('Ended').waitFor();
    await isSound('declarations');
    await button('Clay brick', row).click();
    await dialog.getByRole('row', { name: 'A1-A3' }).getByText('400').waitFor();
    await isSound('declaration');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('nothing like it');
    await shown('No declaration fits');
  });

  it('has a person choose the scenario of a module that has several, and then the module counts', async () => {
    await page.getByRole('searchbox').fill('');
    const buffer = Buffer.from(JSON.stringify(scenarioProcess(3)));
    const file = { name: 'brick.json', mimeType: 'application/json', buffer };
    await page.locator('input[type="file"]').first().setInputFiles(file);
    await button('Done', dialog).click();
    const row = page.getByRole('row').filter({ hasText: 'Scenario brick' });
    await button('Scenario brick', row).click();
    await dialog.getByText('Choose a scenario for A4 (far, near)').waitFor();
    await dialog.getByRole('combobox', { name: 'Scenario of A4' }).click();
    await isSound('declaration-scenarios');
    await page.getByRole('option', { name: 'near: 3 kg CO₂e' }).click();
    await dialog.getByRole('row', { name: 'A4' }).getByText('3', { exact: true }).waitFor();
    await becomes(() => dialog.getByText('Choose a scenario for A4').count(), 0);
    await page.keyboard.press('Escape');
    const { epds } = await call(`GET /insights/carbon-calculation/epds?twinId=${twin.id}&$search=Scenario`);
    const { epd } = await call(`GET /insights/carbon-calculation/epds/${epds[0].id}`);
    assert.deepEqual(epd.gwp, { 'A1-A3': 480, A4: 3 });
    await call(`DELETE /insights/carbon-calculation/epds/${epd.id}`);
    await page.reload();
    await tab('Declarations');
    await shown('Clay brick');
    await page.getByRole('searchbox').fill('nothing like it');
    await shown('No declaration fits');
  });

  it('goes on with a mapping: what is proposed counts only once it is accepted, and used once reviewed', async () => {
    await tab('Mappings');
    await button('New mapping').first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('House');
    await button('Create', dialog).click();
    await button('Accept Clay brick for Clay brick').waitFor();
    await shown('It has the same name');
    await isSound('mapping');
    await page.getByRole('checkbox', { name: 'Choose all that are listed' }).check();
    await button('Accept 2 proposals').click();
    await shown('Mapped 2');
    await button('Edit Concrete C20').click();
    await dialog.getByRole('combobox', { name: 'Declaration' }).fill('light');
    await page.getByRole('option', { name: 'Light concrete C20' }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('As in the specification.');
    await isSound('entry');
    await button('Save', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Review').click();
    await dialog.getByRole('checkbox').check();
    await button('Review', dialog).click();
    await shown('by ada@example.com');
    await isSound('mapped');
    const { mappings } = await call(`GET /insights/carbon-calculation/mappings?twinId=${twin.id}`);
    assert.deepEqual([mappings[0].state, mappings[0].version], ['Reviewed', 3]);
  });

  it('ends with the figures beside the model, in their colours; a bar chooses its elements', async () => {
    await page.goto(carbon);
    await button('Calculate').first().click();
    await dialog.getByRole('combobox', { name: 'Model' }).waitFor();
    await isSound('calculation');
    await button('Calculate', dialog).click();
    await settled();
    await shown(`${digits(brick + concrete(6))} kg CO₂e`);
    const legend = page.getByRole('region', { name: 'kg CO₂e per element' });
    await legend.getByText('More than').waitFor();
    const isDrawn = await share((...pixel) => !isBackground(...pixel));
    const isRed = (r: number, g: number, b: number) => r > 120 && g < 90 && b < 90;
    await eventually(async () => assert.ok((await share(isRed)) > 0.01, 'the heaviest wall is red'));
    assert.ok(isDrawn > 0.03);
    await isSound('result');
    await page.getByText('Material', { exact: true }).click();
    const bar = page.getByRole('button', { name: 'Concrete C20', pressed: false });
    await bar.getByText(digits(concrete(6))).waitFor();
    await bar.click();
    await shown('1 element chosen');
    await page.getByText('Per m²', { exact: true }).click();
    const perArea = page.getByRole('region', { name: 'kg CO₂e per m²' });
    await perArea.waitFor();
    await isSound('chosen');
    await page.waitForURL(/by=material&bar=Concrete/);
    await page.reload();
    await settled();
    await shown('1 element chosen');
    await page.getByRole('button', { name: 'Concrete C20', pressed: true }).click();
    await tab('Not calculated');
    await shown('Everything was calculated');
  });

  it('writes the report as a page, PDF, CSV and JSON', async () => {
    const link = (await page.getByRole('link', { name: 'Report', exact: true }).getAttribute('href')) ?? '';
    for (const [name, type, holds] of [
      ['report.html', 'text/html', 'Light concrete C20'],
      ['report.pdf', 'application/pdf', '%PDF-'],
      ['elements.csv', 'text/csv', 'Light concrete C20'],
      ['result.json', 'application/json', '"kgCO2e"'],
    ] as const) {
      const answer = await fetch(link.replace('report.html', name));
      assert.equal(answer.status, 200, name);
      assert.ok(answer.headers.get('content-type')?.startsWith(type), name);
      assert.ok((await answer.text()).includes(holds), name);
    }
  });

  it('shows what a new version changes, in the mapping and in the figures', async () => {
    const { fileId } = await pages.modelNamed('house.ifc');
    await putContent(platform, platform.ada, fileId, carbonHouse(8));
    await eventually(async () => {
      const { changesets } = await call(`GET /models/${modelId}/changesets`);
      assert.deepEqual(
        changesets.map(({ state }: { state: string }) => state),
        ['Ready', 'Ready'],
      );
    });
    await page.goto(`${carbon}?tab=mappings`);
    await page.getByRole('link', { name: 'House', exact: true }).click();
    await page.getByRole('combobox', { name: 'What has changed since' }).click();
    await page.getByRole('option', { name: /^Version 1/ }).click();
    const row = page.getByRole('row').filter({ hasText: 'Concrete C20' });
    await row.getByText('Changed').waitFor();
    await row.getByText('before: 5.4 m³').waitFor();
    await isSound('changed');
    await page.goto(carbon);
    await button('Calculate house.ifc with the newest version').click();
    await page.getByText(`${digits(brick + concrete(8))} kg CO₂e`).waitFor();
    await isSound('calculations');
    await page.getByRole('link', { name: 'house.ifc' }).first().click();
    await settled();
    await tab('Compare');
    await page.getByRole('combobox', { name: 'Before' }).click();
    await page.getByRole('option').first().click();
    await shown('0 new, 0 gone, 1 changed, 1 the same');
    await page
      .getByRole('row', { name: 'Embodied' })
      .getByText(digits(brick + concrete(6)))
      .waitFor();
    await isSound('compared');
    await button('Changed: Wall').click();
    await page.getByText('per m² of 24 m²').waitFor();
    await isSound('element');
  });

  it('asks no other host, and breaks no rule of the content policy', () => {
    assert.deepEqual(strange, []);
  });
});
