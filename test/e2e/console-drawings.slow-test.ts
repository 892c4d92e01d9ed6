import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import readSheets from 'read-excel-file/node';
import { fileIdOf } from '../../src/areas/pnid/file-id.ts';
import { headersFor, pnid } from '../../src/areas/pnid/testing/fixture.ts';
import { plantModel } from '../../src/areas/pnid/testing/plant-model.ts';
import type { Prediction, Region } from '../../src/engines/drawings/prediction.ts';
import { filterSheet, smallSheet } from '../../src/engines/drawings/testing/sheets.ts';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { modelPages } from '../support/console-models.ts';
import { eventually } from '../support/eventually.ts';
import { becomes, becomesTrue, fitTo } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Drawings in the console: sheets are dropped, read, reviewed, and teach symbols, in a real browser. */

const { platform, page, strange, button, shown, close } = await openConsole();
after(close);
const twin = await platform.twin(platform.ada, { displayName: 'Pumping station' });
const drawings = `${platform.baseUrl}/console/twins/${twin.id}/drawings`;
const call = async (operation: string) => requireSuccess(await platform.call(platform.ada, operation));
const dialog = page.getByRole('dialog');
const sheet = 'plant_svg_p0001';
const file = (name: string, text: string) => ({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) });

const theInference = async (): Promise<string> =>
  (await call(`GET ${pnid}/inferences?twinId=${twin.id}`)).inferences[0].id;
const stored = async (name = sheet): Promise<Prediction> =>
  call(`GET ${pnid}/inferences/${await theInference()}/run/results/${fileIdOf(`${name}.json`)}/content`);
const regionOf = async (test: (region: Region) => boolean, name = sheet): Promise<Region | undefined> =>
  (await stored(name)).regions.find(test);

async function read(files: readonly ReturnType<typeof file>[]): Promise<void> {
  await page.goto(drawings);
  await button('Read drawings').first().click();
  await dialog.locator('input[type=file]').setInputFiles([...files]);
  await button('Read', dialog).click();
  await page.getByText('Read', { exact: true }).first().waitFor();
}

const openSheet = async (title: string): Promise<void> => {
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('listbox', { name: 'Found on this sheet' }).waitFor();
};
const option = (name: string | RegExp) => page.getByRole('option', { name });
const saved = () =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor();

describe('sheets of a plant', () => {
  it('are refused by name when they cannot be read, then sent and read', async () => {
    await page.goto(drawings);
    await shown('No drawings yet');
    await photograph(page, 'drawings-none');
    await button('Read drawings').first().click();
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
    await dialog.locator('input[type=file]').setInputFiles([file('plant.svg', smallSheet()), notes]);
    await shown('1 file of a kind that cannot be read.');
    await photograph(page, 'drawings-new');
    await button('Leave out', dialog).click();
    await button('Read', dialog).click();
    await page.getByRole('link', { name: 'plant.svg, sheet 1' }).waitFor();
    await photograph(page, 'drawings-read');
    assert.deepEqual(await seriousFaults(page), []);
  });

  it('say what could not be read, in words', async () => {
    await read([file('plant.svg', smallSheet()), file('other.svg', '<svg><!DOCTYPE x>')]);
    await shown('1 part could not be read');
    await shown('other.svg: This drawing cannot be read; it may be damaged.');
    const inference = await theInference();
    await call(`DELETE ${pnid}/inferences/${inference}`);
  });
});

describe('a sheet', () => {
  it('shows what was found as a list and on its picture', async () => {
    await page.goto(`${drawings}/${await theInference()}`);
    await openSheet('plant.svg, sheet 1');
    await option(/HV-101 · Gate valve/).waitFor();
    await becomes(() => page.getByRole('option').count(), 4);
    await option(/HV-101/).click();
    await page.getByRole('region', { name: 'What is chosen' }).waitFor();
    await photograph(page, 'sheet-chosen');
    assert.deepEqual(await seriousFaults(page), []);
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Doubts' }).click();
    await shown('0 things, the least sure first');
    await button('Clear the filters').click();
  });

  it('is corrected by keys, which can be undone, and keeps what was said', async () => {
    await option(/T-100/).click();
    await page.keyboard.press('a');
    await eventually(async () =>
      assert.equal((await regionOf(({ userLabel }) => userLabel === 'T-100'))?.status, 'approved'),
    );
    await option(/E-102/).click();
    await page.keyboard.press('d');
    await option(/E-102.*deleted/).waitFor();
    await page.keyboard.press('Control+z');
    await option(/E-102.*96 %/).waitFor();
    await option(/HV-101/).click();
    const tag = page.getByRole('textbox', { name: 'Tag' });
    await tag.fill('HV-999');
    await tag.press('Enter');
    await option(/HV-999 · Gate valve/).waitFor();
    await saved();
    const valve = await regionOf(({ userLabel }) => userLabel === 'HV-999');
    assert.deepEqual([valve?.status, valve?.userLabelConfidence], ['approved', 1]);
    assert.equal((await regionOf(({ userLabel }) => userLabel === 'E-102'))?.status, 'pending');
  });

  it('says of the thing that is chosen who corrected it', async () => {
    const chosen = page.getByRole('region', { name: 'What is chosen' });
    await chosen.getByText(/^Changed by Ada.*, /).waitFor();
    await option(/FT-201/).click();
    await chosen.getByText('FT-201').waitFor();
    await becomes(() => chosen.getByText(/ by Ada/).count(), 0);
    await option(/T-100/).click();
    await chosen.getByText(/^Approved by Ada.*, /).waitFor();
    await photograph(page, 'sheet-corrected-by');
  });

  it('is taken away as Proteus XML with the corrections', async () => {
    await button('Download').click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /Proteus/ }).click();
    const path = await (await waiting).path();
    assert.match(readFileSync(path, 'utf8'), /TagName="HV-999"/);
  });

  it('is taken away as a workbook, and all sheets of a run as tables', async () => {
    const saved = async (menu: string, entry: string): Promise<Buffer> => {
      await button(menu).click();
      const waiting = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: entry }).click();
      return readFileSync(await (await waiting).path());
    };
    const [tags] = await readSheets(await saved('Download', 'All tables, Excel'));
    assert.ok(tags?.data.some((row) => row[1] === 'HV-999'));
    await page.getByRole('link', { name: 'All sheets' }).click();
    assert.match(String(await saved('Tables', 'Lines, CSV')), /plant_svg_p0001,"4""-PW-1001",T-100; E-102,HV-999,2/);
    await openSheet('plant.svg, sheet 1');
  });

  it('can be cut, joined and drawn on', async () => {
    await page.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Lines' }).click();
    const before = Object.keys((await stored()).links).length;
    const [x, y] = await placeOf(270 * 2, 205 * 2);
    await button('Cut a line').click();
    await page.mouse.click(x, y);
    await saved();
    await eventually(async () => assert.equal(Object.keys((await stored()).links).length, before + 1));
    await button('Choose').click();
    const [left] = await placeOf(240 * 2, 205 * 2);
    const [right] = await placeOf(300 * 2, 205 * 2);
    await page.mouse.click(left, y);
    await page.keyboard.down('Shift');
    await page.mouse.click(right, y);
    await page.keyboard.up('Shift');
    await button('Join the two lines').click();
    await eventually(async () => assert.equal(Object.keys((await stored()).links).length, before));
  });

  it('is read again, and keeps every correction', async () => {
    await saved();
    const reviewed = await stored();
    await page.getByRole('link', { name: 'All sheets' }).click();
    await button('Read again').click();
    await dialog.getByText('Corrections stay').waitFor();
    await photograph(page, 'drawings-read-again');
    await button('Read again', dialog).click();
    await eventually(async () => {
      const now = await stored();
      assert.notEqual(now.asset.creationDate, reviewed.asset.creationDate);
      const byId = ({ regions }: Prediction) => new Map(regions.map((one) => [one.id, one]));
      assert.deepEqual(byId(now), byId(reviewed));
    });
    await openSheet('plant.svg, sheet 1');
    await option(/HV-999 · Gate valve/).waitFor();
  });

  it('of a drawing that has changed tells which corrections have no place any more', async () => {
    const inference = await theInference();
    await call(`DELETE ${pnid}/inferences/${inference}/run`);
    const changed = smallSheet().replace(/<polygon points="334[^>]*>/, '');
    const sent = { body: changed, headers: headersFor('plant.svg') };
    requireSuccess(await platform.call(platform.ada, `POST ${pnid}/inferences/${inference}/inputs/`, sent));
    await call(`POST ${pnid}/inferences/${inference}/run`);
    await page.goto(`${drawings}/${inference}`);
    await page.getByText(/HV-999 · Gate valve, nothing like it is there any more/).waitFor();
    await photograph(page, 'drawings-lost-corrections');
    assert.deepEqual(await seriousFaults(page), []);
  });
});

/** Where a place of the sheet is in the window while the whole sheet is shown. */
async function placeOf(x: number, y: number): Promise<readonly [number, number]> {
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /The whole sheet/ })
    .click();
  await becomesTrue(page, 'document.querySelector("img[width]").style.transform !== ""');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const box = await page.locator('img[width]').boundingBox();
  const width = Number(await page.locator('img[width]').getAttribute('width'));
  assert.ok(box);
  const scale = box.width / width;
  return [box.x + x * scale, box.y + y * scale];
}

describe('a symbol that nobody knows', () => {
  it('is drawn, taught to a set, and found on the next sheet', async () => {
    await read([file('plant.svg', filterSheet(500, 'S-100'))]);
    await openSheet('plant.svg, sheet 1');
    await button('Draw a symbol that was missed').click();
    const [x1, y1] = await placeOf(478 * 2, 184 * 2);
    const [x2, y2] = await placeOf(522 * 2, 216 * 2);
    await page.mouse.move(x1, y1);
    await page.mouse.down();
    await page.mouse.move(x2, y2, { steps: 4 });
    await photograph(page, 'sheet-drawing');
    await page.mouse.up();
    await dialog.getByRole('combobox', { name: 'Class' }).fill('filter');
    await dialog.getByRole('textbox', { name: 'Tag' }).fill('S-100');
    await button('Add', dialog).click();
    await option(/S-100 · Filter/).waitFor();
    await button('Teach this symbol').click();
    await dialog.getByRole('textbox', { name: 'Name of the set' }).fill('Filters');
    await button('Teach', dialog).click();
    await shown('Filters knows 1 symbol more');
    await photograph(page, 'sheet-taught');
    await button('Done', dialog).click();

    await page.goto(drawings);
    await button('Read drawings').click();
    await dialog.locator('input[type=file]').setInputFiles([file('plant.svg', filterSheet(420, 'S-200'))]);
    await dialog.getByRole('combobox', { name: 'Symbols that are looked for' }).click();
    await page.getByRole('option', { name: /^Filters/ }).click();
    await button('Read', dialog).click();
    await openSheet('plant.svg, sheet 1');
    await option(/S-200 · Filter/).waitFor();
  });

  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    it(`is seen on a window of ${width} pixels, in both schemes`, async () => {
      await fitTo(page, width, height);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await option(/S-200/).click();
        await photograph(page, `sheet-${width}-${colorScheme}`);
        assert.deepEqual(await seriousFaults(page), []);
        await becomes(
          () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
          0,
        );
      }
    });
  }
});

describe('a symbol and an element of one tag', () => {
  const models = modelPages(platform, page, twin.id);

  it('lead to each other: from the drawing to the model in 3D, and back', async () => {
    await fitTo(page, 1440, 900);
    await models.add('plant.ifc', plantModel());
    await read([file('plant.svg', smallSheet())]);
    await openSheet('plant.svg, sheet 1');
    await option(/T-100/).click();
    const places = page.getByRole('list', { name: 'In 3D' });
    await places.getByText('plant.ifc').waitFor();
    await photograph(page, 'sheet-in-models');
    await option(/E-102/).click();
    await places.waitFor({ state: 'detached' });
    await option(/HV-101/).click();
    await places.getByRole('link', { name: 'Isolation valve' }).click();
    await models.settled();
    await models.tab('Properties');
    await page.getByText('On drawings').waitFor();
    await photograph(page, 'model-on-drawings');
    assert.deepEqual(await seriousFaults(page), []);
    await page.getByRole('link', { name: 'plant.svg, sheet 1' }).first().click(); // the newest
    await page.getByRole('option', { name: /HV-101/, selected: true }).waitFor();
    await page.getByRole('region', { name: 'What is chosen' }).waitFor();
    await photograph(page, 'sheet-from-model');
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
