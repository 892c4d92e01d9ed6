import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { releaseAll, testKinds } from '../../src/areas/jobs/testing/fixture.ts';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { furnish } from '../support/console-world.ts';
import { becomes, becomesAsWideAs, fitTo } from '../support/page-state.ts';

/* Every page of the console: nothing serious for accessibility, in the four combinations of the system's scheme and the chosen one, and no sideways scrolling on a phone. */

const { platform, context, page, strange, close } = await openConsole({ jobKinds: testKinds });
const world = await furnish(platform, platform.ada);
for (const [kind, title] of [
  ['test.hold', 'Import bridge.ifc, version 2'],
  ['test.hold', 'Import bridge.ifc, version 3'],
  ['test.fail', 'Import pier.ifc, version 1'],
] as const) {
  const job = { kind, title, twinId: world.twinId, createdBy: platform.ada.userId, payload: null };
  await platform.app.db.write((tx) => platform.app.jobs.enqueue(tx, job));
}
after(async () => {
  releaseAll();
  world.stop();
  await close();
});

const twin = `/twins/${world.twinId}`;
const pages: readonly [name: string, path: string, shown: string, then?: (on: Page) => Promise<void>][] = [
  ['twins', '/twins', 'text=Harbour bridge'],
  ['twins-none', '/twins?find=nothing-like-this', 'text=No twin fits'],
  ['twin-new', '/twins', 'text=Harbour bridge', (on) => on.getByRole('button', { name: 'Create twin' }).click()],
  ['twin', twin, 'text=Twins below this one'],
  ['twins-recents', '/twins?view=recents', 'text=Harbour bridge'],
  ['files', `${twin}/files`, 'text=site-photo.png'],
  ['files-folder', `${twin}/files?folder=${world.folderId}`, 'text=bearing-4.txt'],
  ['files-found', `${twin}/files?find=bridge`, 'text=bridge.ifc'],
  ['file-image', `${twin}/files?file=${world.pictureId}`, 'img[alt="site-photo.png"]'],
  ['file-pdf', `${twin}/files?file=${world.documentId}`, 'text=Page 1 of 1'],
  ['recycle-bin', `${twin}/files/recycle-bin`, 'text=old-survey.csv'],
  ['models', `${twin}/models`, 'text=bridge.ifc'],
  [
    'model-failed',
    `${twin}/models`,
    'text=bridge.ifc',
    (on) => on.getByRole('button', { name: /^Versions of/ }).click(),
  ],
  ['scenes', `${twin}/scenes`, 'text=made by Ada Larsen'],
  [
    'scene-new',
    `${twin}/scenes`,
    'text=made by Ada Larsen',
    (on) => on.getByRole('button', { name: 'New scene' }).click(),
  ],
  ['scene', `${twin}/scenes/${world.sceneId}`, 'text=It could not be read.'],
  ['members', `${twin}/members`, 'text=Ada Larsen'],
  ['member-rights', `${twin}/members`, 'text=Ada Larsen', showRights],
  ['groups', `${twin}/members?tab=groups`, 'text=Everybody who measures'],
  ['roles', `${twin}/members?tab=roles`, 'text=Built in'],
  [
    'role-new',
    `${twin}/members?tab=roles`,
    'text=Built in',
    (on) => on.getByRole('button', { name: 'New role' }).click(),
  ],
  ['invitations', `${twin}/members?tab=invitations`, 'text=eve@example.net'],
  [
    'role-rights',
    `${twin}/members?tab=roles`,
    'text=Built in',
    (on) => on.getByRole('button', { name: '4 permissions of Surveyor' }).click(),
  ],
  ['invite', `${twin}/members`, 'text=Ada Larsen', (on) => on.getByRole('button', { name: 'Invite people' }).click()],
  ['organization', '/organization?tab=roles', 'text=Contributor'],
  ['jobs', `${twin}/jobs`, 'text=The file is gone.'],
  ['my-jobs', '/jobs', 'text=Import pier.ifc'],
  ['webhooks', '/webhooks', 'text=/events'],
  ['webhook', `/webhooks/${world.webhookId}`, 'text=Delivered'],
  ['webhook-new', '/webhooks', 'text=/events', (on) => on.getByRole('button', { name: 'New webhook' }).click()],
  ['applications', '/applications', 'text=Nightly report'],
  [
    'application-new',
    '/applications',
    'text=Nightly report',
    (on) => on.getByRole('button', { name: 'Register application' }).click(),
  ],
  ['navigation', '/twins', 'text=Harbour bridge', openNavigation],
  ['not-found', '/nothing', 'text=There is no such page'],
  ['twin-not-found', `/twins/${crypto.randomUUID()}`, 'text=Correlation id'],
];

/** On a phone it is behind a button. */
async function openNavigation(on: Page): Promise<void> {
  const opener = on.getByRole('button', { name: 'Navigation' });
  if (await opener.isVisible()) await opener.click();
  await on.getByRole('link', { name: 'Applications' }).waitFor();
}

async function showRights(on: Page): Promise<void> {
  await on.getByRole('button', { name: 'Actions for Ada Larsen' }).click();
  await on.getByRole('menuitem', { name: 'What may they do' }).click();
  await on.waitForSelector('text=Role Surveyor of the group Surveyors');
}

async function open([, path, shown, then]: (typeof pages)[number]): Promise<void> {
  await page.goto(`${platform.baseUrl}/console${path}`);
  await page.waitForSelector(shown);
  await then?.(page);
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map((one) => one.effect.getTiming().iterations === Infinity ? null : one.finished))',
  );
}

/** The scheme of the system, and the one that was chosen. */
const schemes = [
  ['light', 'light'],
  ['light', 'dark'],
  ['dark', 'light'],
  ['dark', 'dark'],
] as const;
const schemeKey = 'mantine-color-scheme-value';

it('a colour scheme that is chosen holds after a reload, until that of the system is chosen again', async () => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(`${platform.baseUrl}/console/twins`);
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const scheme = page.getByRole('button', { name: 'Color scheme' });
  const choose = async (name: string) => {
    await scheme.click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await choose('Light');
  await becomes(ground, 'rgb(243, 245, 247)');
  await page.reload();
  await scheme.waitFor();
  await becomes(ground, 'rgb(243, 245, 247)');
  await becomes(() => page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'light');
  await choose('As the system');
  await becomes(() => page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'dark');
});

for (const one of pages) {
  const [name] = one;
  describe(`the page ${name}`, () => {
    for (const [system, chosen] of schemes) {
      it(`can be read in ${chosen} colours, and has no serious fault of accessibility, where the system is ${system}`, async () => {
        await fitTo(page, 1280, 800);
        await page.emulateMedia({ colorScheme: system, reducedMotion: 'reduce' });
        await page.evaluate(`localStorage.setItem('${schemeKey}', '${chosen}')`);
        await open(one);
        await photograph(page, `${name}-${chosen}-on-${system}`);
        assert.deepEqual(await seriousFaults(page), []);
      });
    }

    it('fits a phone', async () => {
      await fitTo(page, 375, 740);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.evaluate(`localStorage.removeItem('${schemeKey}')`);
      await open(one);
      await photograph(page, `${name}-phone`);
      await becomesAsWideAs(page, 375);
      assert.deepEqual(await seriousFaults(page), []);
    });
  });
}

it('the console asks no other host, and breaks no rule of its content policy', () => {
  assert.deepEqual(strange, []);
  assert.ok(context.pages().length > 0);
});
