import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { testKinds } from '../../src/areas/jobs/testing/fixture.ts';
import { houseFile } from '../../src/areas/models/testing/files.ts';
import { newFile, rootOf } from '../../src/areas/storage/testing/fixture.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { becomes, fitTo } from '../support/page-state.ts';
import { requireSuccess } from '../support/platform.ts';

/* Every table and list of the console: sorted by what it shows, counted, and holding names of 255 characters without a blank. */

const { platform, page, strange, button, close } = await openConsole({ jobKinds: testKinds });
after(close);

const call = async (operation: string, body?: unknown) =>
  requireSuccess(await platform.call(platform.ada, operation, body === undefined ? {} : { body }));
const twin = await platform.twin(platform.ada, { displayName: 'Harbour bridge' });
const at = `/accesscontrol/twins/${twin.id}`;
const long = (start: string, length = 255) => start.padEnd(length, 'x');
const widths = [1440, 1024, 390];

/** The names in the first column, in the order that is shown. */
const firstCells = () =>
  page
    .locator('tbody')
    .first()
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));

async function assertSorts(column: string, first: string, last: string): Promise<void> {
  const head = page.getByRole('columnheader', { name: column });
  for (const [order, wanted] of [
    ['ascending', first],
    ['descending', last],
  ] as const) {
    await button(column, page.locator('table').first()).click();
    await becomes(() => head.first().getAttribute('aria-sort'), order);
    const [top = ''] = await firstCells();
    assert.ok(top.startsWith(wanted), `${order} by ${column}: ${top.slice(0, 40)} instead of ${wanted}`);
  }
}

async function assertNothingPushedOut(name: string): Promise<void> {
  for (const width of widths) {
    await fitTo(page, width, 900);
    await photograph(page, `${name}-${width}`);
    const over = await page.evaluate<number[]>(
      `[document.documentElement, ...document.querySelectorAll('.sheet, main ul, main li')].map((one) => one.scrollWidth - one.clientWidth)`,
    );
    assert.ok(
      over.every((one) => one <= 0),
      `${name} at ${width}: ${over.join()}`,
    );
  }
  await fitTo(page, 1280, 800);
}

describe('the tables of members', () => {
  it('of people are sorted, counted, and hold long roles', async () => {
    const { role } = await call(`POST ${at}/roles`, {
      displayName: long('Reader', 100),
      description: long('About'),
      permissions: ['storage_read'],
    });
    const members = [{ email: 'ben@example.org', roleIds: [role.id] }];
    await call(`POST ${at}/members/users`, { members });
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/members`);
    await page.getByText('1 person', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Name' }).waitFor();
    await assertNothingPushedOut('members');
  });

  it('of groups and roles, too', async () => {
    for (const name of ['Surveyors', 'Builders', long('Zealous', 100)])
      await call(`POST ${at}/groups`, { name, description: long('About') });
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/members?tab=groups`);
    await page.getByText('3 groups', { exact: true }).waitFor();
    await assertSorts('Group', 'Builders', 'Zealous');
    await assertNothingPushedOut('groups');
    const permissions = ['storage_read', 'storage_write', 'models_read'];
    await call(`POST ${at}/roles`, { displayName: 'Author', description: 'Writes', permissions });
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/members?tab=roles`);
    await page.getByText('Author').first().waitFor();
    await assertSorts('Role', 'Author', 'Reader');
    await assertNothingPushedOut('roles');
  });

  it('of invitations, too', async () => {
    const [role] = (await call(`GET ${at}/roles`)).roles;
    const members = ['zoe@example.net', 'anna@example.net', `${long('l', 60)}@example.net`];
    await call(`POST ${at}/members/users`, { members: members.map((email) => ({ email, roleIds: [role.id] })) });
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/members?tab=invitations`);
    await page.getByText('anna@example.net').waitFor();
    await assertSorts('E-mail address', 'anna', 'zoe');
    await assertNothingPushedOut('invitations');
  });
});

describe('the tables of programs', () => {
  it('of webhooks are sorted and hold long addresses', async () => {
    for (const path of ['b', 'a', long('z', 200)])
      await call('POST /webhooks/', {
        callbackUrl: `https://example.com/${path}`,
        scope: 'twin',
        scopeId: twin.id,
        eventTypes: ['twins.twinUpdated.v1'],
      });
    await page.goto(`${platform.baseUrl}/console/webhooks`);
    await page.getByText('3 webhooks', { exact: true }).waitFor();
    await assertSorts('Address', 'https://example.com/a', 'https://example.com/z');
    await assertNothingPushedOut('webhooks');
  });

  it('of applications are sorted and hold long names', async () => {
    for (const displayName of ['Survey', 'Archive', long('Zebra', 100)])
      await call('POST /auth/api/applications', { displayName, type: 'Service' });
    await page.goto(`${platform.baseUrl}/console/applications`);
    await page.getByText('3 applications', { exact: true }).waitFor();
    await assertSorts('Name', 'Archive', 'Zebra');
    await assertNothingPushedOut('applications');
  });
});

describe('the lists of cards', () => {
  it('of models have an order, a number, and hold long names', async () => {
    const top = await rootOf(platform, platform.ada, twin.id);
    for (const name of ['pier.ifc', 'deck.ifc', `${long('zone', 200)}.ifc`])
      await newFile(platform, platform.ada, top, name, houseFile(4));
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/models`);
    await page.getByText('3 models', { exact: true }).waitFor();
    const first = page.getByRole('main').getByRole('listitem').first();
    await first.getByText('deck.ifc').waitFor();
    await page.getByRole('combobox', { name: 'Order of the models' }).click();
    await page.getByRole('option', { name: 'By state' }).click();
    await page.getByText('3 models', { exact: true }).waitFor();
    await assertNothingPushedOut('models-long');
  });

  it('of scenes, too', async () => {
    for (const displayName of ['Zero', 'Alpha', long('Bridge', 255)])
      await call(`POST /scenes/?twinId=${twin.id}`, { displayName, sceneData: { objects: [] } });
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/scenes`);
    await page.getByText('3 scenes', { exact: true }).waitFor();
    const first = page.getByRole('main').getByRole('listitem').first();
    await first.getByText('Bridge').waitFor();
    await page.getByRole('combobox', { name: 'Order of the scenes' }).click();
    await page.getByRole('option', { name: 'By name' }).click();
    await first.getByText('Alpha').waitFor();
    await assertNothingPushedOut('scenes-long');
  });

  it('of jobs say what they are in words, and lead to their model', async () => {
    const title = long('Import');
    const job = { kind: 'test.fail', title, twinId: twin.id, createdBy: platform.ada.userId, payload: null };
    await platform.app.db.write((tx) => platform.app.jobs.enqueue(tx, job));
    await page.goto(`${platform.baseUrl}/console/twins/${twin.id}/jobs`);
    const card = page.getByRole('listitem').filter({ hasText: 'Import deck.ifc' });
    await card.getByText('Import of a model').waitFor();
    await page
      .getByText(/^Code \w+$/)
      .first()
      .waitFor();
    await becomes(() => page.getByText('models.import').count(), 0);
    await becomes(() => page.getByText('It can be tried again').count(), 0);
    await assertNothingPushedOut('jobs-long');
    await card.getByRole('link', { name: 'Open the model' }).click();
    await page.waitForURL(/\/models\/[0-9a-f-]{36}/);
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
