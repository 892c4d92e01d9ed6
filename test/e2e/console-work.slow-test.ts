import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { release, releaseAll, testKinds } from '../../src/areas/jobs/testing/fixture.ts';
import { ben, openConsole, takeSeat } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { becomes } from '../support/page-state.ts';

/* Jobs, webhooks and applications in the console, in a real browser. */

const { platform, browser, page, strange, button, close } = await openConsole({ jobKinds: testKinds });
const { baseUrl } = platform;
const received: string[] = [];
const receiver = createServer((request, response) => {
  received.push(String(request.headers.signature));
  request.resume();
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
after(async () => {
  releaseAll();
  receiver.close();
  await close();
});

const twin = await platform.twin(platform.ada, { displayName: 'Harbour bridge' });
const add = (kind: string, title: string): Promise<string> => {
  const job = { kind, title, twinId: twin.id, createdBy: platform.ada.userId, payload: null };
  return platform.app.db.write((tx) => platform.app.jobs.enqueue(tx, job));
};
const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });

describe('jobs', () => {
  it('tell of their progress as it is, and of their end, without a reload', async () => {
    const id = await add('test.hold', 'Import bridge.ifc');
    const [stream] = await Promise.all([
      page.waitForResponse(`${baseUrl}/jobs/${id}/events`),
      page.goto(`${baseUrl}/console/twins/${twin.id}/jobs`),
    ]);
    assert.match(stream.headers()['content-type'] ?? '', /^text\/event-stream/);
    const job = card('Import bridge.ifc');
    await job.getByText('Counting · 1 of 3 photos · 33 %').waitFor();
    await becomes(() => job.getByRole('progressbar').getAttribute('aria-valuenow'), '33');
    await button('Show the log', job).click();
    await job.getByText('Began.').waitFor();
    release(id);
    await job.getByText('Succeeded').waitFor();
    await becomes(() => job.getByRole('progressbar').count(), 0);
  });

  it('are cancelled and tried again', async () => {
    await add('test.hold', 'Import pier.ifc');
    const job = card('Import pier.ifc');
    await job.getByText('Running').waitFor();
    await button('Cancel', job).click();
    await job.getByText('Cancelled').waitFor();
    await button('Try again', job).click();
    await job.getByText('Running').waitFor();
  });

  it('say why they failed', async () => {
    await add('test.fail', 'Import gone.ifc');
    const job = card('Import gone.ifc');
    await job.getByRole('alert').getByText('The file is gone.').waitFor();
    await page.goto(`${baseUrl}/console/jobs`);
    await card('Import gone.ifc').getByRole('link', { name: 'Harbour bridge' }).waitFor();
  });
});

describe('webhooks', () => {
  it('are made with a secret that is shown once, tried, switched on, and log what was sent', async () => {
    await page.goto(`${baseUrl}/console/webhooks`);
    await button('New webhook').first().click();
    const dialog = page.getByRole('dialog');
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
    await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
    await dialog.getByRole('checkbox', { name: 'twins.twinUpdated.v1' }).check();
    await button('Create', dialog).click();
    await dialog.getByText(/^[0-9a-f]{64}$/).waitFor();
    await button('I have kept it', dialog).click();
    await page.getByRole('link', { name: address }).click();
    await button('Send a test').click();
    const log = page.getByRole('row', { name: /webhooks\.test\.v1.*Delivered/ });
    await log.waitFor();
    await page.getByRole('switch', { name: 'Inactive' }).click({ force: true });
    await page.getByText('Active: events are sent').waitFor();
    await platform.call(platform.ada, `PATCH /twins/${twin.id}`, { body: { type: 'Road bridge' } });
    await page.getByRole('row', { name: /twins\.twinUpdated\.v1.*Delivered/ }).waitFor();
    await button('Attempts of twins.twinUpdated.v1').click();
    await page.getByRole('cell', { name: '204', exact: true }).waitFor();
    assert.ok(received.length === 2 && received.every((signature) => /^sha256=[0-9a-f]{64}$/.test(signature)));
  });

  it('are explained to who may not have any', async () => {
    const { page: his, context } = await takeSeat(browser, platform, ben);
    await his.goto(`${baseUrl}/console/webhooks`);
    await his.getByText('Webhooks are for administrators and service applications').waitFor();
    await context.close();
  });
});

describe('applications', () => {
  it('are registered, and their secrets renewed', async () => {
    await page.goto(`${baseUrl}/console/applications`);
    await button('Register application').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Service' }).click();
    await button('Register', dialog).click();
    const secret = dialog.locator('pre', { hasText: /^[\w-]{43}$/ });
    const first = await secret.textContent();
    await button('I have kept it', dialog).click();
    await button('Actions for Nightly report').click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    await button('Make a new secret', dialog).click();
    await dialog.getByText('Keep the secret').waitFor();
    await eventually(async () => assert.notEqual(await secret.textContent(), first));
    await button('I have kept it', dialog).click();
  });

  it('are refused with the reason beside the field', async () => {
    await button('Register application').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Survey app');
    await dialog.getByLabel('Redirect addresses').fill('http://example.com/back');
    await page.keyboard.press('Enter');
    await button('Register', dialog).click();
    await dialog.getByText('Plain http is allowed only to the own machine.').first().waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('the build', () => {
  interface Chunk {
    readonly file: string;
    readonly isEntry?: true;
    readonly imports?: readonly string[];
    readonly css?: readonly string[];
  }

  it('asks for at most 400 kB until the first page is shown, compressed', () => {
    const dist = 'console/dist';
    const chunks: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'));
    const files = new Set<string>();
    const take = (name: string) => {
      const chunk = chunks[name];
      assert.ok(chunk, name);
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const css of chunk.css ?? []) files.add(css);
      for (const other of chunk.imports ?? []) take(other);
    };
    for (const page of ['index.html', 'silent.html', 'src/twins/list-page.tsx']) take(page);
    const sizeOf = (file: string, ending: string) => {
      try {
        return readFileSync(`${dist}/${file}${ending}`).length;
      } catch {
        return readFileSync(`${dist}/${file}`).length; // too small to be worth it
      }
    };
    for (const ending of ['.br', '.gz']) {
      const total = [...files].reduce((sum, file) => sum + sizeOf(file, ending), 0);
      console.log(`First load${ending}: ${Math.round(total / 1000)} kB in ${files.size} files`);
      assert.ok(total <= 400_000, `${total} bytes: ${[...files]}`);
    }
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
