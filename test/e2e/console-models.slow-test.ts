import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { imported, putContent } from '../../src/areas/models/testing/files.ts';
import { project, sample, stepFile, withoutSamples } from '../../src/engines/ifc/testing/files.ts';
import { seriousFaults } from '../support/axe.ts';
import { openBrowser } from '../support/chromium.ts';
import { ada, startConsole, takeSeat } from '../support/console.ts';
import { house, northWall, southWall } from '../support/console-house.ts';
import { requireSuccess } from '../support/platform.ts';

/* Models in the console, in a real browser that draws without a graphics card. */

const platform = await startConsole();
const { baseUrl } = platform;
const browser = await openBrowser();
const { page, strange } = await takeSeat(browser, platform, ada, { acceptDownloads: true });
page.setDefaultTimeout(120_000); // pictures are drawn without a graphics card
const screenshots = process.env.SCREENSHOTS;
if (screenshots) mkdirSync(screenshots, { recursive: true });
after(async () => {
  await browser.close();
  await platform.stop();
});

const twin = await platform.twin(platform.ada, { displayName: 'Harbour house' });
const models = `${baseUrl}/console/twins/${twin.id}/models`;
const call = async (operation: string) => requireSuccess(await platform.call(platform.ada, operation));
const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name }).click();
const canvas = page.locator('canvas');
const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });

async function drop(name: string, content: string): Promise<void> {
  await button('Upload IFC').first().waitFor(); // whether one may is known
  const transfer = await page.evaluateHandle(
    `(() => { const t = new DataTransfer(); t.items.add(new File([${JSON.stringify(content)}], '${name}')); return t; })()`,
  );
  await page.locator('[data-drop]').dispatchEvent('drop', { dataTransfer: transfer });
}

/** Opens the viewer and waits until everything that the picture needs is there. */
async function open(modelId: string, query = ''): Promise<void> {
  await page.goto(`${models}/${modelId}${query}`);
  await settled();
}

const settled = () => page.locator('canvas[data-settled]').waitFor();

/** The pixels of the picture that fulfil a condition, as a share of all. */
async function share(fits: (r: number, g: number, b: number) => boolean): Promise<number> {
  const { data, info } = await sharp(await canvas.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let found = 0;
  for (let at = 0; at < data.length; at += 3) if (fits(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) found++;
  return found / (info.width * info.height);
}

const isBackground = (r: number, g: number, b: number) =>
  Math.abs(r - 238) < 4 && Math.abs(g - 242) < 4 && Math.abs(b - 245) < 4;
const isRed = (r: number, g: number, b: number) => r > 150 && g < 90 && b < 90;
const isOrange = (r: number, g: number, b: number) => r > 170 && g > 90 && g < 200 && b < 60;

async function modelNamed(name: string): Promise<{ id: string; fileId: string }> {
  const { models: all } = await call(`GET /models/?twinId=${twin.id}`);
  return all.find((one: { displayName: string }) => one.displayName === name);
}

/** Clicks the middle of the picture, where what was gone to is. */
async function pickMiddle(): Promise<void> {
  const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
}

describe('the models of a twin', () => {
  it('say what to do while there are none', async () => {
    await page.goto(models);
    await page.getByText('No models yet').waitFor();
    assert.deepEqual(await seriousFaults(page), []);
  });

  it('come of IFC files that are dropped: uploaded, read, and ready to be opened', async () => {
    await drop('house.ifc', house('F30'));
    await card('house.ifc').getByText('Ready').waitFor();
    await card('house.ifc').getByText('1 version · 5 elements').waitFor();
    await page.getByText('checksum verified').waitFor();
    await page.getByRole('link', { name: 'Open in 3D: house.ifc' }).waitFor();
  });

  it('say why a file cannot be read, with the line, and are tried again', async () => {
    await drop('pier.ifc', house('F30').split('\n').slice(0, 20).join('\n'));
    const pier = card('pier.ifc');
    await pier.getByText('Failed').waitFor();
    assert.match((await pier.getByRole('alert').textContent()) ?? '', /Line \d+ of the file/);
    await button('Try again', pier).click();
    await pier.getByRole('alert').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Open in 3D: pier.ifc' }).count(), 0);
    assert.deepEqual(await seriousFaults(page), []);
  });
});

describe('the viewer', () => {
  it('draws the model, and picks the element that is clicked', async () => {
    const { id } = await modelNamed('house.ifc');
    await page.getByRole('link', { name: 'Open in 3D: house.ifc' }).click();
    await settled();
    assert.ok((await share((...pixel) => !isBackground(...pixel))) > 0.03, 'the picture is empty');
    for (const [globalId, name] of [
      [southWall, 'Wall 130'],
      [northWall, 'Wall 110'],
    ] as const) {
      await page.getByRole('searchbox', { name: 'Search elements' }).fill(globalId);
      await page.getByText('1 element', { exact: true }).waitFor();
      await button(`Show only ${name}`).click();
      await page.getByRole('treeitem', { name }).click();
      await page.keyboard.press('Escape');
      await button(/^Go to what is chosen/).click();
      await canvas.press('Escape');
      await page.waitForFunction(`!location.search.includes('element')`);
      await page.waitForTimeout(1500); // the camera flies
      await pickMiddle();
      await page.getByRole('heading', { name }).waitFor();
      assert.equal(new URL(page.url()).searchParams.get('element'), globalId);
      await page.getByText(globalId).first().waitFor();
      await tab('Structure');
    }
    const { element } = await call(`GET /models/${id}/elements/${southWall}`);
    assert.equal(element.propertySets[0].properties.FireRating, 'F30');
  });

  it('shows properties by set, and what is linked to', async () => {
    const { id } = await modelNamed('house.ifc');
    await open(id, `?element=${southWall}`);
    await tab('Properties');
    const set = page.locator('details', { hasText: 'Pset_WallCommon' });
    await set.getByText('FireRating').waitFor();
    await set.getByText('F30').waitFor();
  });

  it('colours by class, storey and property', async () => {
    const { id } = await modelNamed('house.ifc');
    await open(id);
    const choose = async (by: string) => {
      await button('Colour by').click();
      await page.getByRole('menuitem', { name: by }).click();
    };
    await choose('Colour by class');
    await page.getByRole('region', { name: 'Classes' }).getByText('Wall').waitFor();
    await choose('Colour by storey');
    await page.getByRole('region', { name: 'Storeys' }).getByText('Storey', { exact: true }).waitFor();
    await choose('Colour by property');
    await page.getByRole('combobox', { name: 'Property' }).click();
    await page.getByRole('option', { name: 'Pset_WallCommon.FireRating' }).click();
    const values = page.getByRole('region', { name: 'Values' });
    for (const value of ['F30', 'Without a value']) await values.getByText(value).waitFor();
    assert.deepEqual(await seriousFaults(page), []);
  });

  it('hides and isolates', async () => {
    const { id } = await modelNamed('house.ifc');
    await open(id);
    const all = await share((...pixel) => !isBackground(...pixel));
    await button('Hide Site').click();
    await button('Show Site').waitFor();
    assert.ok((await share((...pixel) => !isBackground(...pixel))) < all / 2);
    await button('Show what is hidden').click();
    await button('Hide Site').waitFor();
    await page.getByRole('tree').focus();
    for (const key of ['End', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', ' '])
      await page.keyboard.press(key);
    await button('Show Wall 110').waitFor();
  });

  it('keeps views, which are opened with the same camera from their link', async () => {
    const { id } = await modelNamed('house.ifc');
    await open(id);
    await canvas.focus();
    await page.keyboard.down('ArrowLeft');
    await page.waitForTimeout(600);
    await page.keyboard.up('ArrowLeft');
    await page.waitForTimeout(1500);
    await saveView('From the left');
    const first = await viewNamed(id, 'From the left');
    assert.equal((await fetch((await call(`GET /savedviews/${first.id}/image`)).href)).status, 200);
    await open(id);
    await open(id, `?view=${first.id}`);
    await page.waitForTimeout(1000);
    await saveView('The same');
    const second = await viewNamed(id, 'The same');
    const numbers = ({ savedViewData: { twin3dView: view } }: typeof first): number[] => [
      ...[...view.camera.eye, ...view.origin, ...view.extents, view.camera.lens],
      ...[view.angles.yaw, view.angles.pitch, view.angles.roll],
    ];
    for (const [at, value] of numbers(second).entries()) {
      const before = numbers(first)[at] ?? Number.NaN;
      assert.ok(Math.abs(value - before) < 1e-3, `${numbers(second)} is not ${numbers(first)}`);
    }
  });

  async function saveView(name: string): Promise<void> {
    await tab('Views');
    await button('Save this view').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name}.`);
    await button('Save', dialog).click();
    await dialog.getByText('full stops').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await button('Save', dialog).click();
    await button(`Open ${name}`).waitFor();
  }

  async function viewNamed(modelId: string, name: string) {
    const { savedViews } = await call(`GET /savedviews/?twinId=${twin.id}&modelId=${modelId}`);
    const { id } = savedViews.find((one: { displayName: string }) => one.displayName === name);
    return (await call(`GET /savedviews/${id}`)).savedView;
  }

  it('compares two versions: colours, list, values, table', async () => {
    const { id, fileId } = await modelNamed('house.ifc');
    for (const text of [house('F90'), house(undefined)]) {
      await putContent(platform, platform.ada, fileId, text);
      await imported(platform, platform.ada, id);
    }
    const { changesets } = await call(`GET /models/${id}/changesets`);
    const [first, second, third] = changesets.map((one: { id: string }) => one.id);

    await open(id, `?version=${second}&compare=${first}`);
    await page.getByText('1 change listed').waitFor();
    await page.getByRole('option', { name: /Wall 130.*Modified/ }).click();
    await page.getByRole('cell', { name: 'Pset_WallCommon.FireRating' }).waitFor();
    await page.getByRole('row', { name: /F30 F90/ }).waitFor();
    await canvas.press('Escape');
    await page.waitForTimeout(1500);
    assert.ok((await share(isOrange)) > 0.01, 'nothing is coloured as modified');

    await open(id, `?version=${third}&compare=${first}`);
    await page.getByRole('option', { name: /Wall 130.*Deleted/ }).waitFor();
    await page.waitForTimeout(500);
    assert.ok((await share(isRed)) > 0.01, 'nothing is coloured as deleted');
    const [download] = await Promise.all([page.waitForEvent('download'), button('CSV').click()]);
    const table = readFileSync(await download.path(), 'utf8');
    assert.match(table, new RegExp(`Deleted,${southWall},Wall,Wall 130`));
    await button('End').click();
    await page.getByText('Compare two versions').waitFor();
  });

  it('says what is the matter where there is nothing to see', async () => {
    await page.goto(models);
    await drop('empty.ifc', stepFile(project('')));
    await card('empty.ifc').getByText('Ready').waitFor();
    const { id } = await modelNamed('empty.ifc');
    await page.goto(`${models}/${id}`);
    await page.getByText('cannot be shown in 3D').waitFor();
    await page.getByRole('treeitem', { name: 'Site' }).waitFor();
  });
});

describe('every page of a model', () => {
  it('has no serious fault of accessibility, light and dark, and fits a phone', async () => {
    const { id } = await modelNamed('house.ifc');
    const { changesets } = await call(`GET /models/${id}/changesets`);
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 375],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(id, `?version=${changesets[1].id}&compare=${changesets[0].id}&element=${southWall}`);
      await page.getByText('change listed').waitFor();
      await button('Section box').click();
      for (const name of ['Changes', 'Views', 'Properties', 'Structure']) {
        await tab(name);
        await page.getByRole('tabpanel', { name }).waitFor();
        if (screenshots) await page.screenshot({ path: `${screenshots}/model-${name}-${colorScheme}-${width}.png` });
        assert.deepEqual(await seriousFaults(page), [], `${name}, ${colorScheme}, ${width}`);
      }
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  });
});

describe('a public sample', { skip: withoutSamples }, () => {
  it('is drawn, and its second version compared: 1 added, 48 modified, 2 deleted', async () => {
    await page.goto(models);
    assert.ok(existsSync(sample('duplex.ifc')));
    await drop('duplex.ifc', readFileSync(sample('duplex.ifc'), 'utf8'));
    await card('duplex.ifc').getByText('Ready').waitFor();
    const { id, fileId } = await modelNamed('duplex.ifc');
    await putContent(platform, platform.ada, fileId, readFileSync(sample('duplex-v2.ifc')));
    const [before] = await imported(platform, platform.ada, id);
    await open(id, `?compare=${before.id}`);
    for (const text of ['Added 1', 'Modified 48', 'Deleted 2', '51 changes listed'])
      await page.getByText(text, { exact: true }).waitFor();
    assert.ok((await share(isOrange)) > 0.05);
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
