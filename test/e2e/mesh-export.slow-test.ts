import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { finished, startedBy } from '../../src/areas/mesh-export/testing/exports.ts';
import { houseFile, imported, newModel, northWall, southWall } from '../../src/areas/models/testing/files.ts';
import { rootOf } from '../../src/areas/storage/testing/fixture.ts';
import { sample, withoutSamples } from '../../src/engines/ifc/testing/files.ts';
import { openBrowser } from '../support/chromium.ts';
import { becomes } from '../support/page-state.ts';
import { type Person, type Platform, requireSuccess, startPlatform } from '../support/platform.ts';
import { assertShows, openViewer } from '../support/viewer-page.ts';
import { serveViewers } from '../support/viewer-pages.ts';

/** The two walls of the file in one another, on earth: the north one ends at 2 m, the south one at 3 m. */
const onEarth = houseFile(6).replace('.ELEMENT.,$,$,$,$,$);', '.ELEMENT.,(52,30,0),(13,24,0),34.,$,$);');
const eye = [2, -9, 4];
const target = [0, 0, 1.2];
const southEnd = [2.6, -0.15, 1.5];
const nothing = [0, 0, 9];

describe('exported tilesets', () => {
  let p: Awaited<ReturnType<typeof startPlatform>>;
  let browser: Browser;
  let viewers: Awaited<ReturnType<typeof serveViewers>>;
  let owner: Person;
  let modelId: string;
  let elementId: string;

  before(async () => {
    p = await startPlatform();
    viewers = await serveViewers();
    browser = await openBrowser();
    owner = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
    const { id: twinId } = await p.twin(owner);
    modelId = (await newModel(p, owner, await rootOf(p, owner, twinId), 'house.ifc', onEarth)).id;
    await imported(p, owner, modelId);
    elementId = requireSuccess(await p.call(owner, `GET /models/${modelId}/elements/${southWall}`)).element.id;
  });
  after(async () => {
    await browser?.close();
    viewers?.close();
    await p?.stop();
  });

  for (const [viewer, type] of [
    ['three', '3DTiles'],
    ['three', 'MODEL'],
    ['cesium', 'CESIUM'],
    ['cesium', '3DTiles'],
  ] as const) {
    it(`of type ${type} opens in ${viewer}, where what is picked is the element`, async () => {
      const link = await linkTo(p, owner, { modelId, exportType: type });
      const { page, told } = await openViewer(browser, `${viewers.origin}/${viewer}.html`);
      const shown = await page.evaluate(`show(${JSON.stringify([link, eye, target]).slice(1, -1)})`);
      assert.deepEqual(shown, { loaded: 1, faults: [] });
      await assertShows(page, `mesh-export-${viewer}-${type}`);
      const picked = (await page.evaluate(`pick(${JSON.stringify(southEnd)})`)) as Record<string, string>;
      if (type === 'MODEL') assert.deepEqual(picked, { ElementId: String(Number(elementId)) });
      else {
        assert.deepEqual([picked.globalId, picked.className], [southWall, 'IfcWall']);
        assert.equal(picked.element, String(Number(elementId)));
        assert.notEqual(picked.globalId, northWall);
      }
      await becomes(() => page.evaluate(`pick(${JSON.stringify(nothing)})`), undefined);
      assert.deepEqual(told, []);
      await page.close();
    });
  }

  for (const viewer of ['three', 'cesium']) {
    it(`of a public building opens in ${viewer}`, { skip: withoutSamples }, async () => {
      const { id: twinId } = await p.twin(owner);
      const file = readFileSync(sample('duplex.ifc'));
      const { id } = await newModel(p, owner, await rootOf(p, owner, twinId), 'duplex.ifc', file);
      await imported(p, owner, id);
      const { extents } = requireSuccess(await p.call(owner, `GET /models/${id}`)).model;
      const middle = extents.low.map((low: number, axis: number) => (low + extents.high[axis]) / 2);
      const from = [middle[0] + 12, middle[1] - 22, middle[2] + 14];
      const link = await linkTo(p, owner, { modelId: id });
      const { page, told } = await openViewer(browser, `${viewers.origin}/${viewer}.html`);
      const shown = await page.evaluate(`show(${JSON.stringify([link, from, middle]).slice(1, -1)})`);
      assert.deepEqual((shown as { faults: string[] }).faults, []);
      await assertShows(page, `mesh-export-${viewer}-building`);
      const picked = (await page.evaluate(`pick(${JSON.stringify(middle)})`)) as Record<string, string>;
      const call = `GET /models/${id}/elements/${encodeURIComponent(picked.globalId ?? '')}`;
      const { element } = requireSuccess(await p.call(owner, call));
      const known = [String(Number(element.id)), element.class, element.name];
      assert.deepEqual([picked.element, picked.className, picked.name], known);
      assert.deepEqual(told, []);
      await page.close();
    });
  }
});

async function linkTo(p: Platform, who: Person, body: object): Promise<string> {
  const { id } = await startedBy(p, who, body);
  return (await finished(p, who, id))._links.mesh.href;
}
