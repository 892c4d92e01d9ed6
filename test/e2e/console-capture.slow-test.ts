import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { fill, linkOf, newData } from '../../src/areas/reality-data/testing/fixture.ts';
import { orientationsOf } from '../../src/engines/photogrammetry/output/orientations.ts';
import { readControlPoints } from '../../src/engines/photogrammetry/prepare/control-points.ts';
import { mapPose, randomSite, writeToldPhotos } from '../../src/engines/photogrammetry/testing/site.ts';
import { openConsole } from '../support/console.ts';
import { filesIn, manyPhotos, pointOf } from '../support/console-capture.ts';
import { checkLook } from '../support/console-check.ts';
import { isBackground, modelPages } from '../support/console-models.ts';
import { eventually } from '../support/eventually.ts';
import { takeSeats } from '../support/job-seats.ts';
import { becomes } from '../support/page-state.ts';
import { patienceMs } from '../support/patience.ts';
import { requireSuccess } from '../support/platform.ts';

/* Photos become a model in the console, in a real browser and by the real engine: a small site whose truth is known. */

const { platform, page, strange, button, shown, close } = await openConsole({ environment: { COLMAP: 'off' } });
const folder = mkdtempSync(join(tmpdir(), 'twin-capture-'));
after(async () => {
  rmSync(folder, { recursive: true });
  await close();
});
const site = randomSite(11, { width: 240, grid: [3, 3] });
await writeToldPhotos(site, folder);
const twin = await platform.twin(platform.ada, { displayName: 'North yard' });
const { settled, share } = modelPages(platform, page, twin.id);
page.setDefaultTimeout(patienceMs);
const home = `${platform.baseUrl}/console/twins/${twin.id}/capture`;
const dialog = page.getByRole('dialog');
const call = async (operation: string) => requireSuccess(await platform.call(platform.ada, operation));
const photo = page.getByRole('application');
const point = pointOf(site, 0.4, -0.3);

/** Of the lines of a photo in 3D. */
const blue = (r: number, g: number, b: number) => b > 150 && b > r + 60 && b > g;

/** The address of the photos that the browser has uploaded. */
let photos = '';
const photosId = () => /photos\/([0-9a-f-]{36})/.exec(photos)?.[1] ?? assert.fail(`No id in ${photos}.`);

/** The points as they are stored. */
async function storedPoint() {
  const link = await linkOf(platform, platform.ada, photosId(), 'read');
  const at = link.indexOf('?');
  const text = await (await fetch(`${link.slice(0, at)}/control-points.csv${link.slice(at)}`)).text();
  return readControlPoints(text);
}

describe('photos', () => {
  it('are uploaded, and lie on a plan where they were taken', async () => {
    await page.goto(home);
    await shown('No jobs yet');
    await checkLook(page, 'capture-none');
    await page.getByRole('tab', { name: 'Photos' }).click();
    await button('Upload photos').first().click();
    await dialog.locator('input[type=file]').first().setInputFiles(filesIn(folder));
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Yard in May');
    await button('Upload', dialog).click();
    await page.getByRole('heading', { name: 'Yard in May' }).waitFor();
    await button('Clear done').click();
    await shown('9 with GPS');
    photos = page.url();
    const plan = page.getByRole('application', { name: /^Plan/ });
    await becomes(() => plan.getByRole('button').count(), 9);
    await plan.getByRole('button', { name: 'photo-5.jpg' }).click();
    await page.getByRole('region', { name: 'Chosen photo' }).getByText('photo-5.jpg').waitFor();
    await page.locator('ul img').nth(8).waitFor();
    await checkLook(page, 'capture-photos');
  });
});

describe('a job', () => {
  it('is asked for in words, says what it costs before it starts, and tells how far it is', async () => {
    await button('Make a model').click();
    await becomes(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Yard in May');
    await checkLook(page, 'capture-new-job');
    await button('Continue', dialog).click();
    await dialog.getByText(/units$/).waitFor();
    await dialog.getByText('9', { exact: true }).waitFor();
    await checkLook(page, 'capture-check');
    await button('Start', dialog).click();
    await page.getByRole('list', { name: 'Steps' }).waitFor();
    await shown('Under way');
    await page.getByRole('status').filter({ hasText: '%' }).waitFor();
    await page.getByRole('link', { name: 'Open in 3D: Yard in May' }).first().waitFor();
    await shown('Good to know');
    await checkLook(page, 'capture-job');
  });

  it('is listed, and its model is one click away: with the photos that it was made of', async () => {
    await page.goto(home);
    await page.getByRole('heading', { name: 'Yard in May' }).waitFor();
    await checkLook(page, 'capture-jobs');
    await page.getByRole('link', { name: 'Open in 3D: Yard in May' }).click();
    await settled();
    const full = await share((...pixel) => !isBackground(...pixel));
    assert.ok(full > 0.05, 'the picture is empty');
    assert.ok((await share(blue)) > 0.001, 'no photos are to be seen');
    await page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: 'photo-5.jpg' }).click();
    const orange = (r: number, g: number, b: number) => r > 190 && g < 110 && b < 60;
    await eventually(async () => assert.ok((await share(orange)) > 0.0001, 'the chosen photo is not to be seen'));
    await page.getByRole('region', { name: 'Chosen photo' }).getByRole('img', { name: 'photo-5.jpg' }).waitFor();
    await checkLook(page, 'capture-space');
    await page.getByRole('checkbox', { name: 'Model' }).uncheck();
    await page.getByRole('checkbox', { name: 'Photos' }).uncheck();
    await eventually(async () => assert.ok((await share((...pixel) => !isBackground(...pixel))) < full / 2));
  });
});

describe('a control point', () => {
  it('is added as a surveyor tells it, and expected in the photos that show it', async () => {
    await page.goto(`${photos}/points`);
    await button('Add points').click();
    await dialog
      .getByRole('textbox', { name: 'Points', exact: true })
      .fill(`P1, ${point.place.map((one) => one.toFixed(4)).join(', ')}`);
    await dialog.getByRole('combobox', { name: /^Coordinate system/ }).fill('32632');
    await page.getByRole('option', { name: /WGS 84 \/ UTM zone 32N/ }).click();
    await checkLook(page, 'capture-add-points');
    await button('Add', dialog).click();
    await page.getByRole('region', { name: 'Point P1' }).waitFor();
    await shown('Saved');
    await eventually(async () => {
      const expected = await page.getByRole('list', { name: 'Photos' }).getByText('expected in it').count();
      assert.ok(expected >= point.seen.size, `${expected} of ${point.seen.size}`);
    });
  });

  it('is marked by a click and by keys, in one photo after the other', async () => {
    const names = [...point.seen.keys()].slice(0, 3);
    for (const [n, name] of names.entries()) {
      await page.getByRole('list', { name: 'Photos' }).getByRole('button', { name }).click();
      await page.locator(`img[src*="${name}"][data-loaded]`).waitFor();
      await page.keyboard.press('g');
      await page.getByRole('img', { name: 'Expected here' }).waitFor();
      await restsInMiddle();
      if (n === 0) await photo.click();
      else {
        await photo.focus();
        await page.keyboard.press('Enter');
      }
      await page.getByRole('button', { name: 'Mark of P1' }).waitFor();
    }
    await eventually(async () => assert.equal((await storedPoint()).points[0]?.seen.length, names.length));
    const { srs, points } = await storedPoint();
    assert.equal(srs, 'EPSG:32632');
    for (const { image, x, y } of points[0]?.seen ?? []) {
      const [u = 0, v = 0] = point.seen.get(image) ?? [];
      // photos tell their focal length in whole millimetres, so the place that is expected is a little off
      assert.ok(Math.hypot(x - u, y - v) < 5, `${image}: ${x}, ${y} for ${u}, ${v}`);
    }
    await page
      .getByText(/px off/)
      .first()
      .waitFor();
    await checkLook(page, 'capture-points');
  });

  it('loses a mark, and gets it back', async () => {
    await page.keyboard.press('x');
    await eventually(async () => assert.equal((await storedPoint()).points[0]?.seen.length, 2));
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.equal((await storedPoint()).points[0]?.seen.length, 3));
  });

  it('is not kept over what somebody else has changed meanwhile, and the page says so', async () => {
    const theirs = 'id,use,easting,northing,height,image,x,y\nTheirs,control,1,2,3,,,\n';
    await fill(platform, platform.ada, photosId(), { 'control-points.csv': theirs });
    await page.keyboard.press('x');
    await shown('Not saved');
    await shown('Somebody else has changed the points meanwhile.');
    await shown(/^Yours are still here/);
    await becomes(() => button('Try again').count(), 0, 'it would not help');
    await checkLook(page, 'capture-points-changed');
    assert.deepEqual(
      (await storedPoint()).points.map(({ id }) => id),
      ['Theirs'],
    );
    const download = page.waitForEvent('download');
    await button('Download as CSV').click();
    const mine = readFileSync(await (await download).path(), 'utf8');
    assert.deepEqual(
      readControlPoints(mine).points.map(({ id, seen }) => [id, seen.length]),
      [['P1', 2]],
    );
    await page.reload();
    await page
      .getByRole('list', { name: 'Points' })
      .getByRole('button', { name: /^Theirs/ })
      .waitFor();
    await fill(platform, platform.ada, photosId(), { 'control-points.csv': mine });
  });

  it('tells in the job how far it is off', async () => {
    const { jobs } = await call(`GET /capture/jobs?$filter=${encodeURIComponent(`twinId eq ${twin.id}`)}`);
    await page.goto(`${home}/jobs/${jobs[0].id}`);
    const row = page.getByRole('table', { name: 'Control points' }).getByRole('row', { name: /^P1/ });
    await row.waitFor();
    const cells = await row.getByRole('cell').allTextContents();
    assert.match(cells[4] ?? '', /^2, \d+\.\d px$/);
    assert.ok(
      cells.slice(1, 4).every((cell) => /^-?\d+(\.\d)? (mm|cm|m)$/.test(cell)),
      cells.join(' | '),
    );
  });
});

/** Until the expected place lies in the middle of the photo's room. */
const restsInMiddle = () =>
  eventually(async () => {
    const [room, ring] = [
      await photo.boundingBox(),
      await page.getByRole('img', { name: 'Expected here' }).boundingBox(),
    ];
    assert.ok(room && ring);
    assert.ok(Math.abs(room.x + room.width / 2 - ring.x - ring.width / 2) < 1, 'it lies aside');
    assert.ok(Math.abs(room.y + room.height / 2 - ring.y - ring.height / 2) < 1, 'it lies above or below');
  });

describe('photos that browsers cannot draw', () => {
  it('are drawn by the server, and what is no picture says so', async () => {
    const tiff = await sharp(join(folder, 'photo-1.jpg')).tiff().toBuffer();
    const id = await newData(platform, platform.ada, {
      twinId: twin.id,
      displayName: 'Scans',
      type: 'CCImageCollection',
    });
    await fill(platform, platform.ada, id, { 'scan-1.tif': tiff, 'scan-2.tif': 'no picture' });
    await page.goto(`${home}/photos/${id}`);
    await page.locator('ul img[src^="data:image/jpeg"]').waitFor();
    await page.goto(`${home}/photos/${id}/points?photo=scan-1.tif`);
    const large = 'img[data-photo="scan-1.tif"][data-loaded]';
    await page.locator(large).waitFor();
    const { width } = await sharp(tiff).metadata();
    assert.equal(await page.evaluate<number>(`document.querySelector('${large}').naturalWidth`), width);
    await page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: 'scan-2.tif' }).click();
    await shown(/^scan-2.tif cannot be shown. It is no picture that can be drawn/);
    await checkLook(page, 'capture-tiff');
  });
});

describe('pages of photos', () => {
  for (const count of [1, 30, 600]) {
    it(`hold with ${count}`, async () => {
      const id = await manyPhotos(platform, twin.id, `Flight of ${count}`, count);
      await page.goto(`${home}/photos/${id}`);
      if (count > 500) await button('Look at all of them').click();
      await shown(`${count} with GPS`);
      await page
        .locator('ul img')
        .nth(Math.min(count, 5) - 1)
        .waitFor();
      await checkLook(page, `capture-photos-${count}`);
      const find = page.getByRole('textbox', { name: 'Find a photo' });
      if (count <= 60) return await becomes(() => find.count(), 0);
      await find.fill(`_0${count}`);
      await shown(/^1 photo$/);
      await page.getByRole('list', { name: 'Photos' }).getByRole('button').click();
      await page.getByRole('region', { name: 'Chosen photo' }).getByText(`DJ_0${count}.jpg`).waitFor();
    });
  }
});

describe('photos that another program has oriented', () => {
  it('are read, and stand in 3D without a model', async () => {
    const oriented = site.poses.map((pose, n) => ({
      data: photosId(),
      name: `photo-${n + 1}.jpg`,
      path: '',
      camera: 0,
      pose: mapPose(site, pose),
    }));
    const block = { crs: 'EPSG:25832', cameras: [site.camera], photos: oriented, ties: [], points: [] };
    const data = { twinId: twin.id, displayName: 'Adjusted', type: 'CCOrientations' };
    const id = await newData(platform, platform.ada, data);
    await fill(platform, platform.ada, id, { 'Adjusted.xml': orientationsOf(block) });
    await page.goto(`${home}/photos/${id}`);
    await shown('9 of 9 photos oriented · EPSG:25832');
    await page.getByRole('link', { name: 'Photos in 3D' }).click();
    await settled();
    await eventually(async () => assert.ok((await share(blue)) > 0.001, 'no photos are to be seen'));
  });
});

describe('a job that cannot be done', () => {
  const newJob = async () => {
    await button('Make a model').click();
    await button('Continue', dialog).click();
    await dialog.getByText('At least three photos are needed.').waitFor();
  };

  it('waits when it is not started, and is deleted', async () => {
    await page.goto(`${home}?tab=photos`);
    await page.getByRole('link', { name: 'Flight of 1', exact: true }).click();
    await newJob();
    await button('Later', dialog).click();
    await shown('Not started');
    await button('Delete').click();
    await shown('Flight of 1 deleted.');
    await page.getByRole('heading', { name: 'Yard in May' }).waitFor();
    await becomes(() => page.getByRole('heading', { name: 'Flight of 1' }).count(), 0);
  });

  it('fails with the reason and what to do, and is tried again', async () => {
    await page.getByRole('tab', { name: 'Photos' }).click();
    await page.getByRole('link', { name: 'Flight of 1', exact: true }).click();
    await newJob();
    await button('Start', dialog).click();
    const alert = page.getByRole('alert').filter({ hasText: 'It failed' });
    await alert.getByText(/at least 3 are needed.*Add photos/).waitFor();
    await checkLook(page, 'capture-failed');
    const address = page.url();
    await button('Try again').click();
    await eventually(async () => assert.notEqual(page.url(), address));
    await alert.waitFor();
    const { jobs } = await call(
      `GET /capture/jobs?$filter=${encodeURIComponent(`twinId eq ${twin.id} and state eq failed`)}`,
    );
    assert.equal(jobs.length, 2);
  });

  it('is cancelled after a question', async () => {
    const free = await takeSeats(platform, 'capture.job');
    await button('Try again').click();
    await shown('Waits for its turn');
    await button('Cancel').click();
    await button('Cancel the job', dialog).click();
    await shown('Flight of 1 is cancelled.');
    await page.getByText('Nothing was made.').waitFor();
    await button('Try again').waitFor();
    await free();
  });

  it('goes with its workspace where it was not started; results stay', async () => {
    await page.goto(home);
    await page.getByRole('combobox', { name: 'Workspace' }).click();
    await page.getByRole('option', { name: 'Photogrammetry' }).click();
    await button('Actions for Photogrammetry').click();
    await page.getByRole('menuitem', { name: 'Delete the workspace' }).click();
    await button('Delete', dialog).click();
    await shown('The workspace Photogrammetry is deleted.');
    await page.getByRole('heading', { name: 'Yard in May' }).waitFor();
    const filter = encodeURIComponent(`twinId eq ${twin.id}`);
    const { jobs } = await call(`GET /capture/jobs?$filter=${filter}`);
    const [{ workspaceId }] = jobs;
    assert.equal((await platform.call(platform.ada, `GET /capture/workspaces/${workspaceId}`)).status, 404);
    const made = jobs.find(({ name }: { name: string }) => name === 'Yard in May').jobSettings.outputs;
    for (const { id } of made) await call(`GET /reality-management/reality-data/${id}`);
  });
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
