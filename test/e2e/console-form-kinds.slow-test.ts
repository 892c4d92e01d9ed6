import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import writeWorkbook from 'write-excel-file/node';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { becomes, becomesAsWideAs, fitTo } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Kinds of forms: the editor by keyboard alone, lists, and the ways of many forms into other programs and back. */

const { platform, page, strange, button, close } = await openConsole();
after(close);
page.setDefaultTimeout(60_000);
const twin = await platform.twin(platform.ada, { displayName: 'Harbour house' });
const base = `${platform.baseUrl}/console/twins/${twin.id}`;
const call = async (operation: string, body?: unknown) =>
  requireSuccess(await platform.call(platform.ada, operation, body === undefined ? {} : { body }));
const dialog = page.getByRole('dialog');
const outline = page.getByRole('list', { name: 'Controls of the form' });
const preview = page.getByRole('region', { name: 'Preview' });
const press = (...keys: readonly string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** Goes on with the tab key to what has a name, as somebody without a mouse does. */
async function tabTo(role: 'button' | 'textbox' | 'checkbox' | 'menuitem', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  await target.waitFor();
  for (let steps = 0; steps < 150; steps++) {
    if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return;
    await press('Tab');
  }
  throw new Error(`${name} is not reached by the tab key.`);
}

/** The controls by their labels; their kinds stand behind. */
const kindWords = / (Text|Person|Section|Choice|Several choices|Photos|Date)$/;
const labels = async (): Promise<string[]> =>
  (await outline.getByRole('listitem').allInnerTexts()).map((text) =>
    (text.split('\n')[0] ?? '').trim().replace(kindWords, ''),
  );

const looks = async (name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await fitTo(page, width, 900);
      await photograph(page, `kinds-${name}-${colorScheme}-${width}`);
      assert.deepEqual(await seriousFaults(page), [], `${name}, ${colorScheme}, ${width}`);
      await becomesAsWideAs(page, width, name);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await fitTo(page, 1440, 900);
};

describe('a kind of form, by keyboard alone', () => {
  it('is made', async () => {
    await fitTo(page, 1440, 900);
    await page.goto(`${base}/form-definitions`);
    await page.getByText('No kinds of forms yet').waitFor();
    await tabTo('button', 'New kind');
    await press('Enter');
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Door check');
    await press('Enter');
    await page.getByRole('heading', { name: 'Door check' }).waitFor();
    assert.deepEqual(await labels(), ['Subject', 'Description', 'Assigned to']);
  });

  it('gets controls, which are named, moved and seen beside it', async () => {
    await tabTo('button', 'Description Text');
    await press('Enter');
    await tabTo('button', 'Add');
    await press('Enter');
    await tabTo('textbox', 'Label');
    await press('Control+A');
    await page.keyboard.type('Fire rating');
    await preview.getByRole('textbox', { name: 'Fire rating' }).waitFor();
    assert.deepEqual(await labels(), ['Subject', 'Description', 'Fire rating', 'Assigned to']);
    await tabTo('checkbox', 'Needed before the form can be closed');
    await press('Space');
    await page.keyboard.press('Shift+Tab');
    await tabTo('button', 'Fire rating Text');
    await press('Alt+ArrowUp');
    await eventually(async () =>
      assert.deepEqual(await labels(), ['Subject', 'Fire rating', 'Description', 'Assigned to']),
    );
    await press('Alt+ArrowUp', 'Alt+ArrowDown');
    await eventually(async () =>
      assert.deepEqual(await labels(), ['Subject', 'Fire rating', 'Description', 'Assigned to']),
    );
    await becomes(() => page.evaluate('document.activeElement.textContent.includes("Fire rating")'), true);
  });

  it('is saved and approved, and forms are made of it', async () => {
    await tabTo('button', 'Save layout');
    await press('Enter');
    await page.getByText('The layout is saved').waitFor();
    await tabTo('button', 'Draft');
    await press('Enter');
    await page.getByRole('menuitem', { name: /^Approve/ }).waitFor();
    await press('ArrowDown', 'Enter');
    await page.getByText('so its layout is fixed').waitFor();
    const { formDefinitions } = await call(`GET /forms/form-definitions?twinId=${twin.id}`);
    assert.equal(formDefinitions[0].displayName, 'Door check');
    const { formDefinition } = await call(`GET /forms/form-definitions/${formDefinitions[0].id}`);
    const controls: Record<string, { Binding: string; IsRequired?: boolean }>[] = JSON.parse(formDefinition.definition)
      .Form.Controls;
    assert.deepEqual(
      controls.flatMap((one) => Object.values(one).map(({ Binding, IsRequired = false }) => [Binding, IsRequired])),
      [
        ['_Subject', false],
        ['Text', true],
        ['_Description', false],
        ['_Assignees', false],
      ],
    );
    await looks('editor');
  });
});

/** As somebody who was away for a minute and comes back to the page, which then reads again what it shows. */
async function comeBack(path: string): Promise<void> {
  const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
  await page.evaluate('Date.real = Date.now; Date.now = () => Date.real() + 60000');
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await (await read).finished();
  await page.evaluate('Date.now = Date.real');
}

describe('kinds of a template', () => {
  it('come with their workflow as a picture, and can be changed in maintenance', async () => {
    await page.goto(`${base}/form-definitions`);
    await button('From a template').click();
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'Issue', exact: true }).click();
    await button('Take it', dialog).click();
    await page.getByRole('img', { name: 'The steps as a picture' }).waitFor();
    await button('Put it into maintenance').click();
    await button('Classification Section').waitFor();
    await looks('maintenance');
    await button('Move Photos up').click();
    await eventually(async () =>
      assert.deepEqual((await labels()).slice(-4), ['Classification', 'Priority', 'Labels', 'Photos']),
    );
    await button('Undo').click();
    await button('Undo').waitFor({ state: 'detached' });
  });

  it('are saved where somebody else has changed another thing of them, and ask where it was the layout', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this layout meanwhile' });
    const order = async (expected: readonly string[]) =>
      eventually(async () => assert.deepEqual((await labels()).slice(-3), expected));
    await button('Move Photos up').click();
    await button('Undo').waitFor();
    for (const displayName of ['Snag', 'Issue']) await call(`PATCH /forms/form-definitions/${id}`, { displayName });
    await button('Save layout').click();
    await button('Undo').waitFor({ state: 'detached' });
    await button('Move Photos up').click();
    await order(['Priority', 'Photos', 'Labels']);
    const { definition } = (await call(`GET /forms/form-definitions/${id}`)).formDefinition;
    const theirs = JSON.stringify(JSON.parse(definition)).replace('"DisplayLabel":"Labels"', '"DisplayLabel":"Marks"');
    await call(`PUT /forms/form-definitions/${id}/definition`, { definition: theirs });
    await comeBack(`/forms/form-definitions/${id}`);
    await button('Save layout').click();
    await button('Go on from theirs', conflict).click();
    await order(['Priority', 'Marks', 'Photos']);
    await button('Undo').click();
    await order(['Priority', 'Photos', 'Labels']);
    await button('Save layout').click();
    await button('Undo').waitFor({ state: 'detached' });
    await conflict.waitFor({ state: 'detached' });
    await button('Maintenance').click();
    await page.getByRole('menuitem', { name: /^Approve/ }).click();
    await button('Put it into maintenance').waitFor();
  });
});

describe('lists', () => {
  const workbookOf = (...rooms: readonly string[]): Promise<Buffer> =>
    writeWorkbook([
      [{ value: 'Floor' }, { value: 'Room' }],
      ...rooms.map((room) => [{ value: '1' }, { value: room }]),
    ]).toBuffer();
  const fileOf = async (name: string, ...rooms: readonly string[]) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: await workbookOf(...rooms),
  });
  const row = page.getByRole('row').filter({ hasText: 'Rooms' });

  it('come from a workbook', async () => {
    await page.goto(`${base}/form-definitions`);
    await page.getByRole('tab', { name: 'Lists' }).click();
    await page.getByText('No lists yet').waitFor();
    await page.locator('input[type=file]').setInputFiles(await fileOf('Rooms.xlsx', '101', '102'));
    await row.getByText('Floor › Room').waitFor();
    await row.getByText('3', { exact: true }).waitFor();
  });

  it('are replaced, and ask where somebody else has replaced them meanwhile', async () => {
    const replace = async (...rooms: readonly string[]) =>
      row.locator('input[type=file]').setInputFiles(await fileOf('Later.xlsx', ...rooms));
    const options = (count: string) => row.getByText(count, { exact: true }).waitFor();
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed these lists meanwhile' });
    await replace('101', '102', '103');
    await options('4');
    const { listGroups } = await call(`GET /forms/twins/${twin.id}/list-groups`);
    const theirs = new Uint8Array(await workbookOf('1', '2', '3', '4'));
    const path = `PUT /forms/twins/${twin.id}/list-groups/${listGroups[0].id}`;
    requireSuccess(
      await platform.call(platform.ada, path, {
        body: theirs,
        headers: { 'Content-Type': 'application/octet-stream' },
      }),
    );
    await replace('101');
    await conflict.waitFor();
    await options('5');
    await button('Cancel', conflict).click();
    await conflict.waitFor({ state: 'detached' });
    await replace('101');
    await options('2');
  });
});

describe('many forms', () => {
  const kinds = async () =>
    (await call(`GET /forms/form-definitions?twinId=${twin.id}&type=Issue`)).formDefinitions[0].id;

  it('are listed page after page, sorted by the address, and saved as tables', async () => {
    const formId = await kinds();
    for (let at = 1; at <= 120; at++)
      await call('POST /forms/', { formId, subject: `Crack ${at}`, dueDate: at === 7 ? '2020-01-01' : null });
    await page.goto(`${base}/forms`);
    await page.getByText('120 forms, 50 shown').waitFor();
    await button('Show more').click();
    await page.getByText('120 forms, 100 shown').waitFor();
    await page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click();
    await page.getByRole('row').nth(1).getByText('ISS-00001').waitFor();
    await page.waitForURL(/sort=number/);
    await page.goto(`${base}/forms?overdue=yes`);
    await page.getByText('1 form', { exact: true }).waitFor();
    await looks('list');
    await button('Actions for forms').click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Save as CSV' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    assert.ok(text.includes('Crack 7') && !text.includes('Crack 8,'));
  });

  it('are cards on a phone, whose photos are asked for when they come into view', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/forms\/[\w-]{43}\/thumbnail$/.test(pathname)) asked.push(pathname);
    });
    const { formDataInstances } = await call(`GET /forms/?twinId=${twin.id}`);
    const cards = page.getByRole('list', { name: 'Forms' }).getByRole('listitem');
    await fitTo(page, 390, 844);
    const first = page.waitForResponse(/\/thumbnail$/);
    await page.goto(`${base}/forms`);
    await first;
    await becomes(() => cards.count(), 50);
    assert.ok(asked.length < 20, `${asked.length} were asked for`);
    const last = page.waitForRequest(new RegExp(`/forms/${formDataInstances[49].id}/thumbnail$`));
    await cards.nth(49).scrollIntoViewIfNeeded();
    await last;
    assert.ok(asked.length < 40, `${asked.length} were asked for`);
    await fitTo(page, 1440, 900);
  });

  it('go out as BCF and come back', async () => {
    await page.goto(`${base}/forms?find=Crack%207`);
    await page.getByRole('link', { name: /^ISS-/ }).first().waitFor();
    await button('Actions for forms').click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Save as BCF' }).click();
    const buffer = readFileSync(await (await download).path());
    const { formDataInstances } = await call(`GET /forms/?twinId=${twin.id}&search=${encodeURIComponent('Crack 7')}`);
    for (const { id } of formDataInstances) await call(`PATCH /forms/${id}`, { subject: 'Lost' });
    await button('Actions for forms').click();
    await page.getByRole('menuitem', { name: 'Import BCF' }).click();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'forms.bcf', mimeType: 'application/octet-stream', buffer });
    await dialog.getByText('forms.bcf').waitFor();
    await photograph(page, 'kinds-import');
    assert.deepEqual(await seriousFaults(page), []);
    await button('Import', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => {
      const found = await call(`GET /forms/?twinId=${twin.id}&search=${encodeURIComponent('Crack 7')}`);
      assert.equal(found.formDataInstances.length, formDataInstances.length);
    });
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
