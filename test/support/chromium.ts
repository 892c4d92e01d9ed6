import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { patienceMs } from './patience.ts';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's browser without a window, with the patience of all tests. Throws where there is none: `.ci/run` installs one. */
export async function openBrowser(switches: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? paths.find(existsSync);
  if (executablePath === undefined) throw new Error('No Chromium is installed; CHROMIUM can name one.');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      // 3D without a graphics card
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...switches,
    ],
  });
  return browser.on('context', (context) => context.setDefaultTimeout(patienceMs));
}

/** Keeps a picture of a page in the folder SCREENSHOTS, for people to look at; without one it takes none. */
export async function photograph(page: Page, name: string): Promise<Buffer | undefined> {
  const folder = process.env.SCREENSHOTS;
  return folder ? page.screenshot({ path: join(folder, `${name}.png`) }) : undefined;
}
