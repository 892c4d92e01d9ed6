import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { rootOf } from '../../src/areas/storage/testing/fixture.ts';
import { openConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';

/* Uploads and files in the console, in a real browser against the whole program. */

const { platform, page, strange, button, shown, close } = await openConsole();
const { baseUrl } = platform;
const folder = mkdtempSync(join(tmpdir(), 'twin-console-files-'));
after(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const twin = await platform.twin(platform.ada, { displayName: 'Harbour bridge' });
const files = `${baseUrl}/console/twins/${twin.id}/files`;

describe('uploads', () => {
  const content = randomBytes(24 * 2 ** 20 + 11); // seven blocks
  const name = 'bridge.ifc';
  const path = join(folder, name);
  writeFileSync(path, content);
  const sent: string[] = [];
  const isBlock = (url: string) => url.includes('comp=block&');
  let stored = 0;
  page.on('request', (request) => {
    if (isBlock(request.url())) sent.push(request.url());
  });
  page.on('response', (response) => {
    if (isBlock(response.url()) && response.status() === 201) stored++;
  });
  const choose = (file: string) => page.locator('input[type=file]').last().setInputFiles(file);
  const row = () => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name });
  const percent = async () => Number(await row().getByRole('progressbar').getAttribute('aria-valuenow'));

  it('show how far they are, stop when paused, and go on after the page was closed', async () => {
    await page.goto(files);
    await shown('This folder is empty');
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4e6 };
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow);
    await choose(path);
    await eventually(async () => assert.ok(stored >= 2));
    await row()
      .getByText(/MB of 25 MB · \d+ % · .*\/s/)
      .waitFor();

    await button(`Pause the upload of ${name}`).click();
    await row().getByText('Paused').waitFor();
    const paused = await percent();
    assert.ok(paused > 25 && paused < 100, `${paused} %`);
    const [before, there] = [sent.length, stored];

    await page.reload();
    await row().getByText('Interrupted').waitFor();
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await row().locator('input[type=file]').setInputFiles(join(folder, name));
    await row().getByText('checksum verified').waitFor();
    assert.ok(sent.length - before <= 7 - there, `${sent.length - before} of 7 blocks were sent, ${there} were there`);
    const digest = createHash('sha256').update(content).digest('hex');
    await page.getByRole('link', { name, exact: true }).click();
    await shown(digest);
    await page.keyboard.press('Escape');
  });

  it('refuse another file in the place of the one that was interrupted', async () => {
    const other = join(folder, 'other.bin');
    writeFileSync(other, randomBytes(1000));
    const folderId = await rootOf(platform, platform.ada, twin.id);
    const { userId } = platform.ada;
    const unfinished = {
      id: 'u1',
      userId,
      twinId: twin.id,
      folderId,
      place: '',
      name: 'large.bin',
      size: 5e6,
      begun: Date.now(),
      fileId: 'x',
      uploadUrl: `${baseUrl}/blobs/x/y/z`,
    };
    await page.evaluate(
      `localStorage.setItem('twin-platform.unfinished-uploads', ${JSON.stringify(JSON.stringify([unfinished]))})`,
    );
    await page.reload();
    const large = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: 'large.bin' });
    await large.locator('input[type=file]').setInputFiles(other);
    await large.getByText('That is another file.').waitFor();
    await button('Cancel the upload of large.bin').click();
    await large.waitFor({ state: 'detached' });
  });

  it('ask before they replace a file that is there', async () => {
    const changed = Buffer.from('ISO-10303-21;');
    writeFileSync(path, changed);
    await choose(path);
    await button('Replace').click();
    await row().getByText('checksum verified').waitFor();
    await page.getByRole('link', { name, exact: true }).click();
    await shown(createHash('sha256').update(changed).digest('hex'));
    await page.keyboard.press('Escape');
    await button('Clear done').click();
  });

  it('become the next content of a file from beside its preview, which go on after the page was closed, too', async () => {
    const next = join(folder, 'bridge, second.ifc');
    const changed = randomBytes(9 * 2 ** 20); // three blocks
    writeFileSync(next, changed);
    const blocks = (url: URL) => isBlock(url.href);
    await page.getByRole('link', { name, exact: true }).click();
    await button('Upload new content').click();
    const dialog = page.getByRole('dialog', { name: `New content of ${name}` });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button('Upload new content').click(); // only the dialog has closed
    await page.route(blocks, (route) => route.abort());
    await dialog.locator('input[type=file]').setInputFiles(next);
    const second = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: 'second' });
    await second.getByText(`New content of ${name}`).waitFor();
    await page.reload();
    await second.getByText('Interrupted').waitFor();
    await second.getByText(`New content of ${name}`).waitFor();
    await page.unroute(blocks);
    await button('Upload new content').click();
    await dialog.locator('input[type=file]').setInputFiles(next); // it goes on, also without the list of uploads
    await second.getByText('checksum verified').waitFor();
    await shown(createHash('sha256').update(changed).digest('hex'));
    await page.keyboard.press('Escape');
    await button('Clear done').click();
  });

  it('ask before they replace what somebody else has brought since the dialog was opened', async () => {
    const mine = join(folder, 'mine.ifc');
    const content = randomBytes(4000);
    writeFileSync(mine, content);
    await page.getByRole('link', { name, exact: true }).click();
    await button('Upload new content').click();
    const dialog = page.getByRole('dialog', { name: `New content of ${name}` });
    await dialog.getByText('or drop it here').waitFor();
    const found = (await platform.call(platform.ada, `GET /storage/?twinId=${twin.id}`)).body.items;
    const { id } = found.find((one: { displayName: string }) => one.displayName === name);
    const { body } = await platform.call(platform.ada, `POST /storage/files/${id}/updatecontent`);
    const headers = { 'x-ms-blob-type': 'BlockBlob' };
    await fetch(body._links.uploadUrl.href, { method: 'PUT', body: 'of somebody else', headers });
    await platform.call(platform.ada, `POST /storage/files/${id}/complete`);
    await dialog.locator('input[type=file]').setInputFiles(mine);
    await dialog.getByText(`${name} was changed since you opened this`).waitFor();
    await dialog.getByRole('button', { name: 'Replace it with mine' }).click();
    await shown(createHash('sha256').update(content).digest('hex'));
    await page.keyboard.press('Escape');
    await button('Clear done').click();
  });

  it('bring whole folders, and what is dropped', async () => {
    const survey = join(folder, 'survey');
    mkdirSync(join(survey, 'photos'), { recursive: true });
    writeFileSync(join(survey, 'notes.txt'), 'Pier 3');
    writeFileSync(join(survey, 'photos', 'one.txt'), 'one');
    await page.locator('input[type=file][webkitdirectory]').setInputFiles(survey);
    const region = page.getByRole('region', { name: 'Uploads' });
    await region.getByText('2 uploads finished').waitFor();
    await page.getByRole('row').getByRole('link', { name: 'survey' }).click();
    await page.getByRole('row').getByRole('link', { name: 'photos' }).waitFor();
    const transfer = await page.evaluateHandle(
      "(() => { const t = new DataTransfer(); t.items.add(new File(['dropped'], 'dropped.txt')); return t; })()",
    );
    await page.getByRole('row').first().dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByRole('row').getByRole('link', { name: 'dropped.txt' }).waitFor();
    await button('Clear done').click();
  });
});

describe('files', () => {
  const menu = async (name: string, action: string) => {
    await button(`Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  const link = (name: string) => page.getByRole('row').getByRole('link', { name, exact: true });

  it('are locked, renamed, moved, found, deleted, restored and downloaded', async () => {
    await page.goto(files);
    await menu('bridge.ifc', 'Lock for others');
    await page.getByRole('row').getByLabel('Locked').waitFor();
    await menu('bridge.ifc', 'Unlock');
    await menu('bridge.ifc', 'Rename');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('bridge: new.ifc');
    await shown('A name cannot contain');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('bridge-new.ifc');
    await button('Rename', dialog).click();
    await link('bridge-new.ifc').waitFor();

    await menu('bridge-new.ifc', 'Move');
    await button('survey', dialog).click();
    await button('Move here', dialog).click();
    await link('bridge-new.ifc').waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('bridge-n');
    await link('bridge-new.ifc').waitFor();

    const [download] = await Promise.all([page.waitForEvent('download'), menu('bridge-new.ifc', 'Download')]);
    assert.equal(download.suggestedFilename(), 'bridge-new.ifc');
    await menu('bridge-new.ifc', 'Move to the recycle bin');
    await button('Move to the recycle bin', dialog).click();
    await shown(/Nothing here is called/);
    await page.getByRole('link', { name: 'Recycle bin' }).click();
    await button('Restore').click();
    await shown('The recycle bin is empty');
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
