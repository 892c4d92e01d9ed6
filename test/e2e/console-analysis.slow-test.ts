import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { newDetector, readyVersion } from '../../src/areas/reality-analysis/testing/detectors.ts';
import { newJob2 } from '../../src/areas/reality-analysis/testing/jobs.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { furnishAnalysis } from '../support/console-analysis.ts';
import { checkLook } from '../support/console-check.ts';
import { eventually } from '../support/eventually.ts';
import { takeSeats } from '../support/job-seats.ts';
import { becomes } from '../support/page-state.ts';
import { patienceMs } from '../support/patience.ts';
import { requireSuccess } from '../support/platform.ts';

/* Reality analysis in the console: a detector is added and tried, finds things on photos, which people accept and reject; two surveys are compared, and a result is checked; in a real browser. */

const { platform, page, strange, button, shown, close } = await openConsole();
after(close);
const twin = await platform.twin(platform.ada, { displayName: 'Ring road' });
const { pictures, things, photos, detector } = await furnishAnalysis(platform, twin.id);
page.setDefaultTimeout(patienceMs);
const dialog = page.getByRole('dialog');
const home = `${platform.baseUrl}/console/twins/${twin.id}/analysis`;
const option = (name: string | RegExp) => page.getByRole('option', { name });
const call = async (operation: string) => requireSuccess(await platform.call(platform.ada, operation));

async function choose(label: string, name: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await option(name).click();
}

/** Starts what is wanted and waits until it is done. */
async function run(
  want: string,
  inputs: readonly (readonly [label: string, name: string | RegExp])[],
): Promise<string> {
  await page.goto(home);
  await page.getByRole('link', { name: 'New analysis' }).first().click();
  await page.getByRole('link', { name: want }).click();
  for (const [label, name] of inputs) await choose(label, name);
  await button('Start').click();
  await page.getByText('Done', { exact: true }).waitFor();
  return page.url();
}

describe('a detector', () => {
  it('is added with its package, whose labels are read', async () => {
    await page.goto(`${platform.baseUrl}/console/detectors`);
    await shown('No detectors yet');
    await checkLook(page, 'detectors-none');
    await button('Add detector').first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Road damages');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'road.zip', mimeType: 'application/zip', buffer: detector });
    await dialog.getByText('pothole').waitFor();
    await dialog.getByText('marking').waitFor();
    await photograph(page, 'detector-new');
    await button('Add', dialog).click();
    await page.getByRole('heading', { name: 'Road damages' }).waitFor();
    await shown('Ready');
  });

  it('is refused with the reason when its package is none, and nothing is left of it', async () => {
    await page.goto(`${platform.baseUrl}/console/detectors`);
    await button('Add detector').first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Broken one');
    const files = [
      { name: 'model.onnx', mimeType: 'application/octet-stream', buffer: Buffer.from('x') },
      { name: 'labels.json', mimeType: 'application/json', buffer: Buffer.from('{"1":{"Name":"crack"}}') },
    ];
    await dialog.locator('input[type=file]').setInputFiles(files);
    await dialog.getByText('crack').waitFor();
    await button('Add', dialog).click();
    await dialog.getByText('Cannot complete detector version upload.').waitFor();
    const { detectors } = await call('GET /reality-analysis/detectors');
    assert.deepEqual(
      detectors.map(({ name }: { name: string }) => name),
      ['road-damages'],
    );
  });

  it('is tried on a picture, which shows what it finds', async () => {
    await page.goto(`${platform.baseUrl}/console/detectors/road-damages`);
    await button('Choose a picture').waitFor();
    const [[name, buffer] = ['', Buffer.alloc(0)]] = [...pictures];
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
    const found = page.getByRole('list', { name: 'What it finds on the picture' });
    await found.getByText('pothole: 2').waitFor();
    await found.getByText('marking: 2').waitFor();
    await checkLook(page, 'detector-tried');
  });
});

describe('an analysis of photos', () => {
  let address = '';

  it('offers only what fits', async () => {
    await page.goto(home);
    await shown('Nothing was analysed yet');
    await checkLook(page, 'analyses-none');
    await page.getByRole('link', { name: 'New analysis' }).first().click();
    await page.getByRole('heading', { name: 'What do you want to know?' }).waitFor();
    await checkLook(page, 'analysis-wants');
    await page.getByRole('link', { name: 'Find things in photos' }).click();
    await page.getByRole('combobox', { name: 'Photos' }).click();
    await option(/Road photos/).waitFor();
    await becomes(() => option(/Yard/).count(), 0);
    await page.keyboard.press('Escape');
    await checkLook(page, 'analysis-new');
  });

  it('runs, and says what came of it', async () => {
    address = await run('Find things in photos', [
      ['Photos', /Road photos/],
      ['Detector', /Road damages/],
    ]);
    await page.getByRole('link', { name: 'On the photos' }).waitFor();
    await checkLook(page, 'analysis-done');
  });

  it('shows the boxes on each photo, of which one is rejected and stays so', async () => {
    await page.getByRole('link', { name: 'On the photos' }).click();
    const list = page.getByRole('listbox', { name: 'Found on this photo' });
    await list.getByRole('option').first().waitFor();
    await becomes(() => list.getByRole('option').count(), things.get('road-01.png')?.length);
    await page.getByRole('button', { name: 'The whole photo (F)' }).waitFor();
    await list.getByRole('option').first().click();
    await page.keyboard.press('r');
    await list.getByRole('option', { name: /rejected/ }).waitFor();
    await page.keyboard.press('a');
    await list.getByRole('option', { name: /accepted/ }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    await checkLook(page, 'analysis-photos');
    await page.reload();
    await list.getByRole('option', { name: /rejected/ }).waitFor();
    await shown('1 thing accepted, 1 rejected');
    await page.keyboard.press('PageDown');
    await shown('Photo 2 of 3');
  });

  it('shows a photo that browsers cannot draw', async () => {
    await page.keyboard.press('PageDown');
    await shown('Photo 3 of 3');
    await page.getByLabel(/^The photo with what was found on it/).waitFor();
    await photograph(page, 'analysis-tiff');
    await page.keyboard.press('PageUp');
    await shown('Photo 2 of 3');
  });

  it('takes back what was said', async () => {
    await page.keyboard.press('PageUp');
    await shown('Photo 1 of 3');
    await page.getByRole('option', { name: /rejected/ }).click();
    await button('Reject (R)').click();
    await shown('1 thing accepted, 0 rejected');
    await button('Undo (Ctrl Z)').click();
    await shown('1 thing accepted, 1 rejected');
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
  });

  it('is filtered by kind, and by how sure it is', async () => {
    const list = page.getByRole('listbox', { name: 'Found on this photo' });
    await choose('What', /^pothole$/);
    const potholes = things.get('road-01.png')?.filter(({ label }) => label === 1).length;
    await eventually(async () => assert.equal(await list.getByRole('option').count(), potholes));
    await page.getByRole('slider', { name: 'At least sure' }).focus();
    await page.keyboard.press('End');
    await shown('100 %');
  });

  it('is kept without what was rejected, as data of its own', async () => {
    await button('Keep without the rejected').click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Looked through');
    await button('Keep', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    const { realityData } = await call(`GET /reality-management/reality-data/?twinId=${twin.id}&$top=1000`);
    assert.ok(realityData.some(({ displayName }: { displayName: string }) => displayName === 'Looked through'));
    await page.goto(address);
    await page.getByRole('link', { name: 'On the photos' }).waitFor();
  });
});

describe('an analysis that is under way', () => {
  it('says before what it will work on and cost, is cancelled, and runs again', async () => {
    const free = await takeSeats(platform, 'realityAnalysis.job');
    await page.goto(`${home}/new?want=objects`);
    await choose('Photos', /Road photos/);
    const facts = page.getByRole('region', { name: 'What it will work on' });
    await facts.getByText(/units$/).waitFor();
    await facts.getByText('3', { exact: true }).waitFor();
    await choose('Detector', /Road damages/);
    await checkLook(page, 'analysis-estimate');
    await button('Start').click();
    await shown('Waits for its turn');
    await button('Cancel').click();
    await button('Cancel the analysis', dialog).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await free();
    await button('Run again').click();
    await page.getByText('Done', { exact: true }).waitFor();
    const { jobs } = await call(`GET /reality-analysis/jobs?$filter=${encodeURIComponent(`twinId eq ${twin.id}`)}`);
    const states = jobs.map(({ state }: { state: string }) => state).sort();
    assert.deepEqual(states, ['Cancelled', 'Success', 'Success']);
  });
});

describe('areas in photos', () => {
  it('are coloured, told by how much they take, and accepted label by label', async () => {
    const name = await newDetector(platform, platform.ada, 'road-areas', 'PhotoSegmentationDetector');
    await readyVersion(platform, platform.ada, name, '1.0', detector);
    const inputs = { photos, photoSegmentationDetector: name };
    const specifications = { inputs, outputs: ['segmentation2D'] };
    const body = { type: 'Segmentation2D', twinId: twin.id, name: 'Areas', specifications };
    const { id } = await newJob2(platform, platform.ada, body);
    await page.goto(`${home}/${id}`);
    await page.getByRole('link', { name: 'On the photos' }).click();
    const list = page.getByRole('listbox', { name: 'Found on this photo' });
    await list.getByRole('option', { name: /pothole .* of the photo/ }).click();
    await page.keyboard.press('a');
    await list.getByRole('option', { name: /pothole .* accepted/ }).waitFor();
    await checkLook(page, 'analysis-areas');
    await page.goto(`${platform.baseUrl}/console/detectors/${name}`);
    const [[file, buffer] = ['', Buffer.alloc(0)]] = [...pictures];
    await page.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'image/png', buffer });
    await page.getByText(/pothole: .* % of the picture/).waitFor();
    await photograph(page, 'detector-areas');
  });
});

describe('a result that is checked', () => {
  it('has figures as a table, and a curve with a table beside it', async () => {
    await run('Check boxes on photos', [
      ['What is right', /Road truth/],
      ['What was found', /Looked through/],
    ]);
    const table = page.getByRole('table', { name: 'What was found of each kind' });
    await table.getByRole('rowheader', { name: 'pothole' }).waitFor();
    const texts = (await table.getByRole('row').allTextContents()).join(' ');
    assert.match(texts, /100\.0 %/);
    await page.getByRole('img', { name: /Precision over recall/ }).waitFor();
    await page.getByRole('table', { name: 'Precision and recall by how sure it has to be' }).waitFor();
    await checkLook(page, 'analysis-evaluation');
  });
});

describe('two surveys', () => {
  it('stand side by side with the list of what has changed', async () => {
    await run('See what has changed', [
      ['Before', /Yard in spring/],
      ['After', /Yard in autumn/],
    ]);
    await page.getByRole('link', { name: 'Before and after' }).click();
    const list = page.getByRole('listbox', { name: 'Changes' });
    await list.getByRole('option', { name: /New/ }).first().waitFor();
    await list.getByRole('option', { name: /Gone/ }).first().waitFor();
    await eventually(async () => assert.equal(await page.locator('canvas[data-settled]').count(), 2));
    await photograph(page, 'analysis-changes-begin');
    const sight = () => page.getByRole('region', { name: 'After' }).screenshot();
    const before = await sight();
    await list.getByRole('option', { name: /Gone/ }).first().click();
    await eventually(async () => assert.notDeepEqual(await sight(), before));
    await checkLook(page, 'analysis-changes');
  });

  it('and the changes are shown in 3D', async () => {
    await page.goBack();
    await page.getByRole('link', { name: 'In 3D', exact: true }).click();
    await page.getByRole('listbox', { name: 'What was found' }).getByRole('option').first().waitFor();
    await page.locator('canvas[data-settled]').waitFor();
    await checkLook(page, 'analysis-space');
  });
});

it('the list says how each analysis went, and nothing strange was asked for', async () => {
  await page.goto(home);
  await shown('6 analyses');
  await checkLook(page, 'analyses');
  assert.deepEqual(strange, []);
});
