import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { startSmtpServer } from '../../src/kernel/mail/testing/smtp-server.ts';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { ben, openConsole, takeSeat } from '../support/console.ts';
import { house, northWall } from '../support/console-house.ts';
import { modelPages } from '../support/console-models.ts';
import { restingAddress } from '../support/console-picture.ts';
import { eventually } from '../support/eventually.ts';
import { join } from '../support/membership.ts';
import { becomes, becomesAsWideAs } from '../support/page-state.ts';

/* An issue from the wrong wall on a phone to the record in Storage, as two people. */

const smtp = await startSmtpServer();
const { platform, browser, page, strange, button, close } = await openConsole({
  environment: { SMTP_URL: smtp.url },
  seat: { viewport: { width: 390, height: 844 }, hasTouch: true },
});
after(async () => {
  await close();
  await smtp.close();
});
const { baseUrl } = platform;
const twin = await platform.twin(platform.ada, { displayName: 'Harbour house' });
const { call, add, canvas, open, tab } = modelPages(platform, page, twin.id);
const houseId = await add('house.ifc', house('F30'));
const forms = `${baseUrl}/console/twins/${twin.id}/forms`;
const dialog = page.getByRole('dialog');
const wall = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#8a6f5a' } })
  .jpeg()
  .toBuffer();

interface Form {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly dueDate: string;
  readonly properties: { readonly Priority?: string };
  readonly modelPin: { readonly location: { readonly x: number; readonly y: number; readonly z: number } };
  readonly modelView: {
    readonly savedViewId: string;
    readonly cameraView: { readonly viewPoint: { readonly x: number } };
  };
  readonly sourceEntity: { readonly modelElement: { readonly modelId: string; readonly elementId: string } };
}

const theForm = async (): Promise<Form> => {
  const { formDataInstances } = await call(`GET /forms/?twinId=${twin.id}`);
  return (await call(`GET /forms/${formDataInstances[0].id}`)).formData;
};
const unfolded = (data: string): string => data.replaceAll(/=?\r\n[ \t]?/g, '').replaceAll('=3D', '=');

await join(platform, platform.ada, twin.id, ben, [
  'Forms_FullAccess',
  'storage_read',
  'storage_write',
  'models_read',
  'models_webview',
]);
const { invitations } = await call(`GET /accesscontrol/twins/${twin.id}/members/invitations`);
const seat = await takeSeat(browser, platform, ben, { viewport: { width: 1440, height: 900 } });
const desk = seat.page;
desk.setDefaultTimeout(120_000);
await desk.goto(`${baseUrl}/auth/account/invitations/${twin.id}/${invitations[0].id}`);
await button('Accept', desk).click();
await desk.getByRole('link', { name: 'Open the twin' }).waitFor();

page.setDefaultTimeout(40_000);
desk.setDefaultTimeout(40_000);

const looks = async (on: Page, name: string) => {
  await photograph(on, `forms-${name}`);
  assert.deepEqual(await seriousFaults(on), [], name);
};

describe('on a phone before the wrong wall', () => {
  it('the twin has no forms yet, and says what they are for', async () => {
    await page.goto(forms);
    await page.getByText('No forms yet').waitFor();
    await looks(page, 'none-phone');
    await becomesAsWideAs(page, 390);
  });

  it('an issue is made of a template at the chosen element, with a photo, for somebody else', async () => {
    await open(houseId, `?element=${northWall}`);
    await tab('Issues');
    await page.getByText('No issues here').waitFor();
    await button('New issue at the chosen element').click();
    await dialog.getByText('This twin has no kind of form yet').waitFor();
    await button('Take it', dialog).click();
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Wall is cracked');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('From the floor to the window.');
    await dialog.getByRole('combobox', { name: 'Assigned to' }).click();
    await page.getByRole('option', { name: 'Ben Okafor' }).click();
    await dialog.getByLabel('Due date').fill('2031-03-05');
    await dialog.getByRole('combobox', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'High' }).click();
    await dialog.locator('input[type=file]').setInputFiles({ name: 'wall.jpg', mimeType: 'image/jpeg', buffer: wall });
    await dialog.getByText('wall.jpg').waitFor();
    await looks(page, 'new-phone');
    await button('Create', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    const form = await theForm();
    const { elements } = await call(`GET /models/${houseId}/elements?$top=100`);
    const { elementId, modelId } = form.sourceEntity.modelElement;
    assert.equal(modelId, houseId);
    assert.ok(
      elements.some((one: { id: string }) => one.id === elementId),
      elementId,
    );
    assert.deepEqual([form.dueDate, form.properties.Priority], ['2031-03-05T00:00:00.000Z', 'High']);
    const { attachments } = await call(`GET /forms/${form.id}/attachments`);
    assert.deepEqual(
      attachments.map(({ fileName, size, binding }: Record<string, unknown>) => [fileName, size, binding]),
      [
        ['View in 3D.png', attachments[0]?.size, 'Photos'],
        ['wall.jpg', wall.length, 'Photos'],
      ],
    );
    const { savedView } = await call(`GET /savedviews/${form.modelView.savedViewId}`);
    assert.equal(savedView.shared, true);
  });

  it('the issue is a pin in the picture and a line beside it; its form leads back to the same camera', async () => {
    const pin = page.getByRole('button', { name: /^Issue IS-00001|^Issue ISS-00001/ });
    await pin.waitFor();
    await canvas.focus();
    await page.keyboard.press('ArrowLeft', { delay: 700 });
    await restingAddress(page);
    await looks(page, 'viewer-phone');
    await button('Wall is cracked').click();
    await page.getByRole('heading', { name: /Wall is cracked/ }).waitFor();
    const camera = new URL(page.url()).searchParams.get('camera');
    assert.ok(camera);
    await page.getByRole('link', { name: 'Back to the model' }).click();
    await page.locator('canvas[data-settled]').waitFor();
    await tab('Issues');
    await restingAddress(page);
    await button('Wall is cracked').click();
    await page.getByRole('heading', { name: /Wall is cracked/ }).waitFor();
    const again = new URL(page.url()).searchParams.get('camera') ?? '';
    for (const [at, value] of again.split(',').entries())
      assert.ok(Math.abs(Number(value) - Number(camera.split(',')[at])) < 0.01, `${again} is not ${camera}`);
  });

  it('the form fits the phone, with its photo', async () => {
    await page.getByRole('button', { name: 'Open wall.jpg' }).waitFor();
    await becomesAsWideAs(page, 390);
    await looks(page, 'form-phone');
    await page.goto(forms);
    const list = page.getByRole('list', { name: 'Forms' });
    await list.getByText('Wall is cracked').waitFor();
    await list.locator('img').waitFor();
    await looks(page, 'list-phone');
  });
});

describe('at a desk, who is responsible', () => {
  it('has a mail whose address is the form', async () => {
    const link = await eventually(async () => {
      const mail = smtp.mails.find(({ data }) => unfolded(data).includes('was assigned to you'));
      const found = /http\S+\/console\/twins\/\S+\/forms\/[\w-]{43}/.exec(unfolded(mail?.data ?? ''));
      assert.ok(found);
      return found[0];
    });
    await desk.goto(link);
    await desk.getByRole('heading', { name: /Wall is cracked/ }).waitFor();
    await desk.getByRole('button', { name: 'Open wall.jpg' }).waitFor();
    await desk.getByRole('button', { name: 'Open View in 3D.png' }).waitFor();
    const about = desk.getByRole('region', { name: 'About the form' });
    for (const fact of ['house.ifc', /, Wall$/, /^-?[\d.]+, -?[\d.]+, -?[\d.]+ m$/])
      await about.getByText(fact).waitFor();
    await looks(desk, 'form-desk');
  });

  it('sees the place in the model, and what is in the list', async () => {
    await desk.getByRole('link', { name: 'Show in the model' }).click();
    await desk.locator('canvas[data-settled]').waitFor();
    await desk.getByRole('button', { name: /^Issue / }).waitFor();
    await looks(desk, 'viewer-desk');
    await desk.goto(`${forms}?sort=-due&state=Open`);
    await desk.getByRole('table', { name: 'Forms' }).getByText('Wall is cracked').waitFor();
    await looks(desk, 'list-desk');
    await desk.getByRole('searchbox', { name: 'Search forms' }).fill('nothing like it');
    await desk.getByText('No form fits').waitFor();
    assert.match(desk.url(), /find=/);
    await button('Clear the filters', desk).click();
    await desk.getByRole('link', { name: /-00001$/ }).click();
  });

  it('fills it in, is told of wrong values while typing, and takes the steps of the workflow', async () => {
    const priority = desk
      .getByRole('textbox', { name: 'Priority' })
      .or(desk.getByRole('combobox', { name: 'Priority' }));
    await priority.first().fill('Critical');
    await desk.getByText('1 change not saved').waitFor();
    await button('Save', desk).click();
    await desk.getByText('1 change not saved').waitFor({ state: 'detached' });
    await button('Start', desk).click();
    await button('Put back', desk).waitFor();
    await desk.getByRole('textbox', { name: 'New comment' }).fill('The mason comes on Monday.');
    await button('Add comment', desk).click();
    await desk.getByRole('list', { name: 'Comments' }).getByText('The mason comes').waitFor();
    await button('Close', desk).click();
    await desk.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Mended and painted.');
    await looks(desk, 'note-desk');
    await button('Close', desk.getByRole('dialog').locator('form')).click();
    await button('Reopen', desk).waitFor();
    const form = await theForm();
    assert.equal(form.status, 'Closed');
    await desk.getByRole('list', { name: 'Comments' }).getByText('Mended and painted.').waitFor();
    assert.equal(await desk.getByRole('textbox', { name: 'Title' }).isEditable(), false);
  });

  it('reads what happened, and keeps the record among the files', async () => {
    await desk.getByRole('tab', { name: 'History' }).click();
    const history = desk.getByRole('list', { name: 'History' });
    await history.getByText('Status: In Progress → Closed').waitFor();
    await history.getByText('Priority: High → Critical').waitFor();
    await history.getByText('Attached wall.jpg').waitFor();
    await looks(desk, 'history-desk');
    const { number } = await theForm();
    await button(`Actions for ${number}`, desk).click();
    await desk.getByRole('menuitem', { name: 'Put the PDF into the files' }).click();
    await desk.getByText(`${number}.pdf is in the files`).waitFor();
    const { items } = await call(`GET /storage/?twinId=${twin.id}`);
    assert.ok(items.some((one: { displayName: string }) => one.displayName === `${number}.pdf`));
    const download = desk.waitForEvent('download');
    await button('PDF', desk).click();
    assert.equal((await download).suggestedFilename(), `${number}.pdf`);
  });

  it('opens it again with a reason only; nobody loses what they filled in when somebody else was faster', async () => {
    await button('Reopen', desk).click();
    const note = desk.getByRole('dialog');
    await becomes(() => button('Reopen', note).isDisabled(), true);
    await note.getByRole('textbox', { name: 'Note' }).fill('It is open again.');
    await button('Reopen', note).click();
    await note.waitFor({ state: 'detached' });
    await desk.getByRole('textbox', { name: 'Description' }).fill('To the ceiling.');
    const { id } = await theForm();
    await call(`PATCH /forms/${id}`, { subject: 'Wall is cracked again' });
    await button('Save', desk).click();
    await desk.getByText('Somebody else has changed this form').waitFor();
    await becomes(() => desk.getByRole('textbox', { name: 'Description' }).inputValue(), 'To the ceiling.');
    await button('Show the newest', desk).click();
    await desk.getByRole('heading', { name: /cracked again/ }).waitFor();
    await button('Save', desk).click();
    await desk.getByText('1 change not saved').waitFor({ state: 'detached' });
    const { formData } = await call(`GET /forms/${id}`);
    assert.deepEqual([formData.subject, formData.description], ['Wall is cracked again', 'To the ceiling.']);
  });
});

it('asked no other host, and broke no rule of the content policy', () =>
  assert.deepEqual([...strange, ...seat.strange], []));
