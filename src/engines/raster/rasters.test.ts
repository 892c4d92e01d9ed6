import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fromFile } from 'geotiff';
import proj4 from 'proj4';
import sharp from 'sharp';
import type { ConversionOptions, ConversionResult, InputFile } from '../conversion/params.ts';
import { crsOf } from '../crs/crs.ts';
import { EngineFailure } from '../engine.ts';
import { converted, given, outputIn } from '../point-cloud/testing/convert.ts';
import { fromWorld, tileSide, toWorld } from './mercator.ts';
import { type TiffTag, tiffHead } from './tiff.ts';

const samples = '../shared/data/reality/rasters';
const ortho: InputFile = { name: 'site_ortho.tif', path: `${samples}/site_ortho.tif` };
const dsm: InputFile = { name: 'site_DSM.tif', path: `${samples}/site_DSM.tif` };

interface Description {
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly bounds: [number, number, number, number];
  readonly tiles: string[];
}

const describedIn = (result: ConversionResult): Description => {
  const { files, rootDocument } = outputIn(result, 'XYZTileMap');
  return JSON.parse(readFileSync(files.find(({ name }) => name === rootDocument)?.path ?? '', 'utf8'));
};

/** The pixels of a tile, four bytes each; undefined when there is no such tile. */
async function tileIn(result: ConversionResult, name: string): Promise<Buffer | undefined> {
  const file = outputIn(result, 'XYZTileMap').files.find((one) => one.name === name);
  return file && sharp(file.path).ensureAlpha().raw().toBuffer();
}

/** A GeoTIFF of one strip without compression. */
function tiff(
  width: number,
  height: number,
  bands: number,
  bits: 8 | 16,
  data: Buffer,
  more: readonly TiffTag[] = [],
): Buffer {
  const tags = (start: number): TiffTag[] => [
    { id: 256, type: 'long', values: [width] },
    { id: 257, type: 'long', values: [height] },
    { id: 258, type: 'short', values: Array(bands).fill(bits) },
    { id: 259, type: 'short', values: [1] },
    { id: 262, type: 'short', values: [bands >= 3 ? 2 : 1] },
    { id: 273, type: 'long', values: [start] },
    { id: 277, type: 'short', values: [bands] },
    { id: 278, type: 'long', values: [height] },
    { id: 279, type: 'long', values: [data.length] },
    ...more,
  ];
  return Buffer.concat([tiffHead([tags(tiffHead([tags(0)], false).length)], false), data]);
}

/** A red square whose right half is masked by a picture in the same file. */
function masked(side: number, data: Buffer, bits: 1 | 8): Buffer {
  const perRow = bits === 8 ? side : Math.ceil(side / 8);
  const mask = Buffer.alloc(perRow * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side / 2; x++) {
      const at = y * perRow + (bits === 8 ? x : x >> 3);
      mask[at] = bits === 8 ? 255 : (mask[at] ?? 0) | (128 >> (x & 7));
    }
  }
  const picture = (
    bands: number,
    depth: number,
    photometric: number,
    start: number,
    length: number,
    kind: number,
  ): TiffTag[] => [
    { id: 254, type: 'long', values: [kind] },
    { id: 256, type: 'long', values: [side] },
    { id: 257, type: 'long', values: [side] },
    { id: 258, type: 'short', values: Array(bands).fill(depth) },
    { id: 259, type: 'short', values: [1] },
    { id: 262, type: 'short', values: [photometric] },
    { id: 273, type: 'long', values: [start] },
    { id: 277, type: 'short', values: [bands] },
    { id: 278, type: 'long', values: [side] },
    { id: 279, type: 'long', values: [length] },
  ];
  const head = (start: number) =>
    tiffHead(
      [
        [...picture(3, 8, 2, start, data.length, 0), ...webPlace(0, side, 1)],
        picture(1, bits, 4, start + data.length, mask.length, 4),
      ],
      false,
    );
  return Buffer.concat([head(head(0).length), data, mask]);
}

const webPlace = (x: number, y: number, pixel: number): TiffTag[] => [
  { id: 33_550, type: 'double', values: [pixel, pixel, 0] },
  { id: 33_922, type: 'double', values: [0, 0, 0, x, y, 0] },
  { id: 34_735, type: 'short', values: [1, 1, 0, 2, 1025, 0, 1, 1, 3072, 0, 1, 3857] },
];

describe('rasters of the samples', { skip: !existsSync(samples) }, () => {
  it('as a tile map are at their places, with their colours', async () => {
    const result = await converted([ortho], 'Orthophoto', ['XYZTileMap'], { tileFormat: 'PNG' });
    const { minzoom, maxzoom, bounds, tiles } = describedIn(result);
    assert.deepEqual(tiles, ['{z}/{x}/{y}.png']);
    // 0.125 m on the ground is 0.19 m of the projection
    assert.equal(maxzoom, 20);
    assert.ok(minzoom < maxzoom);
    assert.equal(outputIn(result, 'XYZTileMap').files.filter(({ name }) => name.startsWith(`${minzoom}/`)).length, 1);
    const extent = outputIn(result, 'XYZTileMap').extent;
    assert.deepEqual(bounds, [extent?.west, extent?.south, extent?.east, extent?.north]);
    const source = await sharp(ortho.path).raw().toBuffer({ resolveWithObject: true });
    const toMap = proj4('EPSG:4326', crsOf('EPSG:25832')?.definition ?? '');
    const differences: number[] = [];
    for (let n = 0; n < 400; n++) {
      // middles of pixels of the source, less its border
      const [column, row] = [20 + ((n * 367) % 920), 20 + ((n * 541) % 600)];
      const [longitude = 0, latitude = 0] = toMap.inverse([
        451_200 + 0.125 * (column + 0.5),
        5_411_380 - 0.125 * (row + 0.5),
      ]);
      const [x, y] = toWorld(longitude, latitude, maxzoom);
      const tile = await tileIn(result, `${maxzoom}/${Math.floor(x / tileSide)}/${Math.floor(y / tileSide)}.png`);
      const at = 4 * (Math.floor(y % tileSide) * tileSide + Math.floor(x % tileSide));
      assert.equal(tile?.[at + 3], 255);
      const [back = 0, up = 0] = toMap.forward(fromWorld(Math.floor(x) + 0.5, Math.floor(y) + 0.5, maxzoom));
      const [u, v] = [(back - 451_200) / 0.125 - 0.5, (5_411_380 - up) / 0.125 - 0.5];
      for (let band = 0; band < 3; band++)
        differences.push(Math.abs((tile?.[at + band] ?? 0) - between(source.data, source.info.width, u, v, band)));
    }
    assert.ok(Math.max(...differences) <= 2, `a colour is off by ${Math.max(...differences)}`);
    assert.equal(result.gigaPixels, (960 * 640) / 1e9);
  });

  it('as JPEG have the background and levels that were asked for', async () => {
    const options = { backgroundColor: '10.20.30', topLevel: 17, bottomLevel: 18, jpgQuality: 90 } as const;
    const result = await converted([ortho], 'Orthophoto', ['XYZTileMap'], options);
    const { minzoom, maxzoom } = describedIn(result);
    assert.deepEqual([minzoom, maxzoom], [17, 18]);
    const names = outputIn(result, 'XYZTileMap').files.map(({ name }) => name);
    assert.ok(
      names.every((name) => /^1[78]\/\d+\/\d+\.jpg$|^tilemap\.json$/.test(name)),
      names.join(),
    );
    const tile = await tileIn(result, names.find((name) => name.startsWith('17/')) ?? '');
    const corners = [0, 255, 255 * 256, 65_535].map((at) => Array.from(tile?.subarray(4 * at, 4 * at + 3) ?? []));
    assert.ok(
      corners.some(([r = 0, g = 0, b = 0]) => Math.abs(r - 10) < 6 && Math.abs(g - 20) < 6 && Math.abs(b - 30) < 6),
      JSON.stringify(corners),
    );
  });

  for (const [file, format] of [
    [ortho, 'Orthophoto'],
    [dsm, 'OrthophotoDSM'],
  ] as const) {
    it(`${file.name} as COG has its pixels, its place and overviews`, async () => {
      const result = await converted([file], format, ['COG']);
      const { files, crs } = outputIn(result, 'COG');
      assert.deepEqual(crs, { id: 'EPSG:25832', verticalId: 'EPSG:7837' });
      const [made, source] = [await fromFile(files[0]?.path ?? ''), await fromFile(file.path)];
      const [image, due] = [await made.getImage(0), await source.getImage(0)];
      assert.deepEqual(await image.readRasters({ interleave: true }), await due.readRasters({ interleave: true }));
      assert.deepEqual([image.getTileWidth(), image.getTileHeight(), image.isTiled], [512, 512, true]);
      assert.deepEqual(image.getGeoKeys(), due.getGeoKeys());
      assert.deepEqual(image.getBoundingBox(), due.getBoundingBox());
      assert.equal(image.getGDALNoData(), due.getGDALNoData());
      const count = await made.getImageCount();
      const last = await made.getImage(count - 1);
      assert.ok(last.getWidth() <= 512 && last.getHeight() <= 512);
      if (count > 1) {
        assert.deepEqual([last.getWidth(), last.getHeight()], [480, 320]);
        assert.equal(last.fileDirectory.getValue('NewSubfileType'), 1);
      }
      assert.ok(await sharp(files[0]?.path).stats(), 'another reader takes it');
      await made.close();
      await source.close();
    });
  }

  it('of heights are drawn from the lowest to the highest, with holes', async () => {
    const result = await converted([dsm], 'OrthophotoDSM', ['XYZTileMap'], { tileFormat: 'PNG' });
    const { maxzoom } = describedIn(result);
    let [low, high] = [255, 0];
    for (const { name } of outputIn(result, 'XYZTileMap').files.filter((one) => one.name.startsWith(`${maxzoom}/`))) {
      const tile = await tileIn(result, name);
      for (let at = 0; at < (tile?.length ?? 0); at += 4) {
        if (tile?.[at + 3] !== 255) continue;
        assert.ok(tile[at] === tile[at + 1] && tile[at] === tile[at + 2]);
        low = Math.min(low, tile[at] ?? 255);
        high = Math.max(high, tile[at] ?? 0);
      }
    }
    assert.ok(low < 8 && high > 240, `${low} to ${high}`);
  });
});

/** The colour between pixels. */
function between(data: Buffer, width: number, u: number, v: number, band: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const at = (x: number, y: number) => data[3 * (y * width + x) + band] ?? 0;
  const [s, t] = [u - left, v - top];
  return (
    (1 - t) * ((1 - s) * at(left, top) + s * at(left + 1, top)) +
    t * ((1 - s) * at(left, top + 1) + s * at(left + 1, top + 1))
  );
}

describe('rasters', () => {
  const red = (width: number, height: number) =>
    Buffer.from(Array.from({ length: width * height }, () => [255, 0, 0]).flat());
  const fails = (code: string, words: RegExp) => (error: unknown) =>
    error instanceof EngineFailure && error.code === code && words.test(error.message);
  const png: ConversionOptions = { tileFormat: 'PNG' };

  it('that lie beside each other make one map when merged, else one each', async () => {
    const side = 64;
    const inputs = [0, 1].map((n) =>
      given(`${n}.tif`, tiff(side, side, 3, 8, red(side, side), webPlace(n * side, side, 1))),
    );
    const whole = await converted(inputs, 'Orthophoto', ['XYZTileMap'], { ...png, merge: true });
    const { bounds, maxzoom } = describedIn(whole);
    const [left] = toWorld(bounds[0], 0, maxzoom);
    const [right] = toWorld(bounds[2], 0, maxzoom);
    assert.ok(Math.abs((right - left) * (40_075_016.686 / 256 / 2 ** maxzoom) - 2 * side) < 0.01);
    const apart = await converted(inputs, 'Orthophoto', ['XYZTileMap'], png);
    const names = outputIn(apart, 'XYZTileMap').files.map(({ name }) => name);
    assert.ok(names.includes('0/tilemap.json') && names.includes('1/tilemap.json'));
  });

  it('of 16 bits with a world file and a system from elsewhere keep what they have as COG', async () => {
    const data = Buffer.alloc(2 * 600 * 700);
    for (let n = 0; n < 600 * 700; n++) data.writeUInt16LE((n * 7919) & 65_535, 2 * n);
    const inputs = [given('a.tif', tiff(600, 700, 1, 16, data)), given('a.tfw', '2\n0\n0\n-2\n500001\n5000001\n')];
    const result = await converted(inputs, 'Orthophoto', ['COG'], { inputSRS: 'EPSG:25832+7837' });
    const file = await fromFile(outputIn(result, 'COG').files[0]?.path ?? '');
    const image = await file.getImage(0);
    const read = await image.readRasters({ interleave: true });
    assert.deepEqual(
      Array.from(read),
      Array.from({ length: 600 * 700 }, (_, n) => (n * 7919) & 65_535),
    );
    assert.deepEqual(image.getBoundingBox(), [500_000, 5_000_002 - 1400, 501_200, 5_000_002]);
    assert.equal(image.getGeoKeys()?.ProjectedCSTypeGeoKey, 25_832);
    await file.close();
  });

  for (const [stretch, low, high] of [
    ['auto', 1020, 2980],
    ['none', 0, 65_535],
    ['500,2500', 500, 2500],
  ] as const) {
    it(`of 16 bits are stretched in tile maps as it was asked: ${stretch}`, async () => {
      const side = 128;
      const data = Buffer.alloc(2 * side * side);
      for (let n = 0; n < side * side; n++) {
        // some pixels are far off
        const value = n % 200 === 0 ? 65_000 : n % 200 === 1 ? 0 : 1000 + (2000 * (n % 101)) / 100;
        data.writeUInt16LE(Math.round(value), 2 * n);
      }
      const input = given('a.tif', tiff(side, side, 1, 16, data, webPlace(0, side, 1)));
      const result = await converted([input], 'Orthophoto', ['XYZTileMap'], { ...png, stretch });
      const seen: number[] = [];
      for (const { name } of outputIn(result, 'XYZTileMap').files.filter((one) => one.name.endsWith('.png'))) {
        const tile = (await tileIn(result, name)) ?? assert.fail();
        for (let at = 0; at < tile.length; at += 4) if (tile[at + 3] === 255) seen.push(tile[at] ?? 0);
      }
      const middle = seen.sort((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0;
      const due = (255 * (2000 - low)) / (high - low);
      assert.ok(Math.abs(middle - due) < 6, `${middle} instead of ${due}`);
    });
  }

  for (const [what, bits] of [
    ['a bit', 1],
    ['a byte', 8],
  ] as const) {
    it(`with a mask of ${what} a pixel inside are transparent there, in tiles and COG, and lend overviews no colour`, async () => {
      const side = 600;
      const given8 = given('a.tif', masked(side, red(side, side), bits));
      const result = await converted([given8], 'Orthophoto', ['XYZTileMap', 'COG'], png);
      const pixels: number[][] = [];
      for (const { name } of outputIn(result, 'XYZTileMap').files.filter((one) => one.name.endsWith('.png'))) {
        const tile = (await tileIn(result, name)) ?? assert.fail();
        for (let at = 0; at < tile.length; at += 4) pixels.push([...tile.subarray(at, at + 4)]);
      }
      const seen = pixels.filter(([, , , alpha]) => alpha === 255);
      assert.ok(seen.length > 0);
      for (const [r, g, b, alpha] of pixels) if (alpha) assert.deepEqual([r, g, b], [255, 0, 0]);
      const file = await fromFile(outputIn(result, 'COG').files[0]?.path ?? '');
      for (const level of [0, 1]) {
        const image = await file.getImage(level);
        const read = Array.from(await image.readRasters({ interleave: true }));
        const wide = image.getWidth();
        const at = (x: number) => read.slice(4 * (wide * 3 + x), 4 * (wide * 3 + x) + 4);
        assert.deepEqual([at(1), at(wide - 2)], [[255, 0, 0, 255], level === 0 ? [255, 0, 0, 0] : [0, 0, 0, 0]]);
      }
      await file.close();
    });
  }

  it('that nobody knows the place of, or that are damaged, are refused', async () => {
    const plain = given('a.tif', tiff(8, 8, 3, 8, red(8, 8)));
    await assert.rejects(converted([plain], 'Orthophoto', ['XYZTileMap']), fails('InputSrsUnknown', /a\.tif/));
    const whole = tiff(64, 64, 3, 8, red(64, 64), webPlace(0, 0, 1));
    for (const bytes of [
      Buffer.from('II*'),
      Buffer.from('hello world'),
      whole.subarray(0, 400),
      whole.subarray(0, whole.length - 100),
    ]) {
      await assert.rejects(
        converted([given('a.tif', bytes)], 'Orthophoto', ['COG']),
        fails('InputFile_Invalid', /a\.tif/),
      );
    }
    const huge = tiff(2 ** 31, 2 ** 31, 1, 8, Buffer.alloc(8));
    await assert.rejects(
      converted([given('a.tif', huge)], 'Orthophoto', ['COG']),
      fails('InputFile_Invalid', /a\.tif/),
    );
  });
});
