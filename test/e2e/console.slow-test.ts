import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openBrowser } from '../support/chromium.ts';
import { ada, ben, startConsole, takeSeat } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { requireSuccess } from '../support/platform.ts';
import { signInAt } from '../support/sign-in-page.ts';

/* The console as people use it, in a real browser against the whole program. */

const platform = await startConsole();
const { baseUrl } = platform;
const browser = await openBrowser();
const seat = await takeSeat(browser, platform, ada);
const { page } = seat;
const folder = mkdtempSync(join(tmpdir(), 'twin-console-files-'));
after(async () => {
  await browser.close();
  await platform.stop();
  rmSync(folder, { recursive: true });
});

const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name, exact: true });
const shown = (text: string | RegExp, on: Page = page) => on.getByText(text).first().waitFor();
const twin = await platform.twin(platform.ada, { displayName: 'Harbour bridge' });
const files = `${baseUrl}/console/twins/${twin.id}/files`;

async function open(path: string, on = page): Promise<void> {
  await on.goto(`${baseUrl}/console${path}`);
  await on.getByRole('heading', { level: 1 }).waitFor();
}

describe('sign-in', () => {
  it('outlives a reload without a form, and keeps no token where scripts could find it later', async () => {
    await open('/twins');
    await page.reload();
    await page.getByRole('heading', { name: 'Twins' }).waitFor();
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    assert.doesNotMatch(kept, /eyJ|access_token|code_verifier/);
  });

  it('ends with signing out, and comes back to the address that was asked for', async () => {
    const { page: own, context } = await takeSeat(browser, platform, ada);
    await own.getByRole('button', { name: /account of Ada/ }).click();
    await own.getByRole('menuitem', { name: 'Sign out' }).click();
    await shown('You are signed out', own);
    await own.goto(`${baseUrl}/console/applications`);
    await signInAt(own, ada);
    await own.getByRole('heading', { name: 'Applications' }).waitFor();
    await context.close();
  });

  it('gets a new token by itself where the present one is refused', async () => {
    await open('/applications');
    let refused = 0;
    await page.route(/\/twins\/\?/, async (route) => {
      await page.unroute(/\/twins\/\?/);
      refused++;
      await route.fulfill({ status: 401, json: { error: { code: 'Unauthorized', message: 'Access denied.' } } });
    });
    await page.getByRole('link', { name: 'Twins' }).click();
    await shown('Harbour bridge');
    assert.equal(refused, 1);
  });
});

describe('twins', () => {
  it('are made, found, changed, marked and deleted', async () => {
    await open('/twins');
    await button('Create twin').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Culvert 88');
    await dialog.getByRole('textbox', { name: 'Number' }).fill('C-0088');
    await button('Create', dialog).click();
    await page.getByRole('heading', { name: 'Culvert 88' }).waitFor();
    await button('Edit').click();
    await dialog.getByRole('textbox', { name: 'Location' }).fill('Odense');
    await button('Save', dialog).click();
    await shown('Odense');
    await button('Add Culvert 88 to the favorites').click();
    await button('Remove Culvert 88 from the favorites').waitFor();

    await open('/twins?view=favorites');
    await shown('Culvert 88');
    assert.equal(await page.getByText('Harbour bridge').count(), 0);
    await open('/twins');
    await page.getByRole('searchbox').fill('c-00');
    await page.waitForURL(/find=c-00/);
    await page.getByRole('link', { name: 'Harbour bridge' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Culvert 88' }).click();

    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete twin' }).click();
    await button('Delete twin', page.getByRole('dialog')).click();
    await page.waitForURL(/\/console\/twins$/);
    await shown('Harbour bridge');
    assert.equal(await page.getByRole('link', { name: 'Culvert 88' }).count(), 0);
  });

  it('say beside the field what the server refused', async () => {
    await platform.twin(platform.ada, { displayName: 'First', number: 'N-1' });
    await open('/twins');
    await button('Create twin').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Second');
    await dialog.getByRole('textbox', { name: 'Number' }).fill('N-1');
    await button('Create', dialog).click();
    const alert = dialog.getByRole('alert');
    await alert.getByText('Choose another number.').waitFor();
    assert.match((await alert.textContent()) ?? '', /Correlation id\s*[0-9a-f-]{36}/);
    await button('Cancel', dialog).click();
  });
});

describe('the keyboard', () => {
  it('leads past the navigation, into dialogs and back to where one was', async () => {
    await open('/twins');
    const focused = () => page.evaluate<string>('document.activeElement.textContent || document.activeElement.id');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to the content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('location.hash'), '#main');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Create twin');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Create twin').and(page.locator(':focus')).waitFor();
  });
});

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
    await page.getByRole('link', { name }).click();
    await shown(digest);
    await page.keyboard.press('Escape');
  });

  it('refuse another file in the place of the one that was interrupted', async () => {
    const other = join(folder, 'other.bin');
    writeFileSync(other, randomBytes(1000));
    const top = requireSuccess(await platform.call(platform.ada, `GET /storage/?twinId=${twin.id}`));
    const folderId = top._links.folder.href.split('/').at(-1);
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
    await page.getByRole('link', { name }).click();
    await shown(createHash('sha256').update(changed).digest('hex'));
    await page.keyboard.press('Escape');
    await button('Clear done').click();
  });

  it('become the next content of a file from beside its preview, which go on after the page was closed, too', async () => {
    const next = join(folder, 'bridge, second.ifc');
    const changed = randomBytes(9 * 2 ** 20); // three blocks
    writeFileSync(next, changed);
    const blocks = (url: URL) => isBlock(url.href);
    await page.getByRole('link', { name }).click();
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

describe('members', () => {
  it('are invited with a role, accept, and may do what the role gives, no more', async () => {
    await open(`/twins/${twin.id}/members?tab=roles`);
    await button('New role').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reader');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Reads files');
    await dialog.getByRole('checkbox', { name: 'storage_read' }).check();
    await button('Create', dialog).click();
    await page.getByRole('cell', { name: 'Reader', exact: true }).waitFor();

    await page.getByRole('tab', { name: 'People' }).click();
    const [list] = await Promise.all([page.waitForEvent('download'), button('Save as CSV').click()]);
    assert.match(readFileSync(await list.path(), 'utf8'), /\r\nAda,Larsen,ada@example\.com,North Engineering,Owner,/);
    await button('Invite people').click();
    await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(ben.email);
    await dialog.getByRole('combobox', { name: 'Roles' }).click();
    await page.getByRole('option', { name: 'Reader' }).click();
    await page.keyboard.press('Tab');
    await button('Invite', dialog).click();
    await shown('1 invitation is on the way.');

    const path = `/accesscontrol/twins/${twin.id}/members/invitations`;
    const { invitations } = requireSuccess(await platform.call(platform.ada, `GET ${path}`));
    const { page: his, context, strange } = await takeSeat(browser, platform, ben);
    await shown('No twins yet', his);
    await his.goto(`${baseUrl}/auth/account/invitations/${twin.id}/${invitations[0].id}`);
    await button('Accept', his).click();
    await his.getByRole('link', { name: 'Open the twin' }).click();
    await his.getByRole('heading', { name: 'Harbour bridge' }).waitFor();
    await his.getByRole('link', { name: 'Files', exact: true }).first().click();
    await his.getByRole('row').getByRole('link', { name: 'survey' }).waitFor();
    assert.equal(await button('Upload files', his).count(), 0);

    await page.reload();
    await button('Actions for Ben Okafor').click();
    await page.getByRole('menuitem', { name: 'What may they do' }).click();
    const rights = page.getByRole('dialog');
    await rights.getByRole('row', { name: 'storage_read Role Reader' }).waitFor();
    assert.equal(await rights.getByRole('row', { name: /storage_write/ }).count(), 0);
    await button('Close', rights).click();

    await page.getByRole('tab', { name: 'Roles' }).click();
    await button('Actions for the role Reader').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByRole('checkbox', { name: 'storage_write' }).check();
    await button('Save', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await his.reload();
    await button('Upload files', his).waitFor();
    assert.deepEqual(strange, []);
    await context.close();
  });

  it('of groups get their roles from there', async () => {
    await open(`/twins/${twin.id}/members?tab=groups`);
    await button('New group').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Surveyors');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Measure on site');
    await dialog.getByLabel('People').fill(`${ben.email},`);
    await button('Create', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Actions for the group Surveyors').click();
    await page.getByRole('menuitem', { name: 'Change its roles' }).click();
    await dialog.getByRole('combobox', { name: 'Roles' }).click();
    await page.getByRole('option', { name: 'Reader' }).click();
    await page.keyboard.press('Tab');
    await button('Save', dialog).click();
    await page.getByRole('row', { name: /Surveyors.*Reader/ }).waitFor();
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(seat.strange, []));
