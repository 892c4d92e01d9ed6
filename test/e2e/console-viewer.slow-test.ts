import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { type Point, type Pose, view3dOf } from '../../console/src/ui/stage/view-data.ts';
import { sample, withoutSamples } from '../../src/engines/ifc/testing/files.ts';
import { seriousFaults } from '../support/axe.ts';
import { openBrowser, photograph } from '../support/chromium.ts';
import { ada, openConsole, takeSeat } from '../support/console.ts';
import { house, northWall, southWall } from '../support/console-house.ts';
import { type Fits, isBackground, modelPages } from '../support/console-models.ts';
import { addressHolds } from '../support/console-picture.ts';
import { becomes, becomesTrue, fitTo, stillness } from '../support/page-state.ts';

/* The viewer in a real browser that draws without a graphics card: looking, choosing, moving, measuring, cutting. */

const { platform, page, strange, button, close } = await openConsole();
after(close);

const twin = await platform.twin(platform.ada, { displayName: 'Harbour house' });
const { models, call, add, tab, canvas, open, settled, rests, share, picture, click } = modelPages(
  platform,
  page,
  twin.id,
);

const houseId = await add('house.ifc', house('F30'));
const isDrawn: Fits = (...pixel) => !isBackground(...pixel);

/** The camera of the picture, as a view keeps it. */
async function eyeNow(modelId: string, name: string): Promise<Point> {
  await tab('Views');
  await button('Save this view').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await button('Save', dialog).click();
  await dialog.waitFor({ state: 'detached' });
  const { savedViews } = await call(`GET /savedviews/?twinId=${twin.id}&modelId=${modelId}`);
  const { id } = savedViews.find((one: { displayName: string }) => one.displayName === name);
  return (await call(`GET /savedviews/${id}`)).savedView.savedViewData.twin3dView.camera.eye;
}

/** Opens the model with this camera; with an element, alone. */
async function openAt(modelId: string, pose: Pose, only?: string): Promise<void> {
  await open(modelId);
  const { width, height } = (await canvas.boundingBox()) ?? { width: 1, height: 1 };
  const id = only && (await call(`GET /models/${modelId}/elements/${only}`)).element.id;
  const extension = { emphasizeElementsProps: { alwaysDrawn: [id], isAlwaysDrawnExclusive: true } };
  const { savedView } = await call('POST /savedviews/', {
    twinId: twin.id,
    modelId,
    displayName: 'Place',
    shared: false,
    savedViewData: { twin3dView: view3dOf(pose, width / height) },
    ...(only && { extensions: [{ extensionName: 'EmphasizeElements', data: JSON.stringify(extension) }] }),
  });
  await open(modelId, `?view=${savedView.id}`);
}

/** From where to where something is drawn in a row of the picture, in pixels of the page. */
async function spanIn(row: number): Promise<{ readonly from: number; readonly to: number }> {
  const { data, info } = await picture();
  const drawn = Array.from({ length: info.width }, (_, x) => x).filter((x) => {
    const at = 3 * (row * info.width + x);
    return !isBackground(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  });
  return { from: drawn[0] ?? 0, to: drawn.at(-1) ?? 0 };
}

describe('the viewer', () => {
  it('draws the model, and picks the element that is clicked', async () => {
    await page.goto(models);
    await page.getByRole('link', { name: 'Open in 3D: house.ifc' }).click();
    await settled();
    assert.ok((await share(isDrawn)) > 0.03, 'the picture is empty');
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
      await becomesTrue(page, `!location.search.includes('element')`);
      await rests();
      await click();
      await page.getByRole('heading', { name }).waitFor();
      await addressHolds(page, new RegExp(`element=${RegExp.escape(globalId)}`));
      await page.getByText(globalId).first().waitFor();
      await tab('Structure');
    }
    const { element } = await call(`GET /models/${houseId}/elements/${southWall}`);
    assert.equal(element.propertySets[0].properties.FireRating, 'F30');
  });

  it('shows properties by set with their units, what is looked for, and what is empty where one wants it', async () => {
    await open(houseId, `?element=${southWall}`);
    await tab('Properties');
    const set = page.locator('details', { hasText: 'Pset_WallCommon' });
    await set.getByText('FireRating').waitFor();
    await set.getByText('F30').waitFor();
    await set.getByText('3 m', { exact: true }).waitFor();
    await becomes(() => set.getByText('BarCode').count(), 0);
    await page.getByRole('switch', { name: 'Show 1 property without a value' }).check({ force: true });
    await set.getByText('BarCode').first().waitFor();
    await page.getByRole('searchbox', { name: 'Filter properties' }).fill('height');
    await set.getByText('F30').waitFor({ state: 'detached' });
    await set.getByText('3 m', { exact: true }).waitFor();
    await becomes(() => page.locator('details').count(), 1);
    await photograph(page, 'properties');
    await page.getByRole('searchbox', { name: 'Filter properties' }).fill('');
  });

  it('says of hits of the search what they are and where, and hides or isolates all of them', async () => {
    await open(houseId);
    await page.getByRole('searchbox', { name: 'Search elements' }).fill('wall');
    await page.getByText('2 elements', { exact: true }).waitFor();
    await page.getByRole('treeitem', { name: 'Wall 130' }).getByText('Wall · Storey').waitFor();
    await photograph(page, 'hits');
    const all = await share(isDrawn);
    await button('Hide these').click();
    await button('Show Wall 130').waitFor();
    assert.ok((await share(isDrawn)) < all / 2);
    await button('Show only these').click();
    await button('Hide Wall 130').waitFor();
    assert.ok((await share(isDrawn)) > 0.9 * all);
  });

  it('colours by class, storey and property', async () => {
    await open(houseId);
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
    await page.getByRole('combobox', { name: 'Property' }).fill('wallcommon');
    await photograph(page, 'property-choice');
    await page.getByRole('option', { name: 'FireRating' }).click();
    const values = page.getByRole('region', { name: 'Values' });
    for (const value of ['F30', 'Without a value']) await values.getByText(value).waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    await photograph(page, 'legend');
    const all = await share(isDrawn);
    await button(/^F30/, values).click();
    await button('Show all of Without a value', values).waitFor();
    assert.ok((await share(isDrawn)) < all * 0.8, 'the other wall is still to be seen');
    await button(/^F30/, values).click();
    await button('Hide all of Without a value', values).click();
    await button('Show Site').or(button('Hide Site')).first().waitFor();
    assert.ok((await share(isDrawn)) < all * 0.8, 'what has no value is still to be seen');
  });

  it('hides and isolates', async () => {
    await open(houseId);
    const all = await share(isDrawn);
    await button('Hide Site').click();
    await button('Show Site').waitFor();
    assert.ok((await share(isDrawn)) < all / 2);
    await button('Show what is hidden').click();
    await button('Hide Site').waitFor();
    await page.getByRole('tree').focus();
    for (const key of ['End', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', ' '])
      await page.keyboard.press(key);
    await button('Show Wall 110').waitFor();
  });
});

/** In the sample: along the north side, without openings. */
const foundationWall = '2O2Fr$t4X7Zf8NOew3FK80';

/** From the south, level, onto the middle of the south wall. */
const fromSouth: Pose = { eye: [0, -12, 1.5], target: [0, 0, 1.5], fov: 50 };

describe('measuring', () => {
  /** The distance that is shown between the two ends of what is drawn in the middle row. */
  async function measuredAcross(): Promise<number> {
    const { height } = (await canvas.boundingBox()) ?? { height: 0 };
    const y = Math.round(height / 2);
    const { from, to } = await spanIn(y);
    await button('Measure').click();
    await click({ x: from + 1, y });
    await page.getByText('Click the second point').waitFor();
    await click({ x: to - 1, y });
    const shown = await page.locator('output', { hasText: /\d m$/ }).textContent();
    return Number.parseFloat(shown ?? '');
  }

  it('is true in a public sample, too', { skip: withoutSamples }, async () => {
    const id = await add('duplex.ifc', readFileSync(sample('duplex.ifc')));
    const { element } = await call(`GET /models/${id}/elements/${foundationWall}`);
    const { low, high } = element.box;
    const middle: Point = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    await openAt(id, { eye: [middle[0], middle[1] + 16, middle[2]], target: middle, fov: 50 }, foundationWall);
    const [length, wanted] = [await measuredAcross(), high[0] - low[0]];
    assert.ok(Math.abs(length - wanted) < 0.01 * wanted, `${length} m instead of ${wanted} m`);
  });
});

describe('walking', () => {
  it('goes where the keys say, and nowhere else', async () => {
    await openAt(houseId, fromSouth);
    await button(/^Walk through it/).click();
    await page.getByText('W A S D walk').waitFor();
    let before = await eyeNow(houseId, 'Start');
    for (const [key, axis, sign] of [
      ['w', 1, 1],
      ['s', 1, -1],
      ['a', 0, -1],
      ['d', 0, 1],
      ['e', 2, 1],
      ['q', 2, -1],
    ] as const) {
      await canvas.focus();
      await page.keyboard.press(key, { delay: 800 });
      const now = await eyeNow(houseId, key);
      for (const [at, name] of ['east', 'north', 'up'].entries()) {
        const moved = (now[at] ?? 0) - (before[at] ?? 0);
        const fits = at === axis ? moved * sign > 0.2 : Math.abs(moved) < 0.02;
        assert.ok(fits, `${key} moved the camera ${moved} m to the ${name}`);
      }
      before = now;
    }
  });
});

describe('the keys', () => {
  it('act wherever the focus is, but not where one types, and are listed', async () => {
    await openAt(houseId, fromSouth);
    await click();
    await becomesTrue(page, `location.search.includes('element=')`);
    await tab('Structure');
    const hidden = button('Show what is hidden');
    await page.getByRole('searchbox', { name: 'Search elements' }).fill('h');
    await becomes(() => hidden.isDisabled(), true);
    await page.getByRole('searchbox', { name: 'Search elements' }).fill('');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('h');
    await hidden.and(page.locator(':enabled')).waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('a');
    await hidden.and(page.locator(':disabled')).waitFor();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keys' });
    await list.getByText('Hide what is chosen').waitFor();
    await photograph(page, 'keys');
    await page.keyboard.press('h');
    await becomes(() => hidden.isDisabled(), true);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });

  it('choose nothing by Escape while the hint of a button is open, too', async () => {
    await open(houseId, `?element=${southWall}`);
    await button(/^Go to what is chosen/).hover();
    await page.getByRole('tooltip').first().waitFor();
    await canvas.press('Escape');
    await becomesTrue(page, `!location.search.includes('element')`);
  });
});

describe('the section box', () => {
  it('hides what is outside, from the eye and from the pointer', async () => {
    await openAt(houseId, fromSouth);
    const { height } = (await canvas.boundingBox()) ?? { height: 0 };
    const y = Math.round(height / 2);
    const whole = await spanIn(y);
    await button('Section box').click();
    const card = page.getByRole('region', { name: 'Section box' });
    const thumb = card.getByRole('slider', { name: 'West to east, to' });
    await thumb.focus();
    for (let pressed = 0; pressed < 100; pressed++) await page.keyboard.press('ArrowLeft'); // of 400 steps
    await rests();
    const cut = await spanIn(y);
    assert.equal(cut.from, whole.from);
    const kept = (cut.to - cut.from) / (whole.to - whole.from);
    assert.ok(Math.abs(kept - 0.75) < 0.02, `${kept} of the wall is to be seen instead of 0.75`);
    await click({ x: whole.to - 5, y });
    await stillness(page);
    await becomes(async () => new URL(page.url()).searchParams.get('element'), null);
    await click({ x: whole.from + 5, y });
    await becomesTrue(page, `location.search.includes('element=')`);
    await button('Remove', card).click();
    await rests();
    assert.deepEqual(await spanIn(y), whole);
  });
});

describe('at 1024 pixels', () => {
  it('the menu is folded and the panel made narrower, and stay so', async () => {
    await fitTo(page, 1024, 768);
    await open(houseId);
    const widthOf = async () => (await canvas.boundingBox())?.width ?? 0;
    const narrow = await widthOf();
    await button('Fold the menu').click();
    await becomesTrue(page, `document.querySelector('canvas').getBoundingClientRect().width > ${narrow + 200}`);
    const divider = page.getByRole('separator', { name: 'Width of the panel' });
    await divider.focus();
    await page.keyboard.press('ArrowRight');
    await becomesTrue(page, `document.querySelector('canvas').getBoundingClientRect().width > ${narrow + 235}`);
    await photograph(page, 'folded-1024');
    await open(houseId);
    const kept = await widthOf();
    assert.ok(kept > narrow + 235, `${kept} px after ${narrow} px`);
    const at = await divider.boundingBox();
    assert.ok(at);
    await page.mouse.move(at.x + 4, at.y + 300);
    await page.mouse.down();
    await page.mouse.move(at.x - 96, at.y + 300, { steps: 3 });
    await page.mouse.up();
    await becomesTrue(page, `document.querySelector('canvas').getBoundingClientRect().width < ${kept - 90}`);
    await button('Show the menu').click();
    assert.deepEqual(await seriousFaults(page), []);
    await fitTo(page, 1280, 800);
  });
});

describe('a browser that cannot draw in 3D', () => {
  it('is told so with what to do, and shows structure and properties all the same', async () => {
    const without = await openBrowser(['--disable-3d-apis']);
    const seat = await takeSeat(without, platform, ada);
    const on = seat.page;
    await on.goto(`${models}/${houseId}`);
    const note = on.getByRole('alert').filter({ hasText: 'This browser cannot draw in 3D' });
    await note.getByText('Switch on hardware acceleration').waitFor();
    await on.getByRole('searchbox', { name: 'Search elements' }).fill(southWall);
    await on.getByRole('treeitem', { name: 'Wall 130' }).click();
    await on.getByRole('tab', { name: 'Properties' }).click();
    await on.locator('details', { hasText: 'Pset_WallCommon' }).getByText('F30').waitFor();
    await becomes(() => on.getByRole('toolbar', { name: '3D view' }).count(), 0);
    assert.deepEqual(await seriousFaults(on), []);
    await photograph(on, 'no-webgl');
    assert.deepEqual(seat.strange, []);
    await without.close();
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
