import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { ben, cleo, openConsole, takeSeat } from '../support/console.ts';
import { dropFiles, thirtyFiles } from '../support/console-library.ts';
import { eventually } from '../support/eventually.ts';
import { join } from '../support/membership.ts';
import { becomes, becomesAsWideAs, becomesTrue, fitTo } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* The library in a real browser: files become components, one is found, looked at, published, and seen by others. */

const { platform, browser, page, strange, button, shown, close } = await openConsole();
const { ada, baseUrl } = platform;
after(close);
page.setDefaultTimeout(120_000); // pictures are drawn without a graphics card

const library = `${baseUrl}/console/library`;
const call = async (operation: string, body?: unknown) =>
  requireSuccess(await platform.call(ada, operation, body === undefined ? {} : { body }));
const accountId: string = (await call('GET /twins/myprimaryaccount')).twin.id;
const project = await platform.twin(ada, { displayName: 'Harbour bridge' });
await join(platform, ada, project.id, cleo, ['library_read']);
const grid = (on: Page = page) => on.getByRole('list', { name: 'Components' });
const intake = page.getByRole('region', { name: 'Files that become components' });
const facts = page.getByRole('complementary', { name: 'About the component' });
const settled = (on: Page = page) => on.locator('canvas[data-settled]').waitFor();
/** The first of this name; an archive brings others, later. */
const known = new Map<string, string>();
const componentNamed = async (name: string): Promise<string> => {
  if (!known.has(name)) {
    const { components } = await call(`GET /library/components?$search=${encodeURIComponent(name)}`);
    known.set(name, components.find(({ displayName }: { displayName: string }) => displayName === name).id);
  }
  return known.get(name) ?? '';
};

describe('a library', () => {
  it('that is empty says how it is filled', async () => {
    await page.goto(library);
    await shown('No components yet');
    await photograph(page, 'library-empty');
  });

  it('takes words and catalogs', async () => {
    await page.goto(`${library}/words`);
    await button('New category').click();
    await page.getByLabel('Name').fill('Doors');
    await button('Create').click();
    await page.getByRole('link', { name: 'Doors' }).waitFor();
    await page.getByText('Makers', { exact: true }).click();
    await button('New maker').click();
    await page.getByLabel('Name').fill('Acme');
    await page.getByLabel('Website').fill('www.example.com');
    await button('Create').click();
    await page.getByRole('cell', { name: 'www.example.com' }).waitFor();
    await page.goto(`${library}/catalogs`);
    await page.getByRole('button', { name: 'New catalog' }).first().click();
    await page.getByLabel('Name').fill('Entrances');
    await page.getByLabel('Region').fill('North');
    await button('Create').click();
    await page.getByRole('heading', { name: 'Entrances' }).waitFor();
  });

  it('makes components of thirty files that are dropped into a catalog, each with its progress and result', async () => {
    await shown('Drop design files here');
    await dropFiles(page, await thirtyFiles());
    await intake.getByText('28 of 28 components done').waitFor();
    await photograph(page, 'library-dropped');
    await grid().getByRole('link', { name: 'Door 12', exact: true }).waitFor();
    const { components } = await call('GET /library/components?$top=100');
    assert.equal(components.length, 28);
    const { documents } = await call(`GET /library/components/${await componentNamed('Door 1')}/documents`);
    assert.deepEqual(documents.map(({ purpose }: { purpose: string }) => purpose).sort(), ['Design', 'Thumbnail']);
    await button('Clear what has ended').click();
    await intake.waitFor({ state: 'detached' });
  });

  it('says of a paper that no design has its name, and keeps it on the list', async () => {
    await dropFiles(page, [{ name: 'manual.pdf', base64: 'JVBERg==' }]);
    await intake.getByText('No design file has this name').waitFor();
    await button('Take manual.pdf off the list').click();
  });

  it('shows pictures of them', async () => {
    await page.goto(library);
    const picture = grid().getByRole('listitem').filter({ hasText: 'Door 12' }).locator('img');
    await picture.waitFor();
    await becomesTrue(
      page,
      '[...document.querySelectorAll("main img")].every((one) => one.complete && one.naturalWidth > 0)',
    );
    const { thumbnails } = await call(`GET /library/thumbnails?components=${await componentNamed('Door 1')}`);
    const own = await fetch(thumbnails[0]._links.thumbnail.href);
    assert.ok(Number(own.headers.get('content-length')) < 20_000);
    await photograph(page, 'library-grid');
  });

  it('finds one by words, and by what it has in common with others', async () => {
    const door = await componentNamed('Door 7');
    const { component } = await call(`GET /library/components/${door}`);
    const { categories } = await call('GET /library/categories');
    const catalogs = [component._links.catalogs[0].href.split('/').at(-1)];
    await call(`PUT /library/components/${door}`, {
      displayName: 'Door 7',
      state: 'Draft',
      catalogs,
      category: categories[0].id,
      hashtags: ['Oak'],
    });
    await page.goto(library);
    await page.getByRole('searchbox').fill('oor 7');
    await page.waitForURL(/find=oor/);
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Doors (1)' }).click();
    await button(/#Oak/).click();
    await page.waitForURL(/hashtag=Oak/);
    await eventually(async () => assert.equal(await grid().getByRole('listitem').count(), 1));
    await page.reload();
    await grid().getByRole('link', { name: 'Door 7' }).waitFor();
    await photograph(page, 'library-found');
    await page.getByRole('searchbox').fill('nothing like this');
    await shown('No component fits');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await eventually(async () => assert.equal(await grid().getByRole('listitem').count(), 28));
  });
});

describe('a component', () => {
  it('is looked at in 3D, with its size and triangles', async () => {
    await page.goto(library);
    await grid().getByRole('link', { name: 'Door 12', exact: true }).click();
    await settled();
    await shown('1.04 × 0.05 × 2.10 m · 12 triangles');
    const before = await page.locator('canvas').screenshot();
    await page.locator('canvas').focus();
    await page.keyboard.down('ArrowLeft');
    await eventually(async () => assert.notDeepEqual(await page.locator('canvas').screenshot(), before));
    await page.keyboard.up('ArrowLeft');
    await button('Show everything').click();
    await photograph(page, 'library-component');
  });

  it('of an IFC file has the size of its shapes', async () => {
    await page.goto(`${library}/components/${await componentNamed('Gatehouse')}`);
    await settled();
    await shown(/× .* m · \d+ triangles/);
    const { preview } = await call(`GET /library/components/${await componentNamed('Gatehouse')}/preview`);
    const { low, high } = preview.bounds;
    await shown(`${(high.x - low.x).toFixed(2)} × ${(high.y - low.y).toFixed(2)} × ${(high.z - low.z).toFixed(2)} m`);
  });

  it('of a broken file says why it cannot be seen, and is there all the same', async () => {
    await page.goto(`${library}/components/${await componentNamed('Broken lamp')}`);
    await shown('There is no 3D preview');
    await page.getByRole('link', { name: 'Broken lamp.glb' }).waitFor();
    await photograph(page, 'library-broken');
  });

  it('has the variations of its type catalog as a table, which can be saved, added to and changed', async () => {
    await page.goto(`${library}/components/${await componentNamed('Pump')}`);
    const table = page.getByRole('table', { name: 'Variations' });
    await table.getByRole('columnheader', { name: 'Width (mm)' }).waitFor();
    await table.getByRole('row', { name: /Wide 900 T90/ }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button('CSV').click()]);
    assert.match(await readFile(await file.path(), 'utf8'), /Name,Width \(mm\),Fire\r\nNarrow,700,T30\r\n/);
    await button('Add a variation').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: false }).first().fill('Extra wide');
    await dialog.getByRole('button', { name: 'Add a property' }).click();
    await dialog.getByLabel('Name of property 1').fill('Weight');
    await dialog.getByLabel('Value of property 1').fill('80');
    await dialog.getByLabel('Unit of property 1').fill('kg');
    await photograph(page, 'library-variation');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await table.getByRole('columnheader', { name: 'Weight (kg)' }).waitFor();
  });

  it('gets documents, versions of its design, and web links', async () => {
    const id = await componentNamed('Door 3');
    await page.goto(`${library}/components/${id}`);
    await button('Add a document').click();
    const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    const choose = async (name: string, text: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('dialog').getByLabel('File').click(),
      ]);
      await chooser.setFiles(file(name, text));
    };
    await choose('Care.txt', 'Oil it once a year.');
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
    const taken = page.getByRole('link', { name: 'Care.txt' });
    await taken.waitFor();
    const address = (await taken.getAttribute('href')) ?? '';
    assert.equal(await (await fetch(address)).text(), 'Oil it once a year.');
    await button('Actions for Door 3.obj').click();
    await page.getByRole('menuitem', { name: 'New version' }).click();
    await choose('Door 3.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
    await shown('Replaced');
    await shown('1 triangle');
    await button('Add a link').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Maker');
    await page.getByRole('dialog').getByLabel('Address').fill('ftp//wrong');
    await page.getByRole('dialog').getByLabel('Address').fill('https://www.example.com/doors');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Maker' }).waitFor();
    await photograph(page, 'library-documents');
  });

  it('is published', async () => {
    await page.goto(`${library}/components/${await componentNamed('Door 12')}`);
    await facts.getByText('Draft', { exact: true }).waitFor();
    await button('Publish').click();
    await facts.getByText('Published', { exact: true }).waitFor();
    await shown('The projects see it now.');
  });
});

describe('a published component', () => {
  it('is seen, in 3D too, by a member of a project who has no right in the library, and nothing else is', async () => {
    const { page: hers, strange: odd } = await takeSeat(browser, platform, cleo);
    hers.setDefaultTimeout(120_000);
    await hers.goto(`${baseUrl}/console/twins/${project.id}/library`);
    await grid(hers).getByRole('link', { name: 'Door 12' }).waitFor();
    await becomes(() => grid(hers).getByRole('listitem').count(), 1);
    await grid(hers).getByRole('link', { name: 'Door 12' }).click();
    await settled(hers);
    await becomes(() => hers.getByRole('button', { name: 'Edit', exact: true }).count(), 0);
    await photograph(hers, 'library-project');
    await hers.goto(`${library}/components/${await componentNamed('Door 12')}`);
    await shown('Correlation id', hers);

    await hers.goto(library);
    await shown('You may not see the library yet', hers);
    await photograph(hers, 'library-no-access');
    await hers.getByRole('link', { name: 'What each role gives' }).click();
    await shown('What each role gives', hers);
    assert.deepEqual(await seriousFaults(hers), []);
    assert.deepEqual(odd, []);
    await hers.context().close();
  });

  it('is seen by everybody where a brand shows it', async () => {
    const id = randomUUID();
    const brand = { id, displayName: 'North doors', organization: ada.organizationId ?? '' };
    await platform.app.db.write((tx) => platform.app.ports.library.ensureBrand(tx, brand));
    const { page: his } = await takeSeat(browser, platform, ben);
    his.setDefaultTimeout(120_000);
    await his.goto(`${library}/brands`);
    await his.getByRole('link', { name: 'North doors' }).click();
    const door = his.getByRole('button', { name: /Door 12/ });
    await door.locator('img').waitFor();
    await photograph(his, 'library-brand-pictures');
    await door.click();
    await his
      .getByRole('dialog')
      .getByRole('link', { name: /Door 12\.obj/ })
      .waitFor();
    await photograph(his, 'library-brand');
    await his.context().close();
  });
});

describe('a catalog', () => {
  it('is saved as an archive, and read again as another one', async () => {
    await page.goto(`${library}/catalogs`);
    await page.getByRole('link', { name: 'Entrances' }).click();
    await button('Actions for Entrances').click();
    await page.getByRole('menuitem', { name: 'Save as an archive' }).click();
    await button('Make the archive').click();
    const link = page.getByRole('link', { name: 'Download the archive' });
    await link.waitFor();
    await photograph(page, 'library-archive');
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const archive = { name: 'entrances.zip', mimeType: 'application/zip', buffer: await readFile(await file.path()) };
    await page.goto(`${library}/catalogs`);
    const read = async (what: typeof archive) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Read an archive').click()]);
      await chooser.setFiles(what);
      await page.getByRole('dialog').getByRole('button', { name: 'Make the catalog' }).click();
    };
    await read({ ...archive, buffer: archive.buffer.subarray(0, 2000) });
    await shown('The archive cannot be read');
    await button('Cancel').click();
    await read(archive);
    await page.getByRole('heading', { name: 'Entrances (2)' }).waitFor();
    await grid().getByRole('link', { name: 'Door 12', exact: true }).waitFor();
    assert.equal((await call('GET /library/components?$top=100')).components.length, 56);
  });
});

describe('the rights in the library', () => {
  it('are told by role, and given by an administrator', async () => {
    await page.goto(`${library}/rights`);
    await page.getByRole('row', { name: /^Viewer yes no no no/ }).waitFor();
    await page.getByLabel('E-mail address').fill(cleo.email);
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await button('Give the role').click();
    await shown('cleo@example.com has the role now.');
    await photograph(page, 'library-rights');
    const { members } = await call(`GET /accesscontrol/twins/${accountId}/members/users`);
    assert.ok(members.some(({ email }: { email: string }) => email === cleo.email));
  });

  it('let those see how it is used who may', async () => {
    await page.goto(`${library}/usage`);
    const [file] = await Promise.all([page.waitForEvent('download'), button('Download as CSV').click()]);
    assert.match(await readFile(await file.path(), 'utf8'), /Create,[0-9a-f-]{36},Door 1,/);
  });
});

describe('the pages of the library', () => {
  const pages: readonly [name: string, path: () => string | Promise<string>, seen: string][] = [
    ['components', () => '/library', 'text=Door 12'],
    ['catalogs', () => '/library/catalogs', 'text=Entrances'],
    ['words', () => '/library/words?kind=manufacturers', 'text=Acme'],
    ['brands', () => '/library/brands', 'text=North doors'],
    ['rights', () => '/library/rights', 'text=Contributor'],
    ['usage', () => '/library/usage', 'text=Usage of components'],
    ['component', async () => `/library/components/${await componentNamed('Door 3')}`, 'text=Care.txt'],
    ['variations', async () => `/library/components/${await componentNamed('Pump')}`, 'text=Extra wide'],
    ['project', () => `/twins/${project.id}/library`, 'text=Door 12'],
  ];
  for (const [name, path, seen] of pages) {
    it(`${name}: nothing serious for accessibility, in both schemes and on a phone`, async () => {
      const all = [
        ['light', 1440],
        ['dark', 390],
        ['dark', 1440],
        ['light', 390],
      ] as const;
      for (const [colorScheme, width] of name.startsWith('component') ? all : all.slice(0, 2)) {
        await fitTo(page, width, 844);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(`${baseUrl}/console${await path()}`);
        await page.waitForSelector(seen);
        await page.waitForLoadState('networkidle');
        await photograph(page, `library-page-${name}-${width}-${colorScheme}`);
        await becomesAsWideAs(page, width);
        assert.deepEqual(await seriousFaults(page), []);
      }
    });
  }

  it('ask no other host, and break no rule of the content policy', () => assert.deepEqual(strange, []));
});
