import type { Page } from 'playwright-core';
import type { Made } from './main-job.ts';
import type { SignIn } from './sign-in.ts';
import type { Steps } from './steps.ts';

const size = { width: 1280, height: 800 };
/** Tiles come by themselves; a picture waits until nothing has come for a while. */
const settledMs = 2500;

/** Signs in to the console in a real browser and leaves pictures of it in the present folder. */
export async function takeScreenshots(steps: Steps, baseUrl: string, person: SignIn, made: Made): Promise<void> {
  const { openBrowser } = await import('../test/support/chromium.ts'); // of the developers' libraries
  const { signInAt } = await import('../test/support/sign-in-page.ts');
  steps.say('Pictures of the console');
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: size, locale: 'en-GB' });
    await page.goto(`${baseUrl}/console`);
    await signInAt(page, person);
    for (const [name, path] of pagesOf(made)) {
      await page.goto(`${baseUrl}/console${path}`);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(settledMs);
      if (name === 'model') await chooseInTheMiddle(page);
      await page.screenshot({ path: `${name}.png` });
      console.log(`  ${name}.png`);
    }
  } finally {
    await browser.close();
  }
}

/** An element with its properties. */
async function chooseInTheMiddle(page: Page): Promise<void> {
  await page.locator('canvas').click();
  await page.getByRole('tabpanel', { name: 'Properties' }).waitFor();
  await page.mouse.move(0, 0); // no hint of a button
  await page.waitForTimeout(settledMs);
}

function pagesOf({ twinId, folderId, modelId, before }: Made): [name: string, path: string][] {
  const model = `/twins/${twinId}/models/${modelId}`;
  return [
    ['twins', '/twins'],
    ['files', `/twins/${twinId}/files?folder=${folderId}`],
    ...(modelId === undefined ? [] : [['model', model] as [string, string]]),
    ...(before === undefined ? [] : [['comparison', `${model}?compare=${before}`] as [string, string]]),
  ];
}
