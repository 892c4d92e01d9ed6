import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createEncoderModule,
  type DracoInt8Array,
  type EncoderModule,
  type PointCloud,
  type PointCloudBuilder,
} from 'draco3d';
import { EngineFailure } from '../../engine.ts';
import { bytesIn, converted, given } from '../testing/convert.ts';
import { readLas } from '../testing/las-file.ts';

/** What the types of the library leave out. */
type WholeEncoder = EncoderModule & {
  readonly PointCloud: new () => PointCloud;
  readonly PointCloudBuilder: new () => PointCloudBuilder;
};
type CloudEncoder = InstanceType<EncoderModule['Encoder']> & {
  EncodePointCloudToDracoBuffer(cloud: PointCloud, deduplicate: boolean, array: DracoInt8Array): number;
};

const count = 200;
const places = Float32Array.from({ length: 3 * count }, (_, n) => (n % 3 === 2 ? n / 10 : n));
const colors = Uint8Array.from({ length: 3 * count }, (_, n) => n & 255);
const classes = Float32Array.from({ length: count }, (_, n) => n % 7);

async function packedPoints(): Promise<{ bytes: Buffer; ids: Record<string, number> }> {
  const draco = (await createEncoderModule({})) as WholeEncoder;
  const [encoder, builder, cloud] = [
    new draco.Encoder() as CloudEncoder,
    new draco.PointCloudBuilder(),
    new draco.PointCloud(),
  ];
  const kind = (one: unknown) => Number(one);
  const ids = {
    POSITION: builder.AddFloatAttribute(cloud, kind(draco.POSITION), count, 3, places),
    RGB: builder.AddUInt8Attribute(cloud, kind(draco.COLOR), count, 3, colors),
    Classification: builder.AddFloatAttribute(cloud, kind(draco.GENERIC), count, 1, classes),
  };
  const array = new draco.DracoInt8Array();
  const length = encoder.EncodePointCloudToDracoBuffer(cloud, false, array);
  assert.ok(length > 0);
  return { bytes: Buffer.from(Array.from({ length }, (_, n) => array.GetValue(n) & 255)), ids };
}

const padded = (table: object): Buffer => {
  const text = JSON.stringify(table);
  return Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
};

function tile(bytes: Buffer, ids: Readonly<Record<string, number>>): Buffer {
  const { POSITION, RGB, Classification } = ids;
  const extension = '3DTILES_draco_point_compression';
  const features = padded({
    POINTS_LENGTH: count,
    RTC_CENTER: [1000, 2000, 3000],
    POSITION: { byteOffset: 0 },
    RGB: { byteOffset: 0 },
    extensions: { [extension]: { properties: { POSITION, RGB }, byteOffset: 0, byteLength: bytes.length } },
  });
  const batch = padded({
    Classification: { byteOffset: 0, componentType: 'FLOAT', type: 'SCALAR' },
    extensions: { [extension]: { properties: { Classification } } },
  });
  const head = Buffer.alloc(28);
  head.write('pnts');
  for (const [n, value] of [1, 28 + features.length + bytes.length + batch.length].entries())
    head.writeUInt32LE(value, 4 + 4 * n);
  for (const [n, value] of [features.length, bytes.length, batch.length, 0].entries())
    head.writeUInt32LE(value, 12 + 4 * n);
  return Buffer.concat([head, features, bytes, batch]);
}

const tileset = (required: readonly string[]) =>
  JSON.stringify({
    asset: { version: '1.0' },
    extensionsRequired: required,
    geometricError: 10,
    root: { refine: 'ADD', geometricError: 0, content: { uri: 'points.pnts' } },
  });

const convertedFrom = (points: Buffer, required = ['3DTILES_draco_point_compression']) =>
  converted([given('tileset.json', tileset(required)), given('points.pnts', points)], 'PNTS', ['LAS']);

const isRefused = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof EngineFailure, String(error));
  assert.equal(error.code, 'InputFile_Invalid');
  assert.match(error.message, words);
  return true;
};

describe('points that Draco has packed', () => {
  it('are read with their colours and classes, as what packs them has them', async () => {
    const { bytes, ids } = await packedPoints();
    const read = readLas(bytesIn(await convertedFrom(tile(bytes, ids)), 'LAS'));
    const text = (place: readonly number[], color: readonly number[], kind: number) =>
      JSON.stringify([place.map((value) => Math.round(value * 1000)), color, kind]);
    assert.deepEqual(
      read.map(({ place, color = [0, 0, 0], classification }) => text(place, color, classification)).sort(),
      Array.from({ length: count }, (_, n) =>
        text(
          [0, 1, 2].map((axis) => (places[3 * n + axis] ?? 0) + 1000 * (axis + 1)),
          [0, 1, 2].map((axis) => (colors[3 * n + axis] ?? 0) * 257),
          classes[n] ?? 0,
        ),
      ).sort(),
    );
  });

  it('that are damaged are refused, and others are read after them', async () => {
    const { bytes, ids } = await packedPoints();
    const damaged = Buffer.from(bytes);
    damaged.fill(255, 8, 60);
    await assert.rejects(convertedFrom(tile(damaged, ids)), isRefused(/packed points are damaged/));
    await assert.rejects(convertedFrom(tile(bytes.subarray(0, 40), ids)), isRefused(/packed points are damaged/));
    await assert.rejects(convertedFrom(tile(bytes, { ...ids, RGB: 99 })), isRefused(/packed points are damaged/));
    await convertedFrom(tile(bytes, ids));
  });

  it('of a tileset that needs what is not known are refused with its name', async () => {
    const { bytes, ids } = await packedPoints();
    await assert.rejects(
      convertedFrom(tile(bytes, ids), ['VENDOR_points']),
      isRefused(/needs the extension 'VENDOR_points'/),
    );
  });
});
