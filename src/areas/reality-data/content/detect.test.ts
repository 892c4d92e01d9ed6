import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { longestTurnWithin, processorTime } from '../../../../test/support/processor-time.ts';
import type { PlacedFile } from '../../../api/ports/files.ts';
import type { Blobs } from '../../../kernel/blobs/port.ts';
import { detect } from './detect.ts';
import { type Source, sourceOf } from './source.ts';

type Contents = Readonly<Record<string, string | Buffer>>;

/** What these files are, each under its path. */
function sourceWith(contents: Contents): Source {
  const bytesOf = new Map(Object.entries(contents).map(([path, content]) => [path, Buffer.from(content)]));
  const files = [...bytesOf].map(
    ([path, bytes]): PlacedFile => ({
      id: path,
      twinId: '',
      folderId: '',
      name: path.split('/').at(-1) ?? '',
      size: bytes.length,
      path,
      blobId: path,
      contentType: '',
      created: 0,
      modified: 0,
    }),
  );
  const blobs = {
    async read(id: string, range?: { start: number; end: number }) {
      const bytes = bytesOf.get(id)?.subarray(range?.start ?? 0, (range?.end ?? 2 ** 31) + 1);
      return bytes && { stream: Readable.from([bytes]) };
    },
  } as unknown as Blobs;
  return sourceOf(blobs, files);
}

const typeOf = (contents: Contents) => detect(sourceWith(contents));

const tileset = (content: object) =>
  JSON.stringify({ asset: { version: '1.0' }, geometricError: 10, root: { children: [{ content }] } });

/** A TIFF with these tags, each with one short value. */
function tiff(tags: Readonly<Record<number, number>>): Buffer {
  const entries = Object.entries(tags);
  const bytes = Buffer.alloc(10 + entries.length * 12 + 4);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, value], at) => {
    bytes.writeUInt16LE(Number(tag), 10 + at * 12);
    bytes.writeUInt16LE(3, 12 + at * 12);
    bytes.writeUInt32LE(1, 14 + at * 12);
    bytes.writeUInt16LE(value, 18 + at * 12);
  });
  return bytes;
}
const geo = { 34735: 1 };
const heights = { ...geo, 258: 32, 277: 1, 339: 3 };
const xml = '\ufeff<?xml version="1.0"?>\n<!-- <Other> -->\n';

const cases: readonly (readonly [type: string, root: string | null, contents: Contents])[] = [
  ['Unstructured', null, {}],
  ['Unstructured', null, { 'a.xyzzy': '' }],
  ['Unstructured', null, { 'a.las': '', 'b.laz': '' }],
  ['Unstructured', null, { 'a.json': '{', 'b.json': '[]' }],
  ['ContextScene', 'ContextScene.json', { 'ContextScene.json': '{}', 'a.jpg': '' }],
  ['CCImageCollection', null, { 'below/ContextScene.json': '{}', 'a.jpg': '' }],
  ['CCOrientations', 'o.xml', { 'n.xml': '<x/>', 'o.xml': `${xml}<BlocksExchange version="2.1">`, 'a.jpg': '' }],
  ['CCImageCollection', null, { 'o.xml': `${xml}<x><BlocksExchange/></x>`, 'a.JPG': '' }],
  ['ContextDetector', 'm/model.onnx', { 'm/model.onnx': '', 'm/labels.json': '{}' }],
  ['Unstructured', null, { 'm/model.onnx': '', 'labels.json': '{}' }],
  ['LAS', 'a.las', { 'b.las': '', 'a.las': '', 'a.prj': '', 'x/y.las': '' }],
  ['XYZ', 'a.pts', { 'a.pts': '', 'b.TXT': '' }],
  ['PointCloud', 'a.pod', { 'a.pod': '' }],
  ['PTX', 'hall.ptx', { 'hall.ptx': '', 'hall.prj': '' }],
  ['XYZ', 'a.csv', { 'a.csv': 'Easting;Northing;Elevation\n1,5;2,5;3\n', 'a.prj': '' }],
  ['XYZ', 'a.csv', { 'a.csv': '1,2,3\n4,5,6\n' }],
  ['Unstructured', null, { 'a.csv': 'Name,Declared unit\nBeam,kg\n' }],
  ['PLY', 'a.ply', { 'a.ply': '' }],
  ['GS_PLY', 'a.ply', { 'a.ply': 'ply\nelement vertex 1\nproperty float x\nproperty float f_dc_0\nend_header\n' }],
  ['GS_SPZ', 'a.spz', { 'a.spz': '' }],
  ['PNTS', 'tileset.json', { 'a.json': tileset({ uri: 'b.b3dm' }), 'tileset.json': tileset({ uri: 'x.pnts?v=1' }) }],
  ['PNTS', 'tileset.json', { 'tileset.json': tileset({ url: 'x/tileset.json' }), 'x/1.pnts': '' }],
  ['Cesium3DTiles', 'Scene/tileset.json', { 'Scene/tileset.json': tileset({ uri: 'a.glb' }), 'Scene/a.glb': '' }],
  ['OBJ', 'house.obj', { 'house.obj': '', 'house.mtl': '', 'house.jpg': '' }],
  ['GLB', 'a.glb', { 'a.glb': '' }],
  ['3MX', 'a.3mx', { 'a.3mx': '', 'a.jpg': '' }],
  ['GeoJSON', 'map.json', { 'map.json': '{"type":"FeatureCollection","features":[]}' }],
  ['SHP', 'a.shp', { 'a.shp': '', 'a.dbf': '' }],
  ['KML', 'a.kml', { 'a.kml': '' }],
  ['Orthophoto', 'a.tif', { 'a.tif': tiff({ ...geo, 258: 8, 277: 3 }) }],
  ['Orthophoto', 'a.tif', { 'a.tif': '', 'a.tfw': '' }],
  ['OrthophotoDSM', 'a.tif', { 'a.tif': tiff(geo), 'b.tif': tiff(heights) }],
  ['OrthophotoDSM', 'x_DSM.tif', { 'x_DSM.tif': tiff(geo) }],
  ['CCImageCollection', null, { 'a.tif': tiff({ 258: 8 }), 'b.tif': 'II*\0\xff\xff\xff\xff00000000' }],
];

const mebibyte = 2 ** 20;
/** JSON of so many values that it is costly to read. */
const filled = (bytes: number, rest: string) => `{"filler":[${'{},'.repeat((bytes - rest.length) / 3 - 10)}0],${rest}}`;

describe('the type of some content', () => {
  it('is found in large documents, too, wherever they say it', async () => {
    const tiles = '"asset":{},"geometricError":1,"root":{"content":{"uri":"a.pnts"}}';
    const geo = '"type":"FeatureCollection"';
    for (const size of [mebibyte, 2 * mebibyte]) {
      assert.deepEqual(await typeOf({ 'a.json': filled(size, geo) }), { type: 'GeoJSON', root: 'a.json' });
      assert.deepEqual(await typeOf({ 'b.json': filled(size, tiles) }), { type: 'PNTS', root: 'b.json' });
    }
    const text = `{"features":["${'x'.repeat(15 * mebibyte)}"],${geo}}`;
    assert.deepEqual(await typeOf({ 'a.json': text }), { type: 'GeoJSON', root: 'a.json' });
  });

  it('is looked for beside everything else: large documents hold nobody, nor take more memory together', async () => {
    const largest = filled(16 * mebibyte - 10, '"type":"Feature"');
    const deep = `${'['.repeat(8 * mebibyte - 10)}${']'.repeat(8 * mebibyte - 10)}`;
    const source = sourceWith({ 'a.json': largest, 'b.json': largest, 'c.json': largest, 'd.json': deep });
    // a document of 16 MB that the event loop reads would take twice as long
    const most = 2 * processorTime(() => JSON.parse(filled(4 * mebibyte, '"a":0')));
    const { turn } = await longestTurnWithin(most, () => detect(source));
    assert.ok(turn < most, `${turn} ms of ${most}`);
  });

  for (const [type, root, contents] of cases) {
    const names = Object.keys(contents).join(', ') || 'nothing';
    it(`is ${type} for ${names}`, async () => assert.deepEqual(await typeOf(contents), { type, root }));
  }

  it('is found at once in a document that never begins', async () => {
    const started = performance.now();
    assert.equal((await typeOf({ 'a.xml': '<!--'.repeat(16_000), 'b.xml': '<?'.repeat(32_000) })).type, 'Unstructured');
    assert.ok(performance.now() - started < 5000);
  });
});
