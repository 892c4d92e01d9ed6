import assert from 'node:assert/strict';
import sharp from 'sharp';
import { api } from './fixture.ts';
import type { PictureScenario as Scenario } from './run-picture-scenarios.ts';

const picture = `GET ${api}/{flight}/picture`;
const code = 'InvalidRealityDataRequest';

const shown = (query: string, size: readonly [number, number]): Scenario => ({
  name: `a picture, ${query}`,
  call: `${picture}?name=flight/a.tif${query}`,
  as: 'viewer',
  status: 200,
  async proves({ headers }, { p, viewer, flight }) {
    assert.equal(headers.get('content-type'), 'image/jpeg');
    const address = `${p.address}${api}/${flight}/picture?name=flight/a.tif${query}`;
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${viewer.token}` } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { format, width, height, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([format, width, height, orientation], ['jpeg', ...size, undefined]);
    const [red = 0, , blue = 0] = await sharp(bytes).raw().toBuffer();
    assert.ok(red < 64 && blue > 150, 'its colours');
  },
});

const refused = (name: string, query: string, more: Partial<Scenario>): Scenario => ({
  name: `a picture ${name}`,
  call: `${picture}?${query}`,
  as: 'viewer',
  status: 422,
  code,
  ...more,
});

/** Photos that browsers cannot draw. */
export const pictureScenarios: readonly Scenario[] = [
  shown('', [60, 40]),
  shown('&widest=30', [30, 20]),
  shown('&widest=16384', [60, 40]),
  refused('of what is none', 'name=flight/none.tif', {
    targets: ['name'],
    proves: ({ body: { error } }) => assert.match(error.details[0].message, /no picture that can be drawn/),
  }),
  refused('of a file that is not there', 'name=flight/b.tif', { status: 404, code: 'FileNotFound' }),
  refused('of a file elsewhere', 'name=../Site scan/site.las', { status: 404, code: 'FileNotFound' }),
  refused('of a folder', 'name=flight', { status: 404, code: 'FileNotFound' }),
  refused('of nothing', '', { targets: ['name'] }),
  refused('of no size', 'name=flight/a.tif&widest=0', { targets: ['widest'] }),
];
