import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ada, openConsole, takeSeat } from '../support/console.ts';
import { becomes } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Numbers as people of two languages type them, from the keyboard to what the server has. */

const { platform, page, browser, strange, button, close } = await openConsole();
after(close);
page.setDefaultTimeout(20_000);
const twin = await platform.twin(platform.ada, { displayName: 'Harbour house' });
const base = `${platform.baseUrl}/console/twins/${twin.id}`;
const call = async (operation: string, body?: unknown) =>
  requireSuccess(await platform.call(platform.ada, operation, body === undefined ? {} : { body }));

const typed = ['1.5', '0.25', '1,5', '1.234,5', '-12.25', '1e3', '100.05'] as const;
const meant = [1.5, 0.25, 1.5, 1234.5, -12.25, 1000, 100.05];
const names = typed.map((_, at) => `Value ${at + 1}`);

const controls = [
  { TextBox: { Binding: '_Subject', DisplayLabel: 'Subject' } },
  ...[...names, 'Emptied'].map((Binding) => ({ NumberBox: { Binding, DisplayLabel: Binding, Unit: 'mm' } })),
  { Table: { Binding: 'Rows', DisplayLabel: 'Rows', Columns: [{ NumberBox: { Binding: 'Width' } }] } },
];
const { formDefinition } = await call('POST /forms/templates/import', {
  templateName: 'Issue',
  destinationTwinId: twin.id,
});
const definition = JSON.stringify({ Form: { Controls: controls } });
await call(`PATCH /forms/form-definitions/${formDefinition.id}`, { status: 'Maintenance' });
await call(`PUT /forms/form-definitions/${formDefinition.id}/definition`, { definition });
await call(`PATCH /forms/form-definitions/${formDefinition.id}`, { status: 'Approved' });
await call(`DELETE /forms/workflows/Issue?twinId=${twin.id}`);
const key = (name: string) => name.replace(' ', '__x0020__');

const newForm = async (): Promise<string> =>
  (await call('POST /forms/', { formId: formDefinition.id, subject: 'Widths', properties: { Emptied: 7 } })).formData
    .id;

/** Types into a field letter by letter, with a time between two of them. */
async function typeInto(on: Page, label: string, text: string, delay: number): Promise<void> {
  const field = on.getByRole('textbox', { name: label, exact: true });
  await field.press('ControlOrMeta+A');
  await field.press('Delete');
  await field.pressSequentially(text, { delay });
}

/** Fills in a form with every number, in fields and when fast in rows; answers what the server has of it then. */
async function filledIn(on: Page, delay: number) {
  const id = await newForm();
  await on.goto(`${base}/forms/${id}`);
  for (const [at, text] of typed.entries()) await typeInto(on, names[at] ?? '', text, delay);
  await typeInto(on, 'Emptied', '', delay);
  for (const [at, text] of (delay === 0 ? typed : []).entries()) {
    await button('Add a row to Rows', on).click();
    await typeInto(on, `Width, row ${at + 1}`, text, delay);
  }
  await becomes(() => on.getByRole('textbox', { name: 'Value 4', exact: true }).inputValue(), '1234.5');
  await button('Save', on).click();
  await button('Save', on).waitFor({ state: 'detached' });
  const { properties } = (await call(`GET /forms/${id}`)).formData;
  return {
    fields: names.map((name) => properties[key(name)]),
    emptied: properties.Emptied,
    rows: (properties.Rows ?? []).map(({ Width }: { Width: number }) => Width),
  };
}

const slow = { fields: meant, emptied: undefined, rows: [] as number[] };
const fast = { ...slow, rows: meant };

describe('a number field', () => {
  it('stores what is typed in English, slowly and fast, in fields and in rows', async () => {
    assert.deepEqual(await filledIn(page, 0), fast);
    assert.deepEqual(await filledIn(page, 45), slow);
  });

  it('stores what is typed in German, slowly and fast', async () => {
    const seat = await takeSeat(browser, platform, ada, { locale: 'de-DE' });
    assert.deepEqual(await filledIn(seat.page, 0), fast);
    assert.deepEqual(await filledIn(seat.page, 45), slow);
    await typeInto(seat.page, 'Value 1', '1,234', 0);
    await button('Save', seat.page).click();
    await button('Save', seat.page).waitFor({ state: 'detached' });
    const { formDataInstances } = await call(`GET /forms/?twinId=${twin.id}`);
    const { properties } = (await call(`GET /forms/${formDataInstances[0].id}`)).formData;
    assert.equal(properties[key('Value 1')], 1.234);
    assert.deepEqual(seat.strange, []);
    await seat.context.close();
  });

  it('keeps a text that is no number, says why, and saves nothing else in its place', async () => {
    const id = await newForm();
    await page.goto(`${base}/forms/${id}`);
    await typeInto(page, 'Emptied', '1,234', 0);
    await page.keyboard.press('Tab');
    await page.getByText('Write 1234 or 1.234: the comma can mean either.').waitFor();
    await button('Save').click();
    await page.getByText('Correct what is marked, then save.').waitFor();
    assert.equal((await call(`GET /forms/${id}`)).formData.properties.Emptied, 7);
    await becomes(() => page.getByRole('textbox', { name: 'Emptied', exact: true }).inputValue(), '1,234');
    await button('Discard').click();
    await becomes(() => page.getByRole('textbox', { name: 'Emptied', exact: true }).inputValue(), '7');
  });
});

describe('number fields of other pages', () => {
  it('pass on the limits of a control, the days of a step and the place of a twin', async () => {
    await call(`PATCH /forms/form-definitions/${formDefinition.id}`, { status: 'Maintenance' });
    await page.goto(`${base}/form-definitions/${formDefinition.id}`);
    await page
      .getByRole('list', { name: 'Controls of the form' })
      .getByRole('button', { name: /^Value 1/ })
      .click();
    await typeInto(page, 'At least', '0,25', 0);
    await typeInto(page, 'At most', '1.234,5', 30);
    await button('Save layout').click();
    await becomes(() => button('Save layout').isDisabled(), true);
    const layout = JSON.parse(
      (await call(`GET /forms/form-definitions/${formDefinition.id}`)).formDefinition.definition,
    );
    const { Minimum, Maximum } = layout.Form.Controls[1].NumberBox;
    assert.deepEqual([Minimum, Maximum], [0.25, 1234.5]);
    await page.goto(base);
    await button('Edit').click();
    await typeInto(page, 'Latitude', '48,1371', 0);
    await typeInto(page, 'Longitude', '-11.5754', 30);
    await button('Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { latitude, longitude } = (await call(`GET /twins/${twin.id}`)).twin;
    assert.deepEqual([latitude, longitude], [48.1371, -11.5754]);
    assert.deepEqual(strange, []);
  });
});
