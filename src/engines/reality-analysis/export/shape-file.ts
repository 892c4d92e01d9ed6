import { writeFile } from 'node:fs/promises';
import type { Place } from '../scene/types.ts';

/*
 * Shapefiles: `.shp` with the geometry, `.shx` with where each one begins, `.dbf` with the table, `.prj` with the system.
 */

export interface Shape {
  /** Of a point one part with one place; of a line one part; of a polygon its rings, each closed, the outer one clockwise. */
  readonly parts: readonly (readonly Place[])[];
  readonly label: string;
  readonly labelId: number;
  readonly confidence?: number | undefined;
}

/** Types with heights. */
export const shapeTypes = { point: 11, line: 13, polygon: 15 } as const;

const fileCode = 9994;
const version = 1000;
const headSize = 100;

/** Writes the files of a stem. `prj`: well-known text of the system. */
export async function writeShapes(
  stem: string,
  type: keyof typeof shapeTypes,
  shapes: readonly Shape[],
  prj: string | undefined,
): Promise<void> {
  const records = shapes.map((shape) => (type === 'point' ? pointRecord(shape) : partsRecord(shape, shapeTypes[type])));
  const places = shapes.flatMap(({ parts }) => parts.flat());
  const shpSize = headSize + records.reduce((sum, record) => sum + 8 + record.length, 0);
  const shp: Buffer[] = [head(shapeTypes[type], shpSize, places)];
  const shx: Buffer[] = [head(shapeTypes[type], headSize + 8 * records.length, places)];
  let at = headSize;
  for (const [n, record] of records.entries()) {
    shp.push(words(n + 1, record.length / 2), record);
    shx.push(words(at / 2, record.length / 2));
    at += 8 + record.length;
  }
  await writeFile(`${stem}.shp`, Buffer.concat(shp));
  await writeFile(`${stem}.shx`, Buffer.concat(shx));
  await writeFile(`${stem}.dbf`, table(shapes));
  await writeFile(`${stem}.cpg`, 'UTF-8');
  if (prj !== undefined) await writeFile(`${stem}.prj`, prj);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeInt32BE(value, 4 * n);
  return bytes;
}

function doubles(bytes: Buffer, at: number, values: readonly number[]): void {
  for (const [n, value] of values.entries()) bytes.writeDoubleLE(value, at + 8 * n);
}

/** Least and greatest of each axis; zeros where there is nothing. */
function boundsOf(places: readonly Place[]): readonly (readonly [number, number])[] {
  return ([0, 1, 2] as const).map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const place of places) {
      low = Math.min(low, place[axis]);
      high = Math.max(high, place[axis]);
    }
    return places.length === 0 ? [0, 0] : [low, high];
  });
}

function head(type: number, size: number, places: readonly Place[]): Buffer {
  const bytes = Buffer.alloc(headSize);
  bytes.writeInt32BE(fileCode, 0);
  bytes.writeInt32BE(size / 2, 24);
  bytes.writeInt32LE(version, 28);
  bytes.writeInt32LE(type, 32);
  const [x = [0, 0], y = [0, 0], z = [0, 0]] = boundsOf(places);
  doubles(bytes, 36, [x[0], y[0], x[1], y[1], z[0], z[1], 0, 0]);
  return bytes;
}

function pointRecord({ parts }: Shape): Buffer {
  const [x, y, z] = parts[0]?.[0] ?? [0, 0, 0];
  const bytes = Buffer.alloc(36);
  bytes.writeInt32LE(shapeTypes.point, 0);
  doubles(bytes, 4, [x, y, z, 0]);
  return bytes;
}

function partsRecord({ parts }: Shape, type: number): Buffer {
  const places = parts.flat();
  const [x = [0, 0], y = [0, 0], z = [0, 0]] = boundsOf(places);
  const placesAt = 44 + 4 * parts.length;
  const heightsAt = placesAt + 16 * places.length;
  const bytes = Buffer.alloc(heightsAt + 16 + 8 * places.length + 16 + 8 * places.length);
  bytes.writeInt32LE(type, 0);
  doubles(bytes, 4, [x[0], y[0], x[1], y[1]]);
  bytes.writeInt32LE(parts.length, 36);
  bytes.writeInt32LE(places.length, 40);
  let first = 0;
  for (const [n, part] of parts.entries()) {
    bytes.writeInt32LE(first, 44 + 4 * n);
    first += part.length;
  }
  for (const [n, place] of places.entries()) {
    bytes.writeDoubleLE(place[0], placesAt + 16 * n);
    bytes.writeDoubleLE(place[1], placesAt + 16 * n + 8);
    bytes.writeDoubleLE(place[2], heightsAt + 16 + 8 * n);
  }
  bytes.writeDoubleLE(z[0], heightsAt);
  bytes.writeDoubleLE(z[1], heightsAt + 8);
  return bytes;
}

const fields = [
  { name: 'id', type: 'N', size: 10, digits: 0 },
  { name: 'label', type: 'C', size: 128, digits: 0 },
  { name: 'labelId', type: 'N', size: 10, digits: 0 },
  { name: 'confidence', type: 'N', size: 10, digits: 4 },
] as const;

/** dBASE III. */
function table(shapes: readonly Shape[]): Buffer {
  const headLength = 32 + 32 * fields.length + 1;
  const recordLength = 1 + fields.reduce((sum, { size }) => sum + size, 0);
  const bytes = Buffer.alloc(headLength + recordLength * shapes.length + 1, 0x20);
  bytes.fill(0, 0, headLength);
  bytes.set([3, 126, 1, 1], 0);
  bytes.writeUInt32LE(shapes.length, 4);
  bytes.writeUInt16LE(headLength, 8);
  bytes.writeUInt16LE(recordLength, 10);
  for (const [n, { name, type, size, digits }] of fields.entries()) {
    const at = 32 + 32 * n;
    bytes.write(name, at, 'latin1');
    bytes.write(type, at + 11, 'latin1');
    bytes[at + 16] = size;
    bytes[at + 17] = digits;
  }
  bytes[headLength - 1] = 0x0d;
  for (const [n, { label, labelId, confidence }] of shapes.entries()) {
    const texts = [String(n), label, String(labelId), confidence === undefined ? '' : confidence.toFixed(4)];
    let at = headLength + n * recordLength + 1;
    for (const [column, { type, size }] of fields.entries()) {
      const text = Buffer.from(texts[column] ?? '').subarray(0, size);
      bytes.set(text, type === 'N' ? at + size - text.length : at);
      at += size;
    }
  }
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}
