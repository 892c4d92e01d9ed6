import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { rootOf } from '../../src/areas/storage/testing/fixture.ts';
import { sized } from '../support/chance.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { becomes } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Very many uploads at once, and uploads while something goes wrong around them, in a real browser. */

const { platform, page, strange, button, shown, close } = await openConsole();
const { baseUrl } = platform;
const folder = mkdtempSync(join(tmpdir(), 'twin-console-many-'));
after(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const uploads = page.getByRole('region', { name: 'Uploads' });
const many = 600_000; // ms, on a machine that has others to serve

async function newTwin(displayName: string): Promise<{ files: string; top: string }> {
  const { id } = await platform.twin(platform.ada, { displayName });
  return { files: `${baseUrl}/console/twins/${id}/files`, top: await rootOf(platform, platform.ada, id) };
}

/** How many files the server has in a folder and all below it. */
async function countOf(folderId: string): Promise<number> {
  const list = async (path: string): Promise<{ items: { id: string; type: string }[]; _links: { next?: unknown } }> =>
    requireSuccess(await platform.call(platform.ada, `GET /storage/folders/${folderId}/list?${path}`));
  let found = 0;
  for (let $skip = 0; ; $skip += 1000) {
    const { items, _links } = await list(`$top=1000&$skip=${$skip}`);
    for (const { id, type } of items) found += type === 'folder' ? await countOf(id) : 1;
    if (_links.next === undefined) return found;
  }
}

const drop = async (files: readonly { name: string; content: string }[]) => {
  const transfer = await page.evaluateHandle(
    `(() => { const t = new DataTransfer(); for (const { name, content } of ${JSON.stringify(files)}) t.items.add(new File([content], name)); return t; })()`,
  );
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: transfer });
};

const named = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({ name: `${name}-${at}.txt`, content: `${name} ${at}` }));

describe('very many uploads', () => {
  it('a chosen folder of very many files in 60 folders arrives whole, as one row that counts', async () => {
    const perDay = sized(20, 50);
    const count = (60 * perDay).toLocaleString('en');
    const survey = join(folder, 'survey');
    for (let day = 0; day < 60; day++) {
      mkdirSync(join(survey, `day ${day}`), { recursive: true });
      for (let one = 0; one < perDay; one++)
        writeFileSync(join(survey, `day ${day}`, `${one}.txt`), `day ${day}, ${one}`);
    }
    const { files, top } = await newTwin('Very many');
    await page.goto(files);
    await shown('This folder is empty');
    await page.locator('input[type=file][webkitdirectory]').setInputFiles(survey);
    await uploads.getByText(`${count} files into the top folder`).waitFor();
    await uploads.getByText(/\d+ done · \d+ under way · [\d,]+ waiting/).waitFor();
    await becomes(() => uploads.getByRole('listitem').count(), 1);
    await photograph(page, 'uploads-many');
    await uploads.getByText(`${count} uploads finished`).waitFor({ timeout: many });
    assert.equal(await countOf(top), 60 * perDay);
    await button('Clear done').click();
    await uploads.waitFor({ state: 'detached' });
  });

  it('300 dropped files arrive while a page of the console fails', async () => {
    const { files, top } = await newTwin('Dropped');
    await page.goto(files);
    await shown('This folder is empty');
    await drop(named(300, 'photo'));
    await uploads.getByText('300 files into the top folder').waitFor();
    await page.route(/\/jobs\/?\?/, (route) => route.fulfill({ json: { jobs: [null], _links: {} } }));
    await page.getByRole('link', { name: 'My jobs' }).click();
    await page.getByRole('alert').first().waitFor(); // the page could not be shown
    await uploads.getByText('300 uploads finished').waitFor({ timeout: many });
    await page.unroute(/\/jobs\/?\?/);
    assert.equal(await countOf(top), 300);
    await button('Clear done').click();
  });

  it('of a batch some wait, are there already or fail: each is counted, and remedied at once', async () => {
    const { files, top } = await newTwin('Some fail');
    await page.goto(files);
    await shown('This folder is empty');
    await drop(named(40, 'note'));
    await uploads.getByText('40 uploads finished').waitFor();
    await button('Clear done').click();
    await page.route(/\/storage\/folders\/.*\/files$/, async (route) => {
      const refused = {
        code: 'InvalidStorageRequest',
        message: 'No.',
        details: [{ code: 'X', message: 'Not today.' }],
      };
      const { displayName } = route.request().postDataJSON();
      await (/photo-[0-4]\./.test(displayName)
        ? route.fulfill({ status: 422, json: { error: refused } })
        : route.continue());
    });
    await drop([...named(40, 'note').slice(0, 10), ...named(30, 'photo')]);
    await uploads.getByText('25 done · 10 there already · 5 failed').waitFor();
    await button('Show the 40 files').click();
    await uploads.getByText('Not today.').first().waitFor();
    await photograph(page, 'uploads-batch-open');
    await page.unroute(/\/storage\/folders\/.*\/files$/);
    await button('Try 5 again').click();
    await button('Skip 10').click();
    await uploads.getByText('30 uploads finished').waitFor();
    assert.equal(await countOf(top), 70);
    await button('Clear done').click();
  });

  it('a batch is paused, goes on, and is cancelled as one', async () => {
    const { files, top } = await newTwin('Paused');
    await page.goto(files);
    await shown('This folder is empty');
    const puts = /\/blobs\//;
    await page.route(puts, () => {}); // nothing arrives for now
    await drop(named(100, 'photo'));
    await uploads.getByText('3 under way · 97 waiting').waitFor();
    await button('Pause the upload of 100 files').click();
    await uploads.getByText('100 paused').waitFor();
    await page.unroute(puts);
    await button('Resume the upload of 100 files').click();
    await uploads.getByText('100 uploads finished').waitFor();
    assert.equal(await countOf(top), 100);
    await button('Take 100 files off the list').click();
    await uploads.waitFor({ state: 'detached' });
  });
});

it('asked no other host, and broke no rule of the content policy', () =>
  assert.deepEqual(
    strange.filter((one) => !one.includes('null')),
    [],
  ));
