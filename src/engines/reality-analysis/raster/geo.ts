import { open, readFile } from 'node:fs/promises';
import { crsOf } from '../../crs/crs.ts';
import { geoKeysIn, geoKeysText } from '../../crs/read/geo-keys.ts';
import { shortText } from '../../crs/wkt-text.ts';
import { failures } from '../failures.ts';
import type { Place } from '../scene/types.ts';

/** Where a raster lies. Without a place its pixels are the map: x to the right, y upwards from the top edge, negative. */
export interface RasterPlace {
  /** Of the corner of a pixel, from the top left. */
  toMap(x: number, y: number): Place;
  /** Side of a pixel in units of the map. */
  readonly pixel: number;
  readonly crs: string | undefined;
}

/** A text is its bytes. */
type Numbers = ReadonlyMap<number, readonly number[]>;

const tags = { scale: 33_550, tiePoint: 33_922, matrix: 34_264, keys: 34_735, doubles: 34_736, text: 34_737 } as const;
const rasterType = 1025;
const pointRaster = 2;
const mostEntries = 512;
const mostValues = 4096;

/** Of the tags of a GeoTIFF, else of a world file beside it. */
export async function geoOf(path: string, name: string): Promise<RasterPlace> {
  const found = /\.tiff?$/i.test(name) ? await tagsOf(path, name) : new Map<number, readonly number[]>();
  const [sx, sy] = found.get(tags.scale) ?? [];
  const tie = found.get(tags.tiePoint) ?? [];
  const matrix = found.get(tags.matrix) ?? [];
  const of = (tag: number) => found.get(tag) ?? [];
  const text = geoKeysText(of(tags.keys), of(tags.doubles), Buffer.from(of(tags.text)).toString('latin1'));
  const half = geoKeysIn(text ?? '')?.get(rasterType) === pointRaster ? 0.5 : 0;
  const system = text === undefined ? undefined : crsOf(text);
  const crs = system && shortText(system);
  if (sx !== undefined && sy !== undefined && tie.length >= 6) {
    const [column = 0, row = 0, , east = 0, north = 0] = tie;
    return { crs, pixel: sx, toMap: (x, y) => [east + (x - column - half) * sx, north - (y - row - half) * sy, 0] };
  }
  if (matrix.length === 16) {
    const [a = 1, b = 0, , c = 0, d = 0, e = -1, , f = 0] = matrix;
    const toMap = (x: number, y: number): Place => [
      a * (x - half) + b * (y - half) + c,
      d * (x - half) + e * (y - half) + f,
      0,
    ];
    return { crs, pixel: Math.hypot(a, d), toMap };
  }
  return (await worldFile(path)) ?? { crs, pixel: 1, toMap: (x, y) => [x, -y, 0] };
}

async function worldFile(path: string): Promise<RasterPlace | undefined> {
  for (const ending of ['tfw', 'tifw', 'jgw', 'pgw', 'wld']) {
    const text = await readFile(path.replace(/\.[^.]+$/, `.${ending}`), 'utf8').catch(() => undefined);
    const [a, d, b, e, c, f] = text?.trim().split(/\s+/).map(Number) ?? [];
    if (a === undefined || d === undefined || b === undefined || e === undefined || c === undefined || f === undefined)
      continue;
    // a world file places the middle of the first pixel
    const toMap = (x: number, y: number): Place => [
      a * (x - 0.5) + b * (y - 0.5) + c,
      d * (x - 0.5) + e * (y - 0.5) + f,
      0,
    ];
    return { crs: undefined, pixel: Math.hypot(a, d), toMap };
  }
  return undefined;
}

type ReadBytes = (position: number, length: number) => Promise<Buffer>;

/** Text, short and double tags of the first image of a TIFF or BigTIFF. */
async function tagsOf(path: string, name: string): Promise<Numbers> {
  const file = await open(path, 'r');
  try {
    return await readTags(async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    });
  } catch {
    throw failures.invalidData(name, 'its header cannot be read');
  } finally {
    await file.close();
  }
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const sizes: Readonly<Record<number, number>> = { 2: 1, 3: 2, 12: 8 };

async function readTags(read: ReadBytes): Promise<Numbers> {
  const head = await read(0, 16);
  const little = head.toString('latin1', 0, 2) === 'II';
  const first = viewOf(head);
  const big = first.getUint16(2, little) === 43;
  const long = (data: DataView, at: number) =>
    big ? Number(data.getBigUint64(at, little)) : data.getUint32(at, little);
  const [countSize, entrySize, valueAt, room] = big ? [8, 20, 12, 8] : [2, 12, 8, 4];
  const bytes = await read(long(first, big ? 8 : 4), countSize + mostEntries * entrySize);
  const directory = viewOf(bytes);
  const count = Math.min(big ? long(directory, 0) : directory.getUint16(0, little), mostEntries);
  const found = new Map<number, readonly number[]>();
  for (let entry = 0; entry < count; entry++) {
    const start = countSize + entry * entrySize;
    if (start + entrySize > bytes.length) break;
    const size = sizes[directory.getUint16(start + 2, little)];
    const amount = long(directory, start + 4);
    if (size === undefined || amount > mostValues) continue;
    const isInside = size * amount <= room;
    const at = start + valueAt;
    const values = isInside ? bytes.subarray(at) : await read(long(directory, at), size * amount);
    if (values.length < size * amount) continue;
    found.set(directory.getUint16(start, little), numbersIn(viewOf(values), size, amount, little));
  }
  return found;
}

const numbersIn = (data: DataView, size: number, amount: number, little: boolean): number[] =>
  Array.from({ length: amount }, (_, n) =>
    size === 8 ? data.getFloat64(8 * n, little) : size === 2 ? data.getUint16(2 * n, little) : data.getUint8(n),
  );
