import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { photograph } from '../support/chromium.ts';
import { ben, openConsole, takeSeat } from '../support/console.ts';
import { becomes } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Invitations as they are made, followed and withdrawn; roles in words; the page of the organization. */

const { platform, browser, page, strange, button, close } = await openConsole({
  seat: { permissions: ['clipboard-read', 'clipboard-write'] },
});
after(close);
const { baseUrl } = platform;
const twin = await platform.twin(platform.ada, { displayName: 'Harbour bridge' });
const members = `${baseUrl}/console/twins/${twin.id}/members`;
const dialog = page.getByRole('dialog');

async function invite(email: string): Promise<string> {
  await page.goto(members);
  await button('Invite people').click();
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(email);
  await dialog.getByRole('group', { name: 'Of this twin' }).getByRole('checkbox', { name: 'Owner' }).check();
  await button('Invite', dialog).click();
  await button(`Copy the link for ${email}`, dialog).click();
  await dialog.getByText('No mail goes out: this server has no mail server. Send the link yourself.').waitFor();
  await photograph(page, 'invited');
  await button('Done', dialog).click();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

describe('an invitation', () => {
  it('has a link to copy, that says who invites whom into what as which role', async () => {
    const link = await invite(ben.email);
    const { page: his, context } = await takeSeat(browser, platform, ben);
    await his.goto(link);
    await his.getByText(`Ada Larsen (ada@example.com) invites ${ben.email} as Owner.`).waitFor();
    await photograph(his, 'invitation');
    await his.getByRole('button', { name: 'Accept' }).click();
    await his.getByRole('link', { name: 'Open the twin' }).click();
    await his.getByRole('heading', { name: 'Harbour bridge' }).waitFor();
    await context.close();
  });

  it('leads a stranger to sign in with the invited address filled in', async () => {
    const link = await invite('eve@example.net');
    const context = await browser.newContext();
    const her = await context.newPage();
    await her.goto(link);
    await her.getByRole('link', { name: 'Create an account' }).waitFor();
    await photograph(her, 'invitation-stranger');
    await her.getByRole('link', { name: 'Sign in' }).click();
    await becomes(() => her.inputValue('#identifierInput'), 'eve@example.net');
    await context.close();
  });

  it('is withdrawn after a question only, and its link says so', async () => {
    const link = await invite('cy@example.net');
    await page.goto(`${members}?tab=invitations`);
    await button('Actions for the invitation of cy@example.net').click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await dialog.getByText('Withdraw the invitation of cy@example.net?').waitFor();
    await button('Withdraw', dialog).click();
    await page.getByText('The invitation of cy@example.net is withdrawn.').waitFor();
    await page.goto(link);
    await page.getByRole('heading', { name: 'This invitation was withdrawn' }).waitFor();
  });
});

describe('roles', () => {
  it('are told in words, and Owner can be chosen once, where it is told what it means', async () => {
    await page.goto(`${members}?tab=roles`);
    await button(/^\d+ permissions of Owner$/).click();
    await dialog.getByText('Invite people, and change the roles of members').waitFor();
    await button('Close', dialog).click();
    await page.getByRole('table', { name: 'Roles of the organization' }).getByText('Contributor').waitFor();
    await page.getByRole('tab', { name: 'People' }).click();
    await button('Invite people').click();
    await dialog.getByRole('checkbox', { name: 'Contributor' }).waitFor();
    await becomes(() => dialog.getByRole('checkbox', { name: 'Owner' }).count(), 1);
    await page.keyboard.press('Escape');
  });

  it('of the organization have a page of their own, and can be given in its twins', async () => {
    await page.goto(`${baseUrl}/console/twins`);
    await page.getByRole('link', { name: 'Organization' }).click();
    await page.getByRole('heading', { name: 'North Engineering' }).waitFor();
    await page.getByRole('tab', { name: 'Roles' }).click();
    await button('New role').click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Inspector');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Looks at everything');
    await dialog.getByRole('checkbox', { name: 'See and download files' }).check();
    await button('Create', dialog).click();
    await page.getByRole('cell', { name: 'Inspector', exact: true }).waitFor();
    await page.goto(members);
    await button('Invite people').click();
    await dialog
      .getByRole('group', { name: 'Of the organization, for all its twins' })
      .getByRole('checkbox', { name: 'Inspector' })
      .check();
    await dialog.getByText('Looks at everything').waitFor();
    const { roles } = requireSuccess(await platform.call(platform.ada, `GET /accesscontrol/twins/${twin.id}/roles`));
    assert.deepEqual(
      roles.map((role: { displayName: string }) => role.displayName),
      ['Owner'],
    );
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
