import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { modelPages } from '../support/console-models.ts';
import { becomes, becomesTrue } from '../support/page-state.ts';

/* What becomes of files that are dropped on the console, in a real browser. */

const { platform, page, strange, button, shown, close } = await openConsole();
const { baseUrl } = platform;
after(close);

const twin = await platform.twin(platform.ada, { displayName: 'Harbour bridge' });
const at = `${baseUrl}/console/twins/${twin.id}`;
const uploads = page.getByRole('region', { name: 'Uploads' });
const { settled } = modelPages(platform, page, twin.id);

/** Drops a file on what is there, as the system does; answers whether the browser would have opened it. */
async function drop(name: string, onto: string, content: string | readonly number[] = 'dropped'): Promise<boolean> {
  const part = typeof content === 'string' ? content : `new Uint8Array(${JSON.stringify(content)})`;
  return page.evaluate(
    `(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${typeof content === 'string' ? JSON.stringify(part) : part}], ${JSON.stringify(name)}));
      const send = (type) => document.querySelector(${JSON.stringify(onto)}).dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      return [send('dragover'), send('drop')].some((untouched) => untouched);
    })()`,
  );
}

describe('a drop', () => {
  const pages = ['', '/files', '/models', '/scenes', '/members', '/jobs', '/files/recycle-bin'];
  for (const [index, path] of pages.entries()) {
    it(`anywhere on the page ${path || '/overview'} of a twin is an upload`, async () => {
      await page.goto(at + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const name = `dropped-${index}.txt`;
      await becomesTrue(page, "document.querySelector('main h1')");
      await page.waitForLoadState('networkidle'); // the rights of the person are known
      assert.equal(await drop(name, index % 2 ? 'header' : 'main'), false);
      await uploads.getByRole('listitem').filter({ hasText: name }).getByText('checksum verified').waitFor();
    });
  }

  it('on a page that belongs to no twin says what to do, and leaves the page where it is', async () => {
    for (const path of ['/twins', '/jobs', '/applications', '/nothing']) {
      await page.goto(`${baseUrl}/console${path}`);
      await page.getByRole('main').waitFor();
      assert.equal(await drop('lost.txt', 'main'), false);
      await shown('Open a twin first');
      await becomes(async () => page.url(), `${baseUrl}/console${path}`);
    }
  });

  it('beside the place for it in a dialog uploads nothing, and leaves the page where it is', async () => {
    await page.goto(`${baseUrl}/console/twins/${twin.id}/files`);
    await button('New folder').click();
    await page.getByRole('dialog').waitFor();
    assert.equal(await drop('beside.txt', 'body'), false);
    await shown('Close the dialog first');
    await becomes(() => uploads.getByText('beside.txt').count(), 0);
  });

  it('of a link leaves the page where it is, a text can be dropped into a field', async () => {
    await page.goto(`${baseUrl}/console/twins`);
    await page.getByRole('searchbox').waitFor();
    const untouched = (onto: string) =>
      page.evaluate(
        `(() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData('text/uri-list', 'https://example.com/');
          return document.querySelector('${onto}').dispatchEvent(
            new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
        })()`,
      );
    assert.equal(await untouched('main'), false);
    assert.equal(await untouched('input[type=search]'), true);
  });
});

describe('a drop of something that another page reads', () => {
  const dialog = page.getByRole('dialog');
  const given = async (path: string, name: string, content: string | readonly number[]) => {
    await page.goto(at + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle'); // the rights of the person are known
    await drop(name, 'main', content);
  };

  it('of a cloud opens the upload of reality data at once, and asks in Files', async () => {
    await given('', 'yard.las', 'LASF');
    await dialog.getByRole('heading', { name: 'Upload reality data' }).waitFor();
    await dialog.getByText('yard.las').waitFor();
    await button('Cancel', dialog).click();
    await given('/files', 'yard.las', 'LASF');
    await dialog.getByRole('heading', { name: 'What are these files for?' }).waitFor();
    await photograph(page, 'drop-question');
    assert.deepEqual(await seriousFaults(page), []);
    await dialog.getByRole('radio', { name: 'Keep in Files' }).check();
    await button('Continue', dialog).click();
    await page.getByRole('row').getByRole('link', { name: 'yard.las' }).waitFor();
  });

  it('of a PDF asks what it is for, and reads it as a P&ID on the page of drawings', async () => {
    await given('/jobs', 'sheet.pdf', '%PDF-1.7');
    await dialog.getByRole('radio', { name: 'Read as P&ID' }).waitFor();
    await button('Continue', dialog).click();
    await dialog.getByRole('list', { name: 'Files' }).getByText('sheet.pdf').waitFor();
    await button('Cancel', dialog).click();
    await given('/drawings', 'sheet.pdf', '%PDF-1.7');
    await dialog.getByRole('list', { name: 'Files' }).getByText('sheet.pdf').waitFor();
    await button('Cancel', dialog).click();
  });

  it('of photos goes to Photogrammetry from its jobs, and an EPD is imported with a report', async () => {
    await given('/capture', 'pier.jpg', [0xff, 0xd8, 0xff]);
    await dialog.getByRole('heading', { name: 'Upload photos' }).waitFor();
    await button('Cancel', dialog).click();
    await given('/models', 'epds.csv', 'name,declaredQuantity,declaredUnit,A1-A3\nBrick,1,m3,200');
    await dialog.getByText('1 declaration imported').waitFor();
    await button('Done', dialog).click();
  });

  it('leaves Files by the same ways, without a second upload', async () => {
    await page.goto(`${at}/files`);
    await button('Actions for yard.las').click();
    await page.getByRole('menuitem', { name: 'Use as reality data' }).click();
    await page.waitForURL(/\/reality\/[0-9a-f-]{36}/);
    await page.getByRole('heading', { name: 'yard.las' }).waitFor();
  });
});

describe('models', () => {
  it('the empty page of models offers a sample, which is read and can be opened in 3D from Models and from Files', async () => {
    await page.goto(`${at}/models`);
    await button('Try a sample house').click();
    await page.getByRole('link', { name: 'Open in 3D: sample-house.ifc' }).click();
    await settled();
    await photograph(page, 'sample-house');
    await page.goto(`${at}/files`);
    await page.getByRole('row').getByRole('link', { name: 'Open in 3D: sample-house.ifc' }).waitFor();
    await photograph(page, 'files-with-model');
    await page.getByRole('row').getByRole('link', { name: 'sample-house.ifc', exact: true }).click();
    await settled(); // one click from the list
    await page.waitForURL(/\/models\//);
    await page.goto(`${at}/files`);
    await button('Actions for sample-house.ifc').click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open in 3D: sample-house.ifc' }).click();
    await settled();
    await page.waitForURL(/\/models\//);
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
