import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openConsole } from '../support/console.ts';
import { checkLook } from '../support/console-check.ts';
import { eventually } from '../support/eventually.ts';

/* The log of requests in the console, in a real browser. */

const { platform, page, strange, close } = await openConsole();
after(close);

const { ada, baseUrl } = platform;
const requests = `${baseUrl}/console/requests`;
const rows = () => page.getByRole('table', { name: 'Requests' }).getByRole('link');

describe('requests', () => {
  it('appear while one looks, and are found by what the address says', async () => {
    await page.goto(`${requests}?path=nowhere`);
    await page.getByText('No request is like that').waitFor();
    await platform.call(ada, 'GET /nowhere/at/all?secret=planted');
    await page.getByRole('link', { name: 'GET /nowhere/at/all' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'GET /nowhere/at/all' }).waitFor();
    await page.getByRole('button', { name: 'Without path: nowhere' }).click();
    await eventually(async () => assert.ok((await rows().count()) > 1));
    await checkLook(page, 'requests');
  });

  it('say why they were refused, and how to ask the same again', async () => {
    const answer = await platform.call(ada, 'POST /twins/', { body: { displayName: 'x' } });
    await eventually(async () => {
      const id = answer.headers.get('x-request-id');
      assert.equal((await platform.call(ada, `GET /observability/requests/${id}`)).status, 200);
    });
    await page.goto(`${requests}/${answer.headers.get('x-request-id')}`);
    await page.getByText('details').first().waitFor();
    await page.getByText('-H "Authorization: Bearer $TWIN_TOKEN"').waitFor();
    await page.getByText('twins.createTwin').waitFor();
    await checkLook(page, 'request');
  });

  it('are counted by operation and code, and a click finds them', async () => {
    await page.goto(`${requests}?tab=summary`);
    await page.getByRole('img', { name: /requests in \d+ hours/ }).waitFor();
    await checkLook(page, 'requests-summary');
    await page.getByRole('button', { name: '404 ResourceNotFound' }).click();
    await page.waitForURL(/code=ResourceNotFound/);
    await page.getByRole('link', { name: 'GET /nowhere/at/all' }).waitFor();
  });

  it('are one click away from an error that a page tells', async () => {
    await page.goto(`${baseUrl}/console/webhooks/${crypto.randomUUID()}`);
    await page.getByRole('link', { name: 'the request' }).click();
    await page.waitForURL(/\/console\/requests\/[0-9a-f-]{36}/);
    await page.getByText('GET /webhooks/').first().waitFor();
  });

  it('have raised no fault in the browser', () => {
    assert.deepEqual(
      strange.filter((one) => !/status of 4\d\d/.test(one)),
      [],
    );
  });
});
