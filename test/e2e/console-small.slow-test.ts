import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { houseFile, putContent } from '../../src/areas/models/testing/files.ts';
import { newFile, rootOf } from '../../src/areas/storage/testing/fixture.ts';
import { boxShape, project, stepFile, wall } from '../../src/engines/ifc/testing/files.ts';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { ada, ben, openConsole, takeSeat } from '../support/console.ts';
import { southWall } from '../support/console-house.ts';
import { modelPages } from '../support/console-models.ts';
import { eventually } from '../support/eventually.ts';
import { becomes, becomesTrue, stillness } from '../support/page-state.ts';
import { signInAt } from '../support/sign-in-page.ts';

/* What people stumbled over: small things, each of which has to stay mended. */

const { platform, browser, page, strange, button, shown, close } = await openConsole();
after(close);

const twin = await platform.twin(platform.ada, { displayName: 'Harbour bridge' });
const { models, add, card, drop, modelNamed, open, settled, tab } = modelPages(platform, page, twin.id);
const twinPage = `${platform.baseUrl}/console/twins/${twin.id}`;

describe('a stranger on a link', () => {
  it('learns as whom they are signed in, can ask for access, or sign in as somebody else', async () => {
    const { page: his, context, strange: odd } = await takeSeat(browser, platform, ben);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: platform.baseUrl });
    await his.goto(`${twinPage}/files`);
    await his.getByText('You have no access to this twin').waitFor();
    await his.getByText('Ben Okafor (ben@example.org)').waitFor();
    await his.getByText('Correlation id').waitFor();
    assert.deepEqual(await seriousFaults(his), []);
    await photograph(his, 'stranger');
    await button('Copy a request for access', his).click();
    const request = await his.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(request, `Please give ben@example.org access to this twin: ${twinPage}/files`);
    await button('Sign in as somebody else', his).click();
    await signInAt(his, ada);
    await his.waitForURL(`${twinPage}/files`);
    await his.getByText('This folder is empty').waitFor();
    assert.deepEqual(odd, []);
    await context.close();
  });
});

describe('dialogs', () => {
  it('keep what is half filled in when one clicks beside them', async () => {
    await page.goto(`${platform.baseUrl}/console/twins`);
    await button('Create twin').click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await name.fill('Half a name');
    await page.mouse.click(20, 500);
    await stillness(page);
    await becomes(() => name.inputValue(), 'Half a name');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('the menu', () => {
  it('shows where one is while a search is set', async () => {
    await page.goto(`${platform.baseUrl}/console/twins?find=Harbour`);
    const link = page.getByRole('link', { name: 'Twins', exact: true });
    await link.waitFor();
    await becomes(() => link.getAttribute('aria-current'), 'page');
  });
});

describe('files', () => {
  it('are said to be as large as they are, once', async () => {
    const top = await rootOf(platform, platform.ada, twin.id);
    await newFile(platform, platform.ada, top, 'note.txt', 'x'.repeat(336));
    await page.goto(`${twinPage}/files`);
    await page.getByRole('link', { name: 'note.txt' }).click();
    await page.getByRole('dialog').getByText('336 bytes').waitFor();
    await becomes(() => page.getByText('(336 bytes)').count(), 0);
    await page.keyboard.press('Escape');
  });

  it('that are refused say what of their name is at fault, and show it as it is', async () => {
    const tray = page.getByRole('region', { name: 'Uploads' });
    for (const [name, seen, fault] of [
      ['<img src=x>.svg', '<img src=x>.svg', 'A name cannot contain any of'],
      ['photo-\u202egnp.exe', 'photo-\ufffdgnp.exe', 'A name cannot contain hidden characters'],
    ] as const) {
      await page.goto(`${twinPage}/files`);
      await page.getByRole('link', { name: 'note.txt' }).waitFor();
      const transfer = await page.evaluateHandle(
        `(() => { const t = new DataTransfer(); t.items.add(new File(['x'], ${JSON.stringify(name)})); return t; })()`,
      );
      await page.getByRole('main').dispatchEvent('drop', { dataTransfer: transfer });
      await tray.getByText(seen).waitFor();
      await tray.getByRole('alert').filter({ hasText: fault }).waitFor();
      await photograph(page, 'refused-name');
      await button(/^Cancel the upload/).click();
    }
  });
});

describe('uploads', () => {
  it('that are done fold themselves when one goes on, and cover nothing', async () => {
    await page.goto(models);
    await drop('house.ifc', houseFile(4));
    await shown('checksum verified');
    await card('house.ifc').getByText('Ready').waitFor();
    await page.getByRole('link', { name: 'Open in 3D: house.ifc' }).click();
    await button('Show the uploads').waitFor();
    await eventually(async () => {
      const tray = await page.getByRole('region', { name: 'Uploads' }).boundingBox();
      assert.ok(tray && tray.height < 70, `${tray?.height} px high`);
    });
    await photograph(page, 'tray-folded');
    await button('Show the uploads').click();
    await shown('checksum verified');
    await button('Clear done').click();
    await page.goto(models);
  });

  it('of a version: the drawer of versions and the card say the same', async () => {
    await button('Versions of house.ifc').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Version 1').waitFor();
    const { fileId } = await modelNamed('house.ifc');
    await putContent(platform, platform.ada, fileId, houseFile(6));
    await drawer.getByText('Version 2').waitFor();
    const both = `[...document.querySelectorAll('main li, [role=dialog] li')].map((one) => /Importing|Ready|Failed/.exec(one.textContent)?.[0])`;
    await becomesTrue(
      page,
      `(() => { const [card, newest] = ${both}; return card === 'Ready' && newest === 'Ready'; })()`,
    );
    await page.keyboard.press('Escape');
  });
});

describe('buttons', () => {
  it('leave room between their border and their sign, and look pressed only while they are', async () => {
    await page.goto(models);
    const versions = button('Versions of house.ifc');
    await versions.waitFor();
    await stillness(page);
    const [frame, sign] = [await versions.boundingBox(), await versions.locator('svg').boundingBox()];
    assert.ok(frame && sign && sign.x - frame.x >= 7, `${(sign?.x ?? 0) - (frame?.x ?? 0)} px`);
    await page.getByRole('link', { name: 'Open in 3D: house.ifc' }).click();
    await settled();
    const ground = `getComputedStyle(document.querySelector('[aria-label="Show what is hidden"]')).backgroundColor`;
    await becomes(() => page.evaluate(ground), 'rgba(0, 0, 0, 0)');
  });
});

describe('the viewer', () => {
  it('says that it loads before there is anything to see', async () => {
    await page.goto(models);
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/tileset\.json/, async (route) => {
      await gate;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Open in 3D: house.ifc' }).click();
    await shown(/Version \d is being loaded/);
    await photograph(page, 'loading');
    go();
    await settled();
    await page.getByText('is being loaded').waitFor({ state: 'detached' });
    await page.unroute(/tileset\.json/);
  });

  it('leaves a picture of the model on the page of models, once somebody has saved a view to share', async () => {
    await page.goto(models);
    await becomes(() => card('house.ifc').locator('img').count(), 0);
    await page.getByRole('link', { name: 'Open in 3D: house.ifc' }).click();
    await settled();
    await tab('Views');
    await button('Save this view').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('From the south');
    await button('Save', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Models' }).click();
    const picture = card('house.ifc').locator('img');
    await picture.waitFor();
    await becomes(() => picture.evaluate((one) => 'naturalWidth' in one && Number(one.naturalWidth) > 50), true);
    await photograph(page, 'models-picture');
  });

  it('says how many elements have a shape, and how far something has moved', async () => {
    const walls = (y: number) =>
      stepFile(
        project(`${boxShape(100, 5, 0.3, 3)}
#140=IFCCARTESIANPOINT((0.,${y},0.));
#141=IFCAXIS2PLACEMENT3D(#140,$,$);
#142=IFCLOCALPLACEMENT(#20,#141);
${wall(110, southWall, '#105', '#142')}
#170=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-4',$,$,$,(#110),#33);`),
      );
    const id = await add('moved.ifc', walls(1));
    const { model } = (await platform.call(platform.ada, `GET /models/${id}`)).body;
    await putContent(platform, platform.ada, model.fileId, walls(2.25));
    await eventually(async () => {
      const { model: now } = (await platform.call(platform.ada, `GET /models/${id}`)).body;
      assert.deepEqual([now.state, now.changesetCount], ['Ready', 2]);
    });
    const { changesets } = (await platform.call(platform.ada, `GET /models/${id}/changesets`)).body;
    await open(id, `?compare=${changesets[0].id}`);
    await shown('moved by 1.250 m');
    await page.getByRole('option', { name: 'Wall 110' }).click();
    await photograph(page, 'moved');
    await tab('Structure');
    await shown('1 of 4 elements have a shape');
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
