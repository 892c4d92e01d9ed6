import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { rootOf } from '../../src/areas/storage/testing/fixture.ts';
import { ada, ben, openConsole, takeSeat } from '../support/console.ts';
import { becomes } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';
import { signInAt } from '../support/sign-in-page.ts';

/* The console as people use it, in a real browser against the whole program. */

const { platform, browser, page, strange, button, shown, close } = await openConsole();
const { baseUrl } = platform;
after(close);

const twin = await platform.twin(platform.ada, { displayName: 'Harbour bridge' });
const top = await rootOf(platform, platform.ada, twin.id);
const survey = { body: { displayName: 'survey' } };
requireSuccess(await platform.call(platform.ada, `POST /storage/folders/${top}/folders`, survey));

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
    await becomes(() => page.getByText('Harbour bridge').count(), 0);
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
    await becomes(() => page.getByRole('link', { name: 'Culvert 88' }).count(), 0);
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
    await alert
      .getByText(/Correlation id\s*[0-9a-f-]{36}/)
      .first()
      .waitFor();
    await button('Cancel', dialog).click();
  });
});

describe('coordinates of a twin', () => {
  it('are refused beside the field where they are no place on earth, and never changed', async () => {
    await open('/twins?find=nothing');
    await button('Create twin').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nowhere');
    const [latitude, longitude] = [dialog.getByLabel('Latitude'), dialog.getByLabel('Longitude')];
    await latitude.fill('95');
    await button('Create', dialog).click();
    await dialog.getByText('Between -90 and 90 degrees.').waitFor();
    await becomes(() => latitude.inputValue(), '95');
    await latitude.fill('55.5');
    await button('Create', dialog).click();
    await dialog.getByText('Give this one, too, or take the latitude away.').waitFor();
    await longitude.fill('12.25');
    await button('Create', dialog).click();
    await shown('55.50000°, 12.25000°');
    await page.getByRole('link', { name: 'Twins', exact: true }).click();
    await page.getByRole('searchbox').fill('Now');
    await page.waitForURL(/find=Now/);
    await becomes(() => page.getByRole('link', { name: 'Twins', exact: true }).getAttribute('aria-current'), 'page');
  });
});

describe('the keyboard', () => {
  it('leads past the navigation, into dialogs and back to where one was', async () => {
    await open('/twins');
    const focused = () => page.evaluate<string>('document.activeElement.textContent || document.activeElement.id');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to the content');
    await page.keyboard.press('Enter');
    await becomes(() => page.evaluate('location.hash'), '#main');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Create twin');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Create twin').and(page.locator(':focus')).waitFor();
  });
});

describe('members', () => {
  it('are invited with a role, accept, and may do what the role gives, no more', async () => {
    await open(`/twins/${twin.id}/members?tab=roles`);
    await button('New role').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reader');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Reads files');
    await dialog.getByRole('checkbox', { name: 'See and download files' }).check();
    await button('Create', dialog).click();
    await page.getByRole('cell', { name: 'Reader', exact: true }).waitFor();

    await page.getByRole('tab', { name: 'People' }).click();
    const [list] = await Promise.all([page.waitForEvent('download'), button('Save as CSV').click()]);
    assert.match(readFileSync(await list.path(), 'utf8'), /\r\nAda,Larsen,ada@example\.com,North Engineering,Owner,/);
    await button('Invite people').click();
    await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(ben.email);
    await dialog.getByRole('checkbox', { name: 'Reader' }).check();
    await button('Invite', dialog).click();
    await dialog.getByText('No mail goes out: this server has no mail server. Send the link yourself.').waitFor();
    await button(`Copy the link for ${ben.email}`, dialog).click();
    await button('Done', dialog).click();

    const path = `/accesscontrol/twins/${twin.id}/members/invitations`;
    const { invitations } = requireSuccess(await platform.call(platform.ada, `GET ${path}`));
    const seat = await takeSeat(browser, platform, ben);
    const { page: his } = seat;
    await shown('No twins yet', his);
    await his.goto(`${baseUrl}/auth/account/invitations/${twin.id}/${invitations[0].id}`);
    await button('Accept', his).click();
    await his.getByRole('link', { name: 'Open the twin' }).click();
    await his.getByRole('heading', { name: 'Harbour bridge' }).waitFor();
    await his.getByRole('link', { name: 'Files', exact: true }).first().click();
    await his.getByRole('row').getByRole('link', { name: 'survey' }).waitFor();
    await becomes(() => button('Upload files', his).count(), 0);

    await page.reload();
    await button('Actions for Ben Okafor').click();
    await page.getByRole('menuitem', { name: 'What may they do' }).click();
    const rights = page.getByRole('dialog');
    await rights.getByRole('row', { name: 'See and download files Role Reader' }).waitFor();
    await becomes(() => rights.getByRole('row', { name: /Upload, rename/ }).count(), 0);
    await button('Close', rights).click();

    await page.getByRole('tab', { name: 'Roles' }).click();
    await button('Actions for the role Reader').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByRole('checkbox', { name: /^Upload, rename/ }).check();
    await button('Save', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await his.reload();
    await button('Upload files', his).waitFor();
    assert.deepEqual(seat.strange, []);
    await seat.context.close();
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
    await dialog.getByRole('checkbox', { name: 'Reader' }).check();
    await button('Save', dialog).click();
    await page.getByRole('row', { name: /Surveyors.*Reader/ }).waitFor();
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
