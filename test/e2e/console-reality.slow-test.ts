import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { isBackground, modelPages } from '../support/console-models.ts';
import { converting, towerFile } from '../support/console-reality.ts';
import { becomes, becomesAsWideAs, fitTo } from '../support/page-state.ts';
import { patienceMs } from '../support/patience.ts';

/* Reality data in the console, in a real browser that draws without a graphics card: a scan is uploaded, looked at, measured, and taken away. */

const samples = '../shared/data/reality';
const scan = `${samples}/clouds/site-a.laz`;

describe('reality data in the console', { skip: !existsSync(scan) }, async () => {
  const { platform, page, strange, button, close } = await openConsole();
  after(close);
  const twin = await platform.twin(platform.ada, { displayName: 'North yard' });
  const { call, add, canvas, settled, rests, tab, share, click } = modelPages(platform, page, twin.id);
  page.setDefaultTimeout(patienceMs);
  const dialog = page.getByRole('dialog');
  const home = `${platform.baseUrl}/console/twins/${twin.id}/reality`;
  const menu = async (name: string, item: string) => {
    await button(`Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('says what to do while there is none', async () => {
    await page.goto(home);
    await page.getByText('No reality data yet').waitFor();
    assert.deepEqual(await seriousFaults(page), []);
  });

  it('takes a scan in, and prepares it to be looked at', async () => {
    await button('Upload').first().click();
    await dialog.locator('input[type=file]').first().setInputFiles(scan);
    await becomes(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'site-a');
    assert.deepEqual(await seriousFaults(page), []);
    await button('Upload', dialog).click();
    await page.getByText('Point cloud, LAZ').waitFor();
    await button('Clear done').click();
    await page.getByRole('link', { name: 'Open in 3D: site-a', exact: true }).waitFor();
    await page.getByText('217,888 points').first().waitFor();
    await page.getByText('EPSG:25832').first().waitFor();
    await page.locator('li img').first().waitFor(); // its picture
    await photograph(page, 'reality-list');
  });

  it('shows the scan, and what its points are', async () => {
    await page.getByRole('link', { name: 'Open in 3D: site-a', exact: true }).click();
    await settled();
    assert.ok((await share((...pixel) => !isBackground(...pixel))) > 0.1, 'the picture is empty');
    await page.getByText('217,888 are drawn now').waitFor();
    await photograph(page, 'reality-cloud');
    await page.getByText('Class', { exact: true }).click();
    await page.getByRole('region', { name: 'Legend' }).getByText('Ground').waitFor();
    const brown = (r: number, g: number, b: number) => r > g + 20 && g > b && r > 60;
    const ground = await share(brown);
    await photograph(page, 'reality-classes');
    await page.getByRole('checkbox', { name: 'Ground' }).uncheck();
    await rests();
    assert.ok((await share(brown)) < ground / 2, 'the ground is still drawn');
    await page.getByRole('checkbox', { name: 'Ground' }).check();
    assert.deepEqual(await seriousFaults(page), []);
  });

  it('tells where a point is, in the system of the scan', async () => {
    await click();
    await page.getByRole('heading', { name: 'Point', exact: true }).waitFor();
    const values = await page.locator('dl dd').allTextContents();
    const [east = 0, north = 0, height = 0] = values.map(Number);
    const { min, max } = boundsOf('site-a.laz');
    for (const [axis, value] of [east, north, height].entries())
      assert.ok(value > (min[axis] ?? 0) - 0.01 && value < (max[axis] ?? 0) + 0.01, `${values}`);
    await page.getByText('EPSG:25832').first().waitFor();
    await photograph(page, 'reality-point');
  });

  it('measures between points', async () => {
    const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
    await button('Measure').click();
    await click({ x: width / 2, y: height / 2 });
    await click({ x: width * 0.55, y: height * 0.55 });
    await page.locator('output', { hasText: /^\d+\.\d{3} m$/ }).waitFor();
    await canvas.press('Escape');
  });

  it('keeps colours and classes in a saved view', async () => {
    await tab('Display');
    await page.getByRole('checkbox', { name: 'Building' }).uncheck();
    await tab('Views');
    await button('Save this view').click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Without buildings');
    await button('Save', dialog).click();
    await button('Open Without buildings').waitFor();
    const address = page.url();
    assert.match(address, /view=/);
    await page.goto('about:blank');
    await page.goto(address);
    await settled();
    await becomes(() => page.getByRole('checkbox', { name: 'Building' }).isChecked(), false);
    await page.getByRole('region', { name: 'Legend' }).getByText('Ground').waitFor();
  });

  it('is converted, and taken away', async () => {
    await page.goto(home);
    await menu('site-a', 'Convert');
    await dialog.getByRole('checkbox', { name: 'E57' }).check();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.deepEqual(await seriousFaults(page), []);
    await photograph(page, 'reality-convert');
    await button('Convert', dialog).click();
    const name = 'site-a, E57';
    await page.getByRole('list', { name: 'Results of site-a' }).getByRole('link', { name }).waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), menu(name, 'Download')]);
    assert.equal(saved.suggestedFilename(), 'site-a.e57');
    const head = readFileSync(await saved.path())
      .subarray(0, 8)
      .toString('latin1');
    assert.equal(head, 'ASTM-E57');
  });

  it('is renamed, and goes to the recycle bin', async () => {
    await menu('site-a, E57', 'Rename');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('For the office');
    await button('Rename', dialog).click();
    await page.getByRole('link', { name: 'For the office', exact: true }).waitFor();
    await menu('For the office', 'Move to the recycle bin');
    await button('Move to the recycle bin', dialog).click();
    await page.getByRole('link', { name: 'For the office', exact: true }).waitFor({ state: 'detached' });
    const { realityData } = await call(`GET /reality-management/reality-data/?twinId=${twin.id}`);
    assert.deepEqual(realityData.map(({ displayName }: { displayName: string }) => displayName).sort(), [
      'site-a',
      'site-a - GLBC',
    ]);
  });

  it('shows meshes with their textures, and maps', async () => {
    const mesh = ['house.obj', 'house.mtl', 'house.jpg', 'metadata.xml'].map((name) => `${samples}/mesh/${name}`);
    const house = await converting(platform, twin.id, 'House', mesh, 'Cesium3DTiles');
    const ortho = await converting(
      platform,
      twin.id,
      'Orthophoto',
      [`${samples}/rasters/site_ortho.tif`],
      'XYZTileMap',
    );
    for (const [id, name] of [
      [house, 'House'],
      [ortho, 'Orthophoto'],
    ] as const) {
      await page.goto(`${home}/${id}`);
      await page.getByRole('link', { name: `Open in 3D: ${name}`, exact: true }).click();
      await settled();
      await photograph(page, `reality-${name}`);
      assert.ok((await share((...pixel) => !isBackground(...pixel))) > 0.05, `the picture of ${name} is empty`);
      assert.ok(
        (await share((r, g, b) => Math.max(r, g, b) - Math.min(r, g, b) > 40)) > 0.01,
        `${name} has no colours`,
      );
    }
  });

  it('stands in a scene with a model, each at its place on earth', async () => {
    await add('tower.ifc', towerFile());
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/scenes`);
    await button('New scene').first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Tower in its site');
    await dialog.getByRole('combobox', { name: 'Models' }).click();
    await page.getByRole('option', { name: 'tower.ifc' }).click();
    await dialog.getByRole('combobox', { name: 'Models' }).press('Escape');
    await dialog.getByRole('combobox', { name: 'Reality data' }).click();
    for (const name of ['site-a, 3D Tiles', 'Orthophoto, Tile map', 'House, 3D Tiles'])
      await page.getByRole('option', { name }).click();
    await dialog.getByRole('combobox', { name: 'Reality data' }).press('Escape');
    await button('Create', dialog).click();
    await page.getByRole('heading', { name: 'Tower in its site' }).waitFor();
    await settled();
    await photograph(page, 'reality-scene');
    await page.getByText('Point cloud, 217,888 points').waitFor();
    await button('Actions for tower.ifc').click();
    await page.getByRole('menuitem', { name: 'Go to it' }).click();
    await rests();
    await settled();
    await photograph(page, 'reality-scene-near');
    const before = await page.locator('canvas').screenshot();
    await tab('Contents');
    await page.getByRole('switch', { name: 'Show site-a, 3D Tiles' }).click({ force: true });
    await settled();
    await rests();
    await photograph(page, 'reality-scene-map');
    assert.ok(!before.equals(await page.locator('canvas').screenshot()), 'the cloud is still drawn');
    const coloured = await share((r, g, b) => Math.max(r, g, b) - Math.min(r, g, b) > 40);
    assert.ok(coloured > 0.05, `of the map and the house ${coloured} is to be seen`);
    await page.getByRole('switch', { name: 'Show site-a, 3D Tiles' }).click({ force: true });
    await click();
    await page.getByRole('heading', { name: 'Wall 110' }).waitFor();
    const { scenes } = await call(`GET /scenes/?twinId=${twin.id}`);
    const { objects } = await call(`GET /scenes/${scenes[0].id}/objects?twinId=${twin.id}&orderBy=order`);
    const kinds = objects.map(({ data }: { data: { class: string } }) => data.class);
    assert.deepEqual(kinds, ['models', 'RealityData', 'RealityData', 'RealityData']);
  });

  it('is for everybody: in both schemes, and on a phone', async () => {
    const { realityData } = await call(`GET /reality-management/reality-data/?twinId=${twin.id}&$search=GLBC`);
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 1440],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      await fitTo(page, width, 844);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(home);
      await page.getByRole('heading', { name: 'site-a', exact: true }).waitFor();
      await page.locator('li img').first().waitFor();
      await photograph(page, `reality-list-${colorScheme}-${width}`);
      assert.deepEqual(await seriousFaults(page), [], `the list, ${colorScheme}, ${width}`);
      await becomesAsWideAs(page, width);
      await page.goto(`${home}/${realityData[0].id}`);
      await settled();
      await photograph(page, `reality-viewer-${colorScheme}-${width}`);
      assert.deepEqual(await seriousFaults(page), [], `the viewer, ${colorScheme}, ${width}`);
      await becomesAsWideAs(page, width);
    }
  });

  it('asks no other host for anything, and breaks no rule of its own', () => assert.deepEqual(strange, []));
});

interface Bounds {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

function boundsOf(file: string): Bounds {
  const truth = JSON.parse(readFileSync(`${samples}/truth/clouds.json`, 'utf8'));
  return truth.files[file];
}
