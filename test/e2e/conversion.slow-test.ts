import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import type { InputFormat, OutputFormat } from '../../src/engines/conversion/params.ts';
import { converted, newFolder } from '../../src/engines/point-cloud/testing/convert.ts';
import { openBrowser } from '../support/chromium.ts';
import { assertShows, openViewer } from '../support/viewer-page.ts';
import { serveViewers } from '../support/viewer-pages.ts';

const samples = '../shared/data/reality';

describe('tilesets of clouds and meshes', { skip: !existsSync(samples) }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  for (const [viewer, format, output, names, eye] of [
    ['three', 'LAS', 'GLBC', ['clouds/site-a-14.las'], [30, -70, 45]],
    ['three', 'LAS', 'PNTS', ['clouds/site-a-14.las'], [30, -70, 45]],
    [
      'three',
      'OBJ',
      'Cesium3DTiles',
      ['mesh/house.obj', 'mesh/house.mtl', 'mesh/house.jpg', 'mesh/metadata.xml'],
      [10, -22, 9],
    ],
    ['cesium', 'LAS', 'GLBC', ['clouds/site-a-14.las'], [30, -70, 45]],
  ] as const satisfies readonly (readonly [
    string,
    InputFormat,
    OutputFormat,
    readonly string[],
    readonly number[],
  ])[]) {
    it(`${output} of ${names[0]} opens in ${viewer}`, async () => {
      const folder = newFolder();
      const inputs = names.map((name) => ({ name: name.replace(/^.*\//, ''), path: `${samples}/${name}` }));
      await converted(inputs, format, [output], {}, { output: folder });
      const viewers = await serveViewers(`${folder}/${output}`);
      const { page, told } = await openViewer(browser, `${viewers.origin}/${viewer}.html`);
      try {
        const link = `${viewers.origin}/data?none`;
        const shown = await page.evaluate(`show(${JSON.stringify([link, eye, [0, 0, 0]]).slice(1, -1)})`);
        assert.deepEqual(shown, { ...Object(shown), faults: [] });
        await assertShows(page, `conversion-${viewer}-${output}`);
        assert.deepEqual(told, []);
      } finally {
        await page.close();
        viewers.close();
      }
    });
  }
});
