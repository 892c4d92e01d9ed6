import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import type { Request } from 'playwright-core';
import { imported, putContent } from '../../src/areas/models/testing/files.ts';
import { project, sample, stepFile, withoutSamples } from '../../src/engines/ifc/testing/files.ts';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { ben, openConsole, takeSeat } from '../support/console.ts';
import { house, southWall } from '../support/console-house.ts';
import { type Fits, modelPages } from '../support/console-models.ts';
import { join } from '../support/membership.ts';
import { becomes, becomesAsWideAs, fitTo } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Models in the console, in a real browser that draws without a graphics card. */

const { platform, browser, page, strange, button, close } = await openConsole({ seat: { acceptDownloads: true } });
after(close);

const twin = await platform.twin(platform.ada, { displayName: 'Harbour house' });
const pages = modelPages(platform, page, twin.id);
const { models, call, tab, canvas, card, drop, open, settled, rests, share, modelNamed } = pages;
const isRed: Fits = (r, g, b) => r > 150 && g < 90 && b < 90;
const isOrange: Fits = (r, g, b) => r > 170 && g > 90 && g < 200 && b < 60;

describe('the models of a twin', () => {
  it('say what to do while there are none', async () => {
    await page.goto(models);
    await page.getByText('No models yet').waitFor();
    assert.deepEqual(await seriousFaults(page), []);
  });

  it('come of IFC files that are dropped: uploaded, read, and ready to be opened', async () => {
    await drop('house.ifc', house('F30'));
    await page.getByText('checksum verified').waitFor(); // before the list of uploads folds itself
    await card('house.ifc').getByText('Ready').waitFor();
    await card('house.ifc').getByText('1 version · 5 elements').waitFor();
    await page.getByRole('link', { name: 'Open in 3D: house.ifc' }).waitFor();
  });

  it('say why a file cannot be read, with the line, and are tried again', async () => {
    await drop('pier.ifc', house('F30').split('\n').slice(0, 20).join('\n'));
    const pier = card('pier.ifc');
    await pier.getByText('Failed').waitFor();
    await pier
      .getByRole('alert')
      .filter({ hasText: /Line \d+ of the file/ })
      .waitFor();
    await button('Try again', pier).click();
    await pier.getByRole('alert').waitFor();
    await becomes(() => page.getByRole('link', { name: 'Open in 3D: pier.ifc' }).count(), 0);
    assert.deepEqual(await seriousFaults(page), []);
  });
});

describe('a new version', () => {
  const ask = async (name: string) => {
    await page.goto(models);
    await button(`Upload new version of ${name}`).click();
    return page.getByRole('dialog');
  };
  const bytes = { mimeType: 'application/octet-stream', buffer: Buffer.from(house('F60')) };

  it('is refused before anything is sent: with another ending, and where somebody else has locked the file', async () => {
    const sent: string[] = [];
    const note = (request: Request) => request.method() === 'PUT' && sent.push(request.url());
    page.on('request', note);
    const dialog = await ask('house.ifc');
    await drop('house.dwg', house('F60'), dialog); // the page behind it takes drops, too
    await dialog.getByRole('alert').getByText('house.dwg cannot be the content of house.ifc.').waitFor();
    await photograph(page, 'new-version-ending');

    const { fileId } = await modelNamed('house.ifc');
    const { file } = await call(`GET /storage/files/${fileId}`);
    const other = await platform.person({ organizationId: platform.ada.organizationId });
    await join(platform, platform.ada, twin.id, other, ['storage_read', 'storage_write']);
    const folder = `/storage/folders/${file.parentFolderId}`;
    const body = { fileIds: [fileId] };
    requireSuccess(await platform.call(other, `POST ${folder}/lock`, { body }));
    await page.reload();
    await ask('house.ifc');
    await dialog.getByText('The file is locked').waitFor();
    await dialog.locator('input[type=file]').setInputFiles({ ...bytes, name: 'house-2.ifc' });
    await dialog.getByText('The file is locked by another user.').waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    await photograph(page, 'new-version-locked');
    requireSuccess(await platform.call(other, `POST ${folder}/unlock`, { body }));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    page.off('request', note);
    assert.deepEqual(sent, []);
    await becomes(() => page.getByRole('region', { name: 'Uploads' }).count(), 0);
  });

  it('is offered to who may write, and to nobody else', async () => {
    await join(platform, platform.ada, twin.id, ben, ['storage_read', 'models_read']);
    const { invitations } = await call(`GET /accesscontrol/twins/${twin.id}/members/invitations`);
    const seat = await takeSeat(browser, platform, ben);
    await seat.page.goto(`${platform.baseUrl}/auth/account/invitations/${twin.id}/${invitations[0].id}`);
    await button('Accept', seat.page).click();
    await seat.page.getByRole('link', { name: 'Open the twin' }).waitFor();
    await seat.page.goto(models);
    await button('Versions of house.ifc', seat.page).waitFor();
    await becomes(() => button('Upload new version of house.ifc', seat.page).count(), 0);
    await seat.context.close();
  });
});

describe('views and versions of a model', () => {
  it('keeps views, which are opened with the same camera from their link', async () => {
    const { id } = await modelNamed('house.ifc');
    await open(id);
    await canvas.focus();
    await page.keyboard.press('ArrowLeft', { delay: 600 });
    await rests();
    await saveView('From the left');
    const first = await viewNamed(id, 'From the left');
    assert.equal((await fetch((await call(`GET /savedviews/${first.id}/image`)).href)).status, 200);
    await open(id);
    await open(id, `?view=${first.id}`);
    await saveView('The same');
    const second = await viewNamed(id, 'The same');
    const numbers = ({ savedViewData: { twin3dView: view } }: typeof first): number[] => [
      ...view.camera.eye,
      ...view.origin,
      ...view.extents,
      view.camera.lens,
      view.angles.yaw,
      view.angles.pitch,
      view.angles.roll,
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
    await rests();
    assert.ok((await share(isOrange)) > 0.01, 'nothing is coloured as modified');

    await page.getByText('Geometry', { exact: true }).click();
    await page.getByText('0 changes listed').waitFor();
    await page.getByText('Values only', { exact: true }).click();
    await page.getByText('1 change listed').waitFor();
    await page.waitForURL(/differ=values/);

    await open(id, `?version=${second}`);
    await tab('Changes'); // the only earlier version is chosen by itself
    await page.getByText('1 change listed').waitFor();

    await open(id, `?version=${third}&compare=${first}`);
    await page.getByRole('option', { name: /Wall 130.*Deleted/ }).waitFor();
    await rests();
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
      await fitTo(page, width, 800);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(id, `?version=${changesets[1].id}&compare=${changesets[0].id}&element=${southWall}`);
      await page.getByText('change listed').waitFor();
      await button('Section box').click();
      for (const name of ['Changes', 'Views', 'Properties', 'Structure']) {
        await tab(name);
        await page.getByRole('tabpanel', { name }).waitFor();
        await photograph(page, `model-${name}-${colorScheme}-${width}`);
        assert.deepEqual(await seriousFaults(page), [], `${name}, ${colorScheme}, ${width}`);
      }
      await becomesAsWideAs(page, width);
    }
    await fitTo(page, 1280, 800);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  });
});

describe('a public sample', { skip: withoutSamples }, () => {
  it('gets a second version from a file, which is compared with the first: 1 added, 48 modified, 2 deleted', async () => {
    await page.goto(models);
    assert.ok(existsSync(sample('duplex.ifc')));
    await drop('duplex.ifc', readFileSync(sample('duplex.ifc'), 'utf8'));
    await card('duplex.ifc').getByText('Ready').waitFor();
    await button('Upload new version of duplex.ifc').click();
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(sample('duplex-v2.ifc'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const upload = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: 'duplex-v2' });
    await upload.getByText('New content of duplex.ifc').waitFor();
    await upload.getByText('checksum verified').waitFor();
    await card('duplex.ifc').getByText('2 versions').waitFor();
    await card('duplex.ifc').getByText('Ready').waitFor();
    await button('Clear done').click();
    await button('Versions of duplex.ifc').click();
    await page.getByRole('link', { name: 'Compare with version 1' }).click();
    await settled();
    for (const text of ['Added 1', 'Modified 48', 'Deleted 2', '51 changes listed'])
      await page.getByText(text, { exact: true }).waitFor();
    assert.ok((await share(isOrange)) > 0.05);
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
