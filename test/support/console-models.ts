import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { imported, newModel } from '../../src/areas/models/testing/files.ts';
import { rootOf } from '../../src/areas/storage/testing/fixture.ts';
import type { ConsolePlatform } from './console.ts';
import { pictureRests } from './console-picture.ts';
import { requireSuccess } from './platform.ts';

export type Fits = (r: number, g: number, b: number) => boolean;

export const isBackground: Fits = (r, g, b) => Math.abs(r - 238) < 4 && Math.abs(g - 242) < 4 && Math.abs(b - 245) < 4;

/** What the tests of models do on the pages of a twin. */
export function modelPages(platform: ConsolePlatform, page: Page, twinId: string) {
  const models = `${platform.baseUrl}/console/twins/${twinId}/models`;
  const call = async (operation: string, body?: unknown) =>
    requireSuccess(await platform.call(platform.ada, operation, body === undefined ? {} : { body }));
  const canvas = page.locator('canvas');
  const settled = () => page.locator('canvas[data-settled]').waitFor();
  const picture = () =>
    canvas.screenshot().then((png) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true }));
  return {
    models,
    call,
    canvas,
    /** Until everything that the picture needs is there. */
    settled,
    /** Until nothing moves any more, and all is drawn. */
    rests: () => pictureRests(page),
    /** The pixels of the picture: three bytes each. */
    picture,
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    card: (name: string) => page.getByRole('listitem').filter({ hasText: name }),

    /** A model of a new file; answers its id when it has been read. */
    async add(name: string, content: string | Buffer): Promise<string> {
      const folder = await rootOf(platform, platform.ada, twinId);
      const { id } = await newModel(platform, platform.ada, folder, name, content);
      await imported(platform, platform.ada, id);
      return id;
    },

    async drop(name: string, content: string, onto: Page | Locator = page): Promise<void> {
      await page.getByText('Upload IFC').first().waitFor(); // whether one may is known
      const transfer = await page.evaluateHandle(
        `(() => { const t = new DataTransfer(); t.items.add(new File([${JSON.stringify(content)}], '${name}')); return t; })()`,
      );
      const place = onto === page ? page.getByRole('main') : onto.locator('[data-drop]');
      await place.dispatchEvent('drop', { dataTransfer: transfer });
    },

    /** Opens the viewer and waits for the picture. */
    async open(modelId: string, query = ''): Promise<void> {
      await page.goto(`${models}/${modelId}${query}`);
      await page.waitForLoadState('networkidle'); // a view that the address names
      await settled();
      await pictureRests(page);
    },

    /** The pixels of the picture that fulfil a condition, as a share of all. */
    async share(fits: Fits): Promise<number> {
      const { data, info } = await picture();
      let found = 0;
      for (let at = 0; at < data.length; at += 3)
        if (fits(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) found++;
      return found / (info.width * info.height);
    },

    async modelNamed(name: string): Promise<{ id: string; fileId: string }> {
      const { models: all } = await call(`GET /models/?twinId=${twinId}`);
      return all.find((one: { displayName: string }) => one.displayName === name);
    },

    /** Clicks a place of the picture, from its upper left; its middle if none is said. */
    async click(at?: { readonly x: number; readonly y: number }): Promise<void> {
      const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
      await canvas.click({ position: at ?? { x: width / 2, y: height / 2 } });
    },
  };
}

export type ModelPages = ReturnType<typeof modelPages>;
