import type { Points } from './points.ts';
import { floatPlaces } from './tile-places.ts';

const headLength = 28;

/** Points as a tile of 3D Tiles 1.0: Z up, about the middle of the tile; class and intensity in the batch table. */
export function pnts(points: Points, step: number): Buffer {
  const { count, red, green, blue, intensity, classification, extras } = points;
  const { origin, values } = floatPlaces(points, step);
  const feature = body();
  const batch = body();
  const featureTable = {
    POINTS_LENGTH: count,
    RTC_CENTER: origin,
    POSITION: { byteOffset: feature.add(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)) },
    ...(red && green && blue ? { RGB: { byteOffset: feature.add(rgbOf(count, red, green, blue)) } } : {}),
  };
  const batchTable = {
    ...(intensity
      ? { INTENSITY: property(batch.add(new Uint8Array(intensity.buffer, 0, 2 * count)), 'UNSIGNED_SHORT') }
      : {}),
    ...(classification
      ? { CLASSIFICATION: property(batch.add(classification.subarray(0, count)), 'UNSIGNED_BYTE') }
      : {}),
    ...Object.fromEntries(
      extras.map(({ name, values }) => [
        name,
        property(batch.add(new Uint8Array(values.buffer, values.byteOffset, 4 * count)), 'FLOAT'),
      ]),
    ),
  };
  const parts = [
    jsonPart(featureTable, headLength),
    feature.all(),
    ...(batch.size() === 0 ? [Buffer.alloc(0), Buffer.alloc(0)] : [jsonPart(batchTable, 0), batch.all()]),
  ];
  const head = Buffer.alloc(headLength);
  head.write('pnts');
  head.writeUInt32LE(1, 4);
  head.writeUInt32LE(headLength + parts.reduce((sum, { length }) => sum + length, 0), 8);
  for (const [n, { length }] of parts.entries()) head.writeUInt32LE(length, 12 + 4 * n);
  return Buffer.concat([head, ...parts]);
}

const property = (byteOffset: number, componentType: string) => ({ byteOffset, componentType, type: 'SCALAR' });

function rgbOf(count: number, ...colors: readonly [Uint16Array, Uint16Array, Uint16Array]): Uint8Array {
  const bytes = new Uint8Array(3 * count);
  for (const [channel, values] of colors.entries()) {
    for (let n = 0; n < count; n++) bytes[3 * n + channel] = Math.round((values[n] ?? 0) / 257);
  }
  return bytes;
}

/** Ends at a multiple of 8 when it begins at `start`. */
function jsonPart(json: object, start: number): Buffer {
  const text = Buffer.from(JSON.stringify(json));
  return Buffer.concat([text, Buffer.alloc(-(start + text.length) & 7, ' ')]);
}

/** A body of properties, each at a multiple of 8. */
function body() {
  const parts: Uint8Array[] = [];
  let size = 0;
  return {
    add(bytes: Uint8Array): number {
      const at = size;
      const gap = -bytes.length & 7;
      parts.push(bytes, new Uint8Array(gap));
      size += bytes.length + gap;
      return at;
    },
    size: () => size,
    all: () => Buffer.concat(parts),
  };
}
