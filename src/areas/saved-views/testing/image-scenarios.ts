import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { Platform } from '../../../../test/support/platform.ts';
import { dataUrl, png } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const get = 'GET /savedviews/{picturedView}/image';
const put = 'PUT /savedviews/{picturedView}/image';

/** A picture as a browser gets it: from anywhere, without a token. */
async function picture(address: string) {
  const answer = await fetch(address, { headers: { Origin: 'https://viewer.example.com' } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { type: answer.headers.get('content-type'), width, height, format };
}

const addressOf = async (p: Platform, who: Parameters<Platform['call']>[0], view: string, size: string) =>
  (await p.call(who, `GET /savedviews/${view}/image?size=${size}`)).body.href as string;

const jpeg = async (width: number, height: number) =>
  sharp(await png(width, height))
    .jpeg()
    .toBuffer();
const noise = (side: number) => {
  const raw = Buffer.from(crypto.getRandomValues(new Uint8Array(3 * 128 * 128)));
  return sharp(raw, { raw: { width: 128, height: 128, channels: 3 } })
    .resize(side, side, { kernel: 'nearest' })
    .png();
};
/** A PNG header that promises more pixels than there are bytes for. */
const promising = async (width: number, height: number) => {
  const bytes = await png(8, 8);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

const refused: readonly [name: string, image: unknown][] = [
  ['no text', 7],
  ['no data URL', 'https://x.example.com/a.png'],
  ['an empty picture', 'data:image/png;base64,'],
  ['something that is not base64', 'data:image/png;base64,!!!!'],
  ['a data URL that is not base64', 'data:image/png,abc'],
  ['a text instead of a picture', dataUrl(Buffer.from('hello'))],
  ['an SVG', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'image/svg+xml')],
  [
    'a GIF',
    dataUrl(
      await sharp(await png(9, 9))
        .gif()
        .toBuffer(),
    ),
  ],
  ['half a picture', dataUrl((await noise(128).toBuffer()).subarray(0, 9000))],
  ['a picture of more than 64 megapixels', dataUrl(await promising(8001, 8000))],
  ['more than 10 MiB', dataUrl(Buffer.alloc(10 * 2 ** 20 + 1))],
];

export const imageScenarios: readonly Scenario[] = [
  {
    name: 'the thumbnail',
    call: get,
    as: 'visitor',
    status: 200,
    async proves({ body, headers }) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.deepEqual(Object.keys(body), ['href']);
      assert.deepEqual(await picture(body.href), { type: 'image/png', width: 280, height: 150, format: 'png' });
    },
  },
  {
    name: 'the whole picture',
    call: `${get}?size=full`,
    as: 'visitor',
    status: 200,
    async proves({ body }) {
      assert.deepEqual(await picture(body.href), { type: 'image/png', width: 560, height: 300, format: 'png' });
    },
  },
  {
    name: 'a size that is none',
    call: `${get}?size=huge`,
    as: 'visitor',
    status: 422,
    code: 'InvalidSavedviewsRequest',
    targets: ['size'],
  },
  { name: 'no picture', call: 'GET /savedviews/{view}/image', as: 'maker', status: 404, code: 'ImageNotFound' },
  {
    name: 'another picture, whose bytes say what it is',
    call: put,
    as: 'manager',
    body: { image: dataUrl(await jpeg(100, 300), 'image/png') },
    status: 204,
    async proves(_answer, { p, reader, picturedView }) {
      const [full, small] = [
        await addressOf(p, reader, picturedView, 'full'),
        await addressOf(p, reader, picturedView, 'thumbnail'),
      ];
      assert.deepEqual(await picture(full), { type: 'image/jpeg', width: 100, height: 300, format: 'jpeg' });
      assert.deepEqual(await picture(small), { type: 'image/jpeg', width: 67, height: 200, format: 'jpeg' });
      const { savedView } = (await p.call(reader, `GET /savedviews/${picturedView}`)).body;
      assert.ok(savedView.lastModified > savedView.creationTime);
    },
  },
  {
    name: 'a small picture is not enlarged',
    call: 'PUT /savedviews/{plainView}/image',
    as: 'maker',
    body: { image: dataUrl(await png(40, 30)) },
    status: 204,
    async proves(_answer, { p, maker, plainView }) {
      const address = await addressOf(p, maker, plainView, 'thumbnail');
      assert.deepEqual(await picture(address), { type: 'image/png', width: 40, height: 30, format: 'png' });
    },
  },
  {
    name: 'addresses of a former picture, and of one of a view that is gone',
    call: 'GET /savedviews/{view}',
    as: 'maker',
    status: 200,
    async proves(_answer, { p, maker, twinId }) {
      const savedViewData = { twin3dView: { origin: [0, 0, 0], extents: [1, 1, 1] } };
      const created = await p.call(maker, 'POST /savedviews', { body: { twinId, displayName: 'x', savedViewData } });
      const view = created.body.savedView.id;
      const show = async () =>
        p.call(maker, `PUT /savedviews/${view}/image`, { body: { image: dataUrl(await png(9, 9)) } });
      await show();
      const former = [await addressOf(p, maker, view, 'full'), await addressOf(p, maker, view, 'thumbnail')];
      await show();
      const later = await addressOf(p, maker, view, 'full');
      assert.equal((await fetch(later)).status, 200);
      for (const address of former) assert.equal((await fetch(address)).status, 404);
      await p.call(maker, `DELETE /savedviews/${view}`);
      assert.equal((await fetch(later)).status, 404);
    },
  },
  ...refused.map(
    ([name, image]): Scenario => ({
      name,
      call: put,
      as: 'maker',
      body: { image },
      status: 422,
      code: 'InvalidSavedviewsRequest',
      targets: ['image'],
      proves: ({ body }) => assert.equal(body.error.details[0].code, 'InvalidRequestBody'),
    }),
  ),
  { name: 'no picture at all', call: put, as: 'maker', body: {}, status: 422, targets: ['image'] },
  { name: 'a body of more than 14 MiB', call: put, as: 'maker', body: ' '.repeat(14 * 2 ** 20 + 1), status: 413 },
  { name: 'bytes', call: put, as: 'maker', body: 'x', headers: { 'Content-Type': 'image/png' }, status: 415 },
];
