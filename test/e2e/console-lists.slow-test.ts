import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import yauzl from 'yauzl';
import { houseFile } from '../../src/areas/models/testing/files.ts';
import { newFile, rootOf } from '../../src/areas/storage/testing/fixture.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { modelPages } from '../support/console-models.ts';
import { eventually } from '../support/eventually.ts';
import { becomes, becomesTrue, fitTo } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Lists with what people put into them: long names, deep folders, models that are given up. */

const { platform, page, strange, button, close } = await openConsole();
after(close);

const call = async (operation: string, body?: unknown) =>
  requireSuccess(await platform.call(platform.ada, operation, body === undefined ? {} : { body }));
const widths = [1440, 1024, 390];
const long = (start: string) => start.padEnd(255, 'x');

async function assertNothingPushedOut(on: Page, name: string): Promise<void> {
  for (const width of widths) {
    await fitTo(on, width, 900);
    await photograph(on, `${name}-${width}`);
    await eventually(async () => {
      const [page, sheet] = await on.evaluate<number[]>(
        `[document.documentElement, document.querySelector('.sheet')].map((one) => one.scrollWidth - one.clientWidth)`,
      );
      assert.deepEqual({ width, page, sheet }, { width, page: 0, sheet: 0 });
    });
  }
  await fitTo(on, 1280, 800);
}

/** The files of a zip with their texts. */
async function textsIn(path: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) texts[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  zip.close();
  return texts;
}

describe('names of 255 characters without a blank', () => {
  it('push no column out of the list of twins', async () => {
    const text = { type: long('Type').slice(0, 100), number: long('N'), geographicLocation: long('Place') };
    await platform.twin(platform.ada, { displayName: long('Twin'), ...text });
    await page.goto(`${platform.baseUrl}/console/twins`);
    await page.getByRole('link', { name: long('Twin') }).waitFor();
    await assertNothingPushedOut(page, 'long-twins');
  });

  it('push no column out of the list of files', async () => {
    const twin = await platform.twin(platform.ada, { displayName: 'Long names' });
    const top = await rootOf(platform, platform.ada, twin.id);
    await call(`POST /storage/folders/${top}/folders`, { displayName: long('Folder') });
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/files`);
    await page
      .getByRole('row')
      .getByRole('link', { name: long('Folder') })
      .waitFor();
    await assertNothingPushedOut(page, 'long-files');
  });
});

describe('a tree of 40 levels', () => {
  it('keeps its icons, shows where one is, and a path of one line', async () => {
    const twin = await platform.twin(platform.ada, { displayName: 'Deep' });
    let folder = await rootOf(platform, platform.ada, twin.id);
    for (let level = 1; level <= 40; level++) {
      const made = await call(`POST /storage/folders/${folder}/folders`, { displayName: `Level ${level}` });
      folder = made.folder.id;
    }
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/files?folder=${folder}`);
    const tree = page.getByRole('navigation', { name: 'Folders' });
    const here = tree.getByRole('link', { name: 'Level 40', exact: true });
    await here.waitFor();
    await becomesTrue(
      page,
      `(() => {
      const [tree, here] = ['nav[aria-label=Folders]', 'nav[aria-label=Folders] [aria-current]'].map((one) => document.querySelector(one)?.getBoundingClientRect());
      return tree && here && here.left >= tree.left && here.top >= tree.top && here.bottom <= tree.bottom && here.left < tree.right;
    })()`,
    );
    const icons = await tree.locator('svg').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    assert.ok(icons.length >= 79 && icons.every((width) => width >= 14), icons.join());
    await photograph(page, 'deep-tree');
    const path = page.getByRole('navigation', { name: 'Path' });
    await eventually(async () => assert.ok(((await path.boundingBox())?.height ?? 100) < 40));
    await button('37 folders between').click();
    await page.getByRole('menuitem', { name: 'Level 12', exact: true }).click();
    await page.getByRole('row').getByRole('link', { name: 'Level 13', exact: true }).waitFor();
  });
});

/** As many at once as browsers would ask for. */
async function makeAll(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const worker = async () => {
    for (const n of numbers) await make(n);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

describe('long lists', () => {
  it('of twins are counted whole, and sorted by every column', async () => {
    await makeAll(70, (n) => platform.twin(platform.ada, { displayName: `Lock ${n + 1}`, number: `L-${1000 - n}` }));
    await page.goto(`${platform.baseUrl}/console/twins?find=Lock`);
    await page.getByText('70 twins, 50 shown').waitFor();
    const first = page.getByRole('row').nth(1);
    await button('Name').click();
    await first.getByText('Lock 1', { exact: true }).waitFor();
    await button('Name').click();
    await first.getByText('Lock 70', { exact: true }).waitFor();
    await becomes(() => page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'descending');
    await photograph(page, 'sorted-twins');
    await button('Number').click();
    await first.getByText('L-931').waitFor();
    await button('Show more').click();
    await page.getByText('70 twins', { exact: true }).waitFor();
  });

  it('of files are selected as a whole, with their number', async () => {
    const twin = await platform.twin(platform.ada, { displayName: 'Many' });
    const top = await rootOf(platform, platform.ada, twin.id);
    await makeAll(1250, (n) => call(`POST /storage/folders/${top}/folders`, { displayName: `Part ${n + 1}` }));
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/files`);
    await page.getByText('1,250 items, 200 shown').waitFor();
    await page.getByRole('checkbox', { name: 'Select all 1,250 items' }).check();
    await page.getByRole('toolbar', { name: 'Selected items' }).getByText('1,250 items selected').waitFor();
    await photograph(page, 'all-selected');
    await button('Clear').click();
    await button('Name').click();
    await button('Name').click();
    await page.getByRole('row').nth(1).getByText('Part 1250', { exact: true }).waitFor();
  });

  it('of files are downloaded as one zip, folders with what is in them, with a warning of names that Windows keeps for devices', async () => {
    const twin = await platform.twin(platform.ada, { displayName: 'Zip' });
    const top = await rootOf(platform, platform.ada, twin.id);
    const { folder } = await call(`POST /storage/folders/${top}/folders`, { displayName: 'Drawings' });
    const inner = await call(`POST /storage/folders/${folder.id}/folders`, { displayName: 'Über' });
    await newFile(platform, platform.ada, inner.folder.id, 'plan.txt', 'the plan');
    await newFile(platform, platform.ada, folder.id, 'list.txt', 'the list');
    await newFile(platform, platform.ada, top, 'note.txt', 'the note');
    await newFile(platform, platform.ada, inner.folder.id, 'NUL.txt', 'nothing');
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/files`);
    await page.getByRole('checkbox', { name: 'Select all 2 items' }).check();
    const [zip] = await Promise.all([page.waitForEvent('download'), button('Download as zip').click()]);
    assert.equal(zip.suggestedFilename(), 'files.zip');
    assert.deepEqual(await textsIn(await zip.path()), {
      'Drawings/list.txt': 'the list',
      'Drawings/Über/NUL.txt': 'nothing',
      'Drawings/Über/plan.txt': 'the plan',
      'note.txt': 'the note',
    });
    const warning = page.getByRole('alert').filter({ hasText: 'reserved on Windows' });
    await warning.getByText('NUL.txt cannot be unpacked on Windows.').waitFor();
    await button('Dismiss', warning).click();
  });
});

describe('a model', () => {
  it('is renamed and deleted on the page of models, with its file', async () => {
    const twin = await platform.twin(platform.ada, { displayName: 'Models' });
    const { models, add } = modelPages(platform, page, twin.id);
    await add('house.ifc', houseFile(4));
    await page.goto(models);
    const menu = async (name: string, action: string) => {
      await button(`Actions for ${name}`).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await menu('house.ifc', 'Rename');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('town hall.ifc');
    await button('Rename', dialog).click();
    await page.getByRole('heading', { name: 'town hall.ifc', exact: true }).waitFor();
    await menu('town hall.ifc', 'Move to the recycle bin');
    await button('Move to the recycle bin', dialog).click();
    await page.getByText('No models yet').waitFor();
  });
});

describe('lists of more than a page', () => {
  it('count and reach every twin and everything in a folder', async () => {
    const parent = await platform.twin(platform.ada, { displayName: 'Portfolio' });
    const names = Array.from({ length: 1020 }, (_, at) => `Bridge ${at + 1}`);
    for (let at = 0; at < names.length; at += 20) {
      const some = names.slice(at, at + 20);
      await Promise.all(some.map((displayName) => platform.twin(platform.ada, { displayName, parentId: parent.id })));
    }
    const top = await rootOf(platform, platform.ada, parent.id);
    for (const displayName of names.slice(0, 230)) await call(`POST /storage/folders/${top}/folders`, { displayName });
    await page.goto(`${platform.baseUrl}/console/twins?find=Bridge`);
    await page.getByText('1,020 twins, 50 shown').waitFor();
    await page.goto(`${platform.baseUrl}/console/twins`);
    await page.getByText(/^1,\d{3} twins, 50 shown$/).waitFor();
    await page.goto(`${platform.baseUrl}/console/twins/${parent.id}`);
    await page.getByText('1,020 twins, 20 shown').waitFor();
    await page.getByText('230 folders, 0 files at the top').waitFor();
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
