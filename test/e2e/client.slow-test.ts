import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { rolldown } from 'rolldown';
import { openBrowser } from '../support/chromium.ts';
import { emptyProject } from '../support/client-package.ts';
import { startPlatform } from '../support/platform.ts';

/* The packed client in a browser: bundled in an empty project, as other projects do it. */

const platform = await startPlatform();
const project = emptyProject();
const browser = await openBrowser();
after(async () => {
  await browser.close();
  project.remove();
  await platform.stop();
});

it('the packed client runs in a browser', async () => {
  const ada = await platform.person();
  project.write(
    'page.js',
    `import { platformClient } from '@twin-platform/client';
const client = platformClient({ baseUrl: location.origin, token: () => '${ada.token}' });
const body = { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge' };
const { data } = await client.twins.POST('/twins/', { body });
document.title = data.twin.displayName;
`,
  );
  const bundle = await rolldown({ cwd: project.folder, input: join(project.folder, 'page.js'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm' });
  const page = await browser.newPage();
  await page.goto(`${platform.baseUrl}/health/live`);
  await page.addScriptTag({ type: 'module', content: output[0].code });
  await page.waitForFunction("document.title === 'Bridge'");
  assert.equal(await page.title(), 'Bridge');
});
