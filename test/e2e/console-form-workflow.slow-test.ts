import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openConsole } from '../support/console.ts';
import { checkLook } from '../support/console-check.ts';
import { eventually } from '../support/eventually.ts';
import { becomes, fitTo, stillness } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* The workflow of a kind of form, made by keyboard alone, and a form that goes by it and is signed. */

const { platform, page, strange, button, close } = await openConsole();
after(close);
page.setDefaultTimeout(60_000);
const twin = await platform.twin(platform.ada, { displayName: 'Harbour house' });
const base = `${platform.baseUrl}/console/twins/${twin.id}`;
const call = async (operation: string, body?: unknown) =>
  requireSuccess(await platform.call(platform.ada, operation, body === undefined ? {} : { body }));
const template = { templateName: 'Inspection', destinationTwinId: twin.id };
const { formDefinition } = await call('POST /forms/templates/import', template);
const { formData: form } = await call('POST /forms/', { formId: formDefinition.id, subject: 'Pump 7' });
const workflow = async () => (await call(`GET /forms/workflows/Inspection?twinId=${twin.id}`)).workflow;
/** The statuses, and the steps to the last of them. */
const namesOf = async () => {
  const { states, transitions } = await workflow();
  const names: string[] = states.map(({ name }: { name: string }) => name);
  const led = transitions.filter(({ end }: { end: string }) => end === names.at(-1));
  return [names, led.map(({ displayName }: { displayName: string }) => displayName)];
};
/** Somebody else gives a step another name. */
async function rename(from: string, to: string): Promise<void> {
  const { startStates, states, transitions } = await workflow();
  const renamed = transitions.map((one: { displayName: string }) =>
    one.displayName === from ? { ...one, displayName: to } : one,
  );
  await call(`PUT /forms/workflows/Inspection?twinId=${twin.id}`, { startStates, states, transitions: renamed });
}
const press = (...keys: readonly string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** Goes on with the tab key to what has a name, as somebody without a mouse does. */
async function tabTo(role: 'button' | 'textbox' | 'checkbox' | 'link', name: string, inside = page.locator('body')) {
  const target = inside.getByRole(role, { name, exact: true }).first();
  await target.waitFor();
  for (let steps = 0; steps < 200; steps++) {
    if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return;
    await press('Tab');
  }
  throw new Error(`${name} is not reached by the tab key.`);
}

describe('the workflow of a kind of form, by keyboard alone', () => {
  it('begins with a proposal, takes a status and a step, and says what is wrong with it', async () => {
    await fitTo(page, 1440, 900);
    await page.goto(`${base}/form-definitions/${formDefinition.id}`);
    await tabTo('link', 'Change the workflow');
    await press('Enter');
    await page.getByRole('heading', { name: 'Workflow of Inspection' }).waitFor();
    await tabTo('button', 'Add a status');
    await press('Enter');
    await page.getByText('No form ever comes to New status').waitFor();
    const card = page.getByRole('group', { name: 'Status New status' });
    await tabTo('textbox', 'Status', card);
    await press('ControlOrMeta+A');
    await page.keyboard.type('Open');
    await page.getByText("There are two states 'Open'.").waitFor();
    await becomes(() => button('Save workflow').isDisabled(), true);
    await press('ControlOrMeta+A');
    await page.keyboard.type('Waiting');
    await page.getByText('It cannot be saved').waitFor({ state: 'detached' });
    await tabTo('button', 'Add a step from Open');
    await press('Enter');
    const step = page.getByRole('group', { name: 'Step To Waiting' });
    await tabTo('textbox', 'Step', step);
    await press('ControlOrMeta+A');
    await page.keyboard.type('Wait');
    await press('Tab', 'Tab'); // over where it leads to, to the note
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    await page.getByText('No form ever comes to').waitFor({ state: 'detached' });
  });

  it('can be read by everybody, on a phone, too', () => checkLook(page, 'form-workflow'));

  it('is stored, and is there again', async () => {
    await tabTo('button', 'Save workflow');
    await press('Enter');
    await page.getByText('Forms of the kind Inspection go by it from now on.').waitFor();
    const { states, startStates, transitions } = await workflow();
    assert.deepEqual(
      states.map(({ name }: { name: string }) => name),
      ['Open', 'Closed', 'Waiting'],
    );
    assert.deepEqual(startStates, ['Open']);
    const wait = transitions.find(({ displayName }: { displayName: string }) => displayName === 'Wait');
    assert.deepEqual([wait.start, wait.end], ['Open', 'Waiting']);
    assert.notEqual(wait.notes, 'None');
    await page.reload();
    await page.getByRole('group', { name: 'Step Wait' }).waitFor();
    await becomes(() => button('Save workflow').isDisabled(), true);
  });

  it('asks what is to be stored where somebody else was faster, and keeps what one has done', async () => {
    const card = page.getByRole('group', { name: 'Status Waiting' });
    const name = card.getByRole('textbox', { name: 'Status' });
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this workflow meanwhile' });
    await name.fill('Parked');
    await rename('Wait', 'Hold');
    await button('Save workflow').click();
    await conflict.waitFor();
    await checkLook(page, 'form-workflow-conflict');
    await button('Not yet', conflict).click();
    await conflict.waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Status Parked' }).waitFor();
    await page.getByRole('group', { name: 'Step Wait' }).waitFor();
    await button('Save workflow').click();
    await button('Go on from theirs', conflict).click();
    await page.getByRole('group', { name: 'Step Hold' }).waitFor();
    await card.waitFor();
    await button('Undo').click();
    await page.getByRole('group', { name: 'Status Parked' }).waitFor();
    await rename('Hold', 'Keep');
    await button('Save workflow').click();
    await button('Save mine instead', conflict).click();
    await conflict.waitFor({ state: 'detached' });
    await eventually(async () => assert.deepEqual(await namesOf(), [['Open', 'Closed', 'Parked'], ['Wait']]));
    await button('Undo').waitFor({ state: 'detached' });
  });

  it('is not removed unseen where somebody else has changed it', async () => {
    await rename('Wait', 'Hold');
    await button('Remove').click();
    await button('Remove workflow', page.getByRole('dialog')).click();
    await page.getByText('Somebody else has changed it meanwhile').waitFor();
    assert.deepEqual(await namesOf(), [['Open', 'Closed', 'Parked'], ['Hold']]);
    await rename('Hold', 'Wait');
    await page.reload();
    await page.getByRole('group', { name: 'Step Wait' }).waitFor();
  });

  it('asks before it is gone', async () => {
    await button('Remove').click();
    await page.getByRole('dialog').getByText('Do without a workflow?').waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await workflow()).states.length, 3);
  });
});

describe('a form that goes by it', () => {
  const dialog = page.getByRole('dialog');
  const image = page.getByRole('img', { name: 'Drawn signature' });
  const signature = async () => (await call(`GET /forms/${form.id}`)).formData.properties.Inspector;
  const save = async () => {
    await button('Save').click();
    await page.getByText('1 change not saved').waitFor({ state: 'detached' });
  };

  it('has its steps as buttons', async () => {
    await page.goto(`${base}/forms/${form.id}`);
    await button('Wait').waitFor();
    await button('Close').waitFor();
  });

  it('is signed by drawing, and keeps the drawing', async () => {
    await button('Sign Inspector').click();
    const pad = dialog.getByRole('img', { name: 'Empty field for a drawn signature' });
    await pad.waitFor();
    await stillness(page);
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await page.mouse.down();
    for (const [x, y] of [
      [80, 0.2],
      [120, 0.8],
      [160, 0.3],
      [220, 0.6],
    ] as const)
      await page.mouse.move(box.x + x, box.y + y * box.height, { steps: 4 });
    await page.mouse.up();
    await dialog.getByRole('img', { name: 'Your drawn signature' }).waitFor();
    await checkLook(page, 'form-signing');
    await button('Sign', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await image.waitFor();
    await save();
    const { name, attachmentId } = await signature();
    assert.equal(name, 'Ada Larsen');
    const { attachments } = await call(`GET /forms/${form.id}/attachments`);
    assert.deepEqual(
      attachments.map(({ id, binding, type }: Record<string, unknown>) => [id, binding, type]),
      [[attachmentId, 'Inspector', 'png']],
    );
    await page.reload();
    await image.waitFor();
    await checkLook(page, 'form-signed');
  });

  it('is signed by name alone where nobody draws', async () => {
    await button('Take back Inspector').click();
    await image.waitFor({ state: 'detached' });
    await tabTo('button', 'Sign Inspector');
    await press('Enter');
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    await press('ControlOrMeta+A');
    await page.keyboard.type('Ada L.');
    await press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await save();
    await eventually(async () => {
      const { name, attachmentId } = await signature();
      assert.deepEqual([name, attachmentId], ['Ada L.', undefined]);
    });
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
