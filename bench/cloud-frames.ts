import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { makeCloud } from '../scripts/make-cloud.ts';
import { openBrowser } from '../test/support/chromium.ts';
import { signInAt } from '../test/support/sign-in-page.ts';
import { person, type RunningPlatform, runPlatform } from './platform.ts';
import type { Result } from './results.ts';

const points = Number(process.env.BENCH_FRAME_POINTS ?? 5_000_000);
const turningMs = 6000;
const api = '/reality-management/reality-data';

/** The viewer of clouds with millions of points in sight: frames a second while it turns, and how long a still picture takes. */
export async function benchCloudFrames(): Promise<Result[]> {
  const platform = await runPlatform();
  const browser = await openBrowser();
  try {
    const { twinId, dataId } = await tiledCloud(platform);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(600_000);
    await page.addInitScript(countPoints);
    await page.goto(`${platform.baseUrl}/console`);
    await signInAt(page, person);
    const begun = performance.now();
    await page.goto(`${platform.baseUrl}/console/twins/${twinId}/reality/${dataId}`);
    await page.locator('canvas[data-settled]').waitFor();
    const settled = (performance.now() - begun) / 1000;
    const still = await framesOf(page);
    await page.locator('canvas').focus();
    await page.evaluate('frames.length = 0');
    await page.keyboard.down('ArrowLeft');
    await page.waitForTimeout(turningMs);
    await page.keyboard.up('ArrowLeft');
    return [resultOf(settled, still.at(-1)?.points ?? 0, await framesOf(page))];
  } finally {
    await browser.close();
    await platform.stop();
  }
}

interface Frame {
  readonly at: number;
  readonly points: number;
}

const framesOf = async (page: Page): Promise<Frame[]> => page.evaluate('frames');

/** Runs in the page before all else: notes how many points each frame draws; those of depths are counted, too. */
const countPoints = `(() => {
  const frames = (globalThis.frames = []);
  const context = WebGL2RenderingContext.prototype;
  const draw = context.drawArrays;
  let points = 0;
  context.drawArrays = function (mode, first, count) {
    if (mode === this.POINTS) {
      if (points === 0) queueMicrotask(() => { frames.push({ at: performance.now(), points }); points = 0; });
      points += count;
    }
    return draw.call(this, mode, first, count);
  };
})()`;

function resultOf(settled: number, still: number, frames: readonly Frame[]): Result {
  const [first, last] = [frames[0], frames.at(-1)];
  const seconds = first && last ? (last.at - first.at) / 1000 : 0;
  const perSecond = seconds > 0 ? (frames.length - 1) / seconds : 0;
  const drawn = frames.reduce((sum, frame) => sum + frame.points, 0) / Math.max(1, frames.length);
  const millions = (count: number) => `${(count / 1e6).toFixed(2)} M`;
  return {
    name: `viewer, cloud of ${points / 1e6} M points`,
    subject: `turning: ${perSecond.toFixed(1)} frames/s, each draws ${millions(drawn)} points with its depths`,
    yardstick: `still picture: ${millions(still)} points drawn, whole after ${settled.toFixed(0)} s`,
    value: perSecond,
    unit: ' frames/s',
    bound: 'printed: drawn without a graphics card',
    holds: true,
  };
}

async function tiledCloud({ baseUrl, call }: RunningPlatform): Promise<{ twinId: string; dataId: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-frames-'));
  try {
    const path = join(folder, 'cloud.las');
    makeCloud(path, points);
    const twinId = await idOf(
      call('POST', '/twins', { class: 'Endeavor', subClass: 'Project', displayName: 'Hills' }),
      'twin',
    );
    const scan = await idOf(call('POST', api, { twinId, displayName: 'Hills', type: 'LAS' }), 'realityData');
    const link = await linkOf(call('GET', `${api}/${scan}/writeaccess`));
    await fetch(link.replace('?', '/cloud.las?'), {
      method: 'PUT',
      headers: { 'x-ms-blob-type': 'BlockBlob' },
      body: readFileSync(path),
    });
    return { twinId, dataId: await convertedTo(call, twinId, scan, baseUrl) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Call = RunningPlatform['call'];

async function convertedTo(call: Call, twinId: string, scan: string, baseUrl: string): Promise<string> {
  const jobs = '/realityconversion/jobs';
  const options = { inputSRS: 'EPSG:25832' };
  const body = { type: 'Conversion', name: 'Hills', twinId, inputs: [{ id: scan }], outputs: ['GLBC'], options };
  const id = await idOf(call('POST', jobs, body), 'job');
  await call('PATCH', `${jobs}/${id}`, { state: 'active' });
  for (;;) {
    await sleep(500);
    const { job }: { job: { state: string; outputs: { id: string }[] } } = (await call('GET', `${jobs}/${id}`)).body;
    if (job.state === 'active') continue;
    if (job.state !== 'success') throw new Error(`The conversion on ${baseUrl} ended ${job.state}.`);
    return job.outputs[0]?.id ?? '';
  }
}

async function idOf(answer: ReturnType<Call>, member: string): Promise<string> {
  const { status, body } = await answer;
  const found: { id: string } | undefined = Object(body)[member];
  if (found === undefined) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return found.id;
}

async function linkOf(answer: ReturnType<Call>): Promise<string> {
  const body: { _links: { containerUrl: { href: string } } } = (await answer).body;
  return body._links.containerUrl.href;
}
