import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { boxShape, project, stepFile, wall } from '../../src/engines/ifc/testing/files.ts';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { ben, openConsole, takeSeat } from '../support/console.ts';
import { isBackground, modelPages } from '../support/console-models.ts';
import { addressHolds } from '../support/console-picture.ts';
import { eventually } from '../support/eventually.ts';
import { join } from '../support/membership.ts';
import { becomes, becomesAsWideAs, becomesTrue, fitTo } from '../support/page-state.ts';

/* Scenes in the console, in a real browser that draws without a graphics card. */

const { platform, browser, page, strange, button, close } = await openConsole();
after(close);
const { baseUrl } = platform;

const twin = await platform.twin(platform.ada, { displayName: 'Harbour houses' });
const { call, add, canvas, settled, rests, tab, share, click } = modelPages(platform, page, twin.id);
const scenes = `${baseUrl}/console/twins/${twin.id}/scenes`;
const dialog = page.getByRole('dialog');
const drawn = () => share((...pixel) => !isBackground(...pixel));

/** A wall about the origin; `place` is latitude, longitude and height of the site. */
const wallFile = (number: number, place = '$,$,$') =>
  stepFile(
    project(`${boxShape(100, 4, 2, 3)}
${wall(number, `wall${number}0000000000000000`.slice(0, 22), '#105')}
#140=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-4',$,$,$,(#${number}),#33);`).replace(
      '.ELEMENT.,$,$,$,$,$);',
      `.ELEMENT.,${place},$,$);`,
    ),
  );

const west = await add('west.ifc', wallFile(110, '(56,9,24,0),(10,12,38,0),0.'));
const east = await add('east.ifc', wallFile(120, '(56,9,24,0),(10,12,39,0),0.')); // about 17 m to the east
await add('loose.ifc', wallFile(130));

interface View {
  readonly id: string;
  readonly displayName: string;
  readonly data: Readonly<
    Record<'position' | 'direction', { readonly x: number; readonly y: number; readonly z: number }>
  >;
}

const theScene = async () => (await call(`GET /scenes/?twinId=${twin.id}`)).scenes[0];
const objectsOf = async (kind: string) => {
  const { objects } = await call(`GET /scenes/${(await theScene()).id}/objects?orderBy=order&twinId=${twin.id}`);
  return objects.filter((one: { kind: string }) => one.kind === kind);
};
const viewNamed = async (name: string): Promise<View> =>
  (await objectsOf('View3d')).find((one: View) => one.displayName === name);

async function saveView(name: string): Promise<View> {
  await tab('Views');
  await button('Save this view').click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await button('Save', dialog).click();
  await button(`Open ${name}`).waitFor();
  return viewNamed(name);
}

async function goTo(model: string): Promise<void> {
  await tab('Contents');
  await button(`Actions for ${model}`).click();
  await page.getByRole('menuitem', { name: 'Go to it' }).click();
  await rests();
}

const coordinates = ({ data: { position, direction } }: View) =>
  [position, direction].flatMap(({ x, y, z }) => [x, y, z]);

function same(actual: readonly number[], expected: readonly number[], within: number): void {
  for (const [at, value] of actual.entries())
    assert.ok(Math.abs(value - (expected[at] ?? Number.NaN)) < within, `${actual} is not ${expected}`);
}

describe('the scenes of a twin', () => {
  it('say what to do while there are none', async () => {
    await page.goto(scenes);
    await page.getByText('No scenes yet').waitFor();
    await button('New scene').first().waitFor();
    assert.deepEqual(await seriousFaults(page), []);
  });

  it('are made of models, and opened', async () => {
    await button('New scene').first().click();
    await button('Create', dialog).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Both houses');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('As they stand on the quay.');
    await button('Create', dialog).click();
    await dialog.getByText('Choose at least one.').waitFor();
    const choice = dialog.getByRole('combobox', { name: 'Models' });
    await choice.click();
    await page.getByRole('option', { name: 'west.ifc' }).click();
    await page.getByRole('option', { name: 'east.ifc' }).click();
    await choice.press('Escape');
    await dialog.getByRole('combobox', { name: 'Version of east.ifc' }).click();
    await page.getByRole('option', { name: /^Version 1, / }).click();
    assert.deepEqual(await seriousFaults(page), []);
    await button('Create', dialog).click();
    await page.getByRole('heading', { name: 'Both houses' }).waitFor();
    await settled();
    const [first, second] = await objectsOf('RepositoryResource');
    const { changesets } = await call(`GET /models/${east}/changesets`);
    assert.deepEqual([first.data.id, first.data.version], [west, undefined]);
    assert.deepEqual([second.data.id, second.data.version], [east, changesets[0].id]);
  });
});

describe('a scene', () => {
  it('shows its models at their places on earth, and what is clicked of each', async () => {
    assert.ok((await drawn()) > 0.01, 'the picture is empty');
    const views: View[] = [];
    for (const [model, name] of [
      ['west.ifc', 'Wall 110'],
      ['east.ifc', 'Wall 120'],
    ] as const) {
      await goTo(model);
      views.push(await saveView(`At ${model}`));
      await click();
      await page.getByRole('heading', { name }).waitFor();
      await page.getByText(`In ${model}`).waitFor();
    }
    const [from, to] = await Promise.all(
      [west, east].map(async (id) => (await call(`GET /models/${id}`)).model.ecefTransform),
    );
    const apart = Math.hypot(...[3, 7, 11].map((at) => to[at] - from[at]));
    const [a = [], b = []] = views.map(coordinates);
    assert.ok(apart > 15 && apart < 20);
    same([(b[0] ?? 0) - (a[0] ?? 0)], [apart], 0.01);
    same(b.slice(1), a.slice(1), 0.01);
  });

  it('keeps what is switched off', async () => {
    await canvas.press('Escape');
    await canvas.press('f');
    await rests();
    const before = await drawn();
    await tab('Contents');
    await page.getByRole('switch', { name: 'Show west.ifc' }).click({ force: true });
    await rests();
    const after = await drawn();
    assert.ok(after < before * 0.7 && after > 0.001, `${after} of ${before}`);
    await becomesTrue(page, `!document.querySelector('[aria-label="Show west.ifc"]').checked`);
    await eventually(async () => {
      const [{ visible }] = await objectsOf('RepositoryResource');
      assert.equal(visible, false);
    });
    await page.reload();
    await settled();
    await becomes(() => page.getByRole('switch', { name: 'Show west.ifc' }).isChecked(), false);
    await page.getByRole('switch', { name: 'Show west.ifc' }).click({ force: true });
  });

  it('shows a view again with the same camera, from its link, too', async () => {
    await goTo('east.ifc');
    await canvas.focus();
    await page.keyboard.press('ArrowLeft', { delay: 600 });
    await rests();
    const view = await saveView('From the left');
    await page.goto(`${scenes}/${(await theScene()).id}`);
    await settled();
    await tab('Views');
    await button('Open From the left').click();
    await rests();
    same(coordinates(await saveView('The same')), coordinates(view), 1e-3);
    await page.goto(`${scenes}/${(await theScene()).id}?view=${view.id}`);
    await settled();
    same(coordinates(await saveView('By its link')), coordinates(view), 1e-3);
    await button('Actions for By its link').click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('By its address');
    await button('Rename', dialog).click();
    await button('Open By its address').waitFor();
    assert.notEqual(await viewNamed('By its address'), undefined);
    await button('Actions for The same').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button('Delete view', dialog).click();
    await button('Open The same').waitFor({ state: 'detached' });
    assert.equal(await viewNamed('The same'), undefined);
  });

  it('keeps camera, section and hidden elements in its address', async () => {
    await page.goto(`${scenes}/${(await theScene()).id}`);
    await settled();
    await button('Section box').click();
    await addressHolds(page, /section=/);
    await goTo('east.ifc');
    await click();
    await page.getByRole('heading', { name: 'Wall 120' }).waitFor();
    await page.keyboard.press('h');
    await addressHolds(page, /hidden=[^&]+~/);
    await addressHolds(page, /camera=/);
    await page.reload();
    await settled();
    await page.getByRole('region', { name: 'Section box' }).waitFor();
    await button('Show what is hidden').and(page.locator(':enabled')).click();
    await page.waitForURL((url) => !url.search.includes('hidden='));
    await canvas.press('Escape');
  });

  it('takes another model in, which has no place, and lets it go', async () => {
    await tab('Contents');
    await button('Add').click();
    await dialog.getByRole('combobox', { name: 'Models' }).click();
    await page.getByRole('option', { name: 'loose.ifc' }).click();
    await dialog.getByRole('combobox', { name: 'Models' }).press('Escape');
    await button('Add', dialog).click();
    await page.getByText('It has no place on earth').waitFor();
    await settled();
    await button('Actions for loose.ifc').click();
    await page.getByRole('menuitem', { name: 'Remove from the scene' }).click();
    await page.getByRole('switch', { name: 'Show loose.ifc' }).waitFor({ state: 'detached' });
    assert.equal((await objectsOf('RepositoryResource')).length, 2);
  });

  it('has no serious fault of accessibility, light and dark, and fits a phone', async () => {
    const { id } = await theScene();
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 375],
    ] as const) {
      await fitTo(page, width, 800);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(`${scenes}/${id}`);
      await settled();
      for (const name of ['Contents', 'Views', 'Properties']) {
        await tab(name);
        if (name === 'Properties') await page.getByText('Nothing is chosen').waitFor();
        await photograph(page, `scene-${name}-${colorScheme}-${width}`);
        assert.deepEqual(await seriousFaults(page), [], `${name}, ${colorScheme}, ${width}`);
      }
      await becomesAsWideAs(page, width);
    }
    await fitTo(page, 1280, 800);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  });

  it('says that a model has gone', async () => {
    const [, object] = await objectsOf('RepositoryResource');
    const gone = { repositoryId: 'models', class: 'models', id: crypto.randomUUID() };
    await call(`POST /scenes/${object.sceneId}/objects?twinId=${twin.id}`, {
      objects: [{ kind: 'RepositoryResource', version: '1.0.0', displayName: 'gone.ifc', data: gone }],
    });
    await page.goto(`${scenes}/${object.sceneId}`);
    await settled();
    const row = page.getByRole('listitem').filter({ hasText: 'gone.ifc' });
    await row.getByText('It has gone, or you may not see it.').waitFor();
    await becomes(() => page.getByRole('alert').count(), 0);
  });
});

describe('somebody who may only look at scenes', () => {
  it('is offered nothing else, and told that something is left out', async () => {
    await join(platform, platform.ada, twin.id, ben, ['scenes_read']);
    const { invitations } = await call(`GET /accesscontrol/twins/${twin.id}/members/invitations`);
    const seat = await takeSeat(browser, platform, ben);
    await seat.page.goto(`${baseUrl}/auth/account/invitations/${twin.id}/${invitations[0].id}`);
    await button('Accept', seat.page).click();
    await seat.page.getByRole('link', { name: 'Open the twin' }).waitFor();
    await seat.page.goto(scenes);
    await seat.page.getByText('not all of it is yours to see').waitFor();
    await becomes(() => button(/^(New scene|Actions for)/, seat.page).count(), 0);
    await seat.page.getByRole('link', { name: 'Both houses' }).click();
    await seat.page.getByText('holds more than you may see').waitFor();
    await becomes(() => button(/^(Add|Save this view|Edit name)/, seat.page).count(), 0);
    await seat.context.close();
    assert.deepEqual(seat.strange, []);
  });
});

describe('the list of scenes', () => {
  it('says what is in them, by whom and when; they are described anew and deleted', async () => {
    await page.goto(scenes);
    const row = page.getByRole('listitem').filter({ hasText: 'Both houses' });
    await row.getByText('3 models: west.ifc, east.ifc, gone.ifc').waitFor();
    await row.getByText('made by Ada Larsen').waitFor();
    await button('Actions for Both houses').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('The quay');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('');
    await button('Save', dialog).click();
    await page.getByRole('link', { name: 'The quay' }).waitFor();
    const scene = await theScene();
    assert.deepEqual([scene.displayName, scene.description], ['The quay', undefined]);
    await button('Actions for The quay').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button('Delete scene', dialog).click();
    await page.getByText('No scenes yet').waitFor();
    assert.equal(await theScene(), undefined);
    await page.goto(`${scenes}/${scene.id}`);
    await page.getByText('Correlation id').waitFor();
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
