import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../test/support/chromium.ts';
import { signInAt } from '../test/support/sign-in-page.ts';
import { serveViewers } from '../test/support/viewer-pages.ts';
import { countTriangles, firstPicture, noteWhenShown, shownAt } from './frames.ts';
import { person, type RunningPlatform, runPlatform } from './platform.ts';
import { atMost, median, type Result } from './results.ts';
import { type ExportedModel, exportedSample, sample } from './sample.ts';

const rounds = 5;

/** ms */
interface Times {
  readonly viewer: number;
  readonly empty: number;
  readonly bare: number;
}
type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * From opening a model's page to its picture: the first frame in which at least half of the triangles are drawn that the
 * settled picture has. Signed in, with a warm server and nothing in the browser's cache. The page has to do what two others do:
 * begin as an empty page of the console does, with its sign-in; and load, decode and draw the tiles, as a bare page of the same
 * library does that has the link in hand. The yardstick is the sum of the two; the three tenths above it are for the model, its
 * versions and its export, which are asked for in between.
 */
export async function benchFirstFrame(): Promise<Result[]> {
  if (!existsSync(sample)) {
    console.error(`  left out: ${sample} is not there.`);
    return [];
  }
  const platform = await runPlatform({ MESH_EXPORTS: '3DTiles' });
  const viewers = await serveViewers();
  const browser = await openBrowser();
  try {
    const model = await exportedSample(platform);
    const session = await signIn(browser, platform);
    const measured: Times[] = [];
    for (let round = 0; round <= rounds; round++) {
      const times = {
        viewer: await afresh(browser, session, (page) => inConsole(page, platform, model)),
        empty: await afresh(browser, session, (page) => listed(page, platform)),
        bare: await afresh(browser, undefined, (page) => inBarePage(page, viewers.origin, model)),
      };
      if (round > 0) measured.push(times); // the first warms the server
    }
    return [resultOf(measured)];
  } finally {
    await browser.close();
    viewers.close();
    await platform.stop();
  }
}

/** The cookies of somebody who is signed in. */
async function signIn(browser: Browser, { baseUrl }: RunningPlatform): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl}/console`);
  await signInAt(page, person);
  const session = await context.storageState();
  await context.close();
  return session;
}

/** A page whose browser has nothing in its cache. */
async function afresh<T>(browser: Browser, session: Session | undefined, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...(session && { storageState: session }),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(countTriangles);
    return await use(page);
  } finally {
    await context.close();
  }
}

async function inConsole(page: Page, { baseUrl }: RunningPlatform, { id, twinId }: ExportedModel): Promise<number> {
  await page.goto(`${baseUrl}/console/twins/${twinId}/models/${id}`);
  await page.locator('canvas[data-settled]').waitFor();
  return firstPicture(page);
}

async function inBarePage(
  page: Page,
  origin: string,
  { link, extents: { low, high } }: ExportedModel,
): Promise<number> {
  const target = low.map((value, axis) => (value + (high[axis] ?? 0)) / 2);
  const size = Math.hypot(...low.map((value, axis) => (high[axis] ?? 0) - value));
  const eye = [-0.6, -1, 0.65].map((step, axis) => (target[axis] ?? 0) + step * size);
  const given = JSON.stringify([link, eye, target]).slice(1, -1);
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => { globalThis.shown = show(${given}); })`);
  await page.goto(`${origin}/three.html`);
  await page.evaluate('globalThis.shown');
  return firstPicture(page);
}

async function listed(page: Page, { baseUrl }: RunningPlatform): Promise<number> {
  await page.addInitScript(noteWhenShown('No twins yet'));
  await page.goto(`${baseUrl}/console/twins`);
  await page.getByText('No twins yet').waitFor();
  return shownAt(page);
}

function resultOf(measured: readonly Times[]): Result {
  const of = (what: (times: Times) => number) => median(measured.map(what));
  const ms = (what: keyof Times) => `${Math.round(of((times) => times[what]))} ms`;
  const ratio = of(({ viewer, empty, bare }) => viewer / (empty + bare));
  return {
    name: 'opening the page of duplex.ifc to its picture',
    subject: ms('viewer'),
    yardstick: `empty page of the console ${ms('empty')} + bare page with the tiles ${ms('bare')}`,
    value: ratio,
    unit: '',
    ...atMost(ratio, 1.3),
  };
}
