import { open, readFile } from 'node:fs/promises';
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

type Numbers = ReadonlyMap<number, readonly number[]>;

const tags = { scale: 33_550, tiePoint: 33_922, matrix: 34_264, keys: 34_735 } as const;
const keys = { projected: 3072, geographic: 2048, vertical: 4096, raster: 1025 } as const;
const pointRaster = 2;
const mostEntries = 512;
const mostValues = 4096;

/** Of the tags of a GeoTIFF, else of a world file beside it. */
export async function geoOf(path: string, name: string): Promise<RasterPlace> {
  const found = /\.tiff?$/i.test(name) ? await tagsOf(path, name) : new Map<number, readonly number[]>();
  const [sx, sy] = found.get(tags.scale) ?? [];
  const tie = found.get(tags.tiePoint) ?? [];
  const matrix = found.get(tags.matrix) ?? [];
  const geo = keysOf(found.get(tags.keys) ?? []);
  const half = geo.get(keys.raster) === pointRaster ? 0.5 : 0;
  const crs = systemOf(geo);
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

function systemOf(geo: ReadonlyMap<number, number>): string | undefined {
  const isCode = (code: number | undefined): code is number => code !== undefined && code > 1023 && code < 32_767;
  const [plane, degrees, height] = [geo.get(keys.projected), geo.get(keys.geographic), geo.get(keys.vertical)];
  const code = isCode(plane) ? plane : isCode(degrees) ? degrees : undefined;
  return code === undefined ? undefined : `EPSG:${code}${isCode(height) ? `+${height}` : ''}`;
}

/** Keys whose value stands in the directory itself. */
function keysOf(values: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let at = 4; at + 3 < values.length; at += 4) {
    if (values[at + 1] === 0) found.set(values[at] ?? 0, values[at + 3] ?? 0);
  }
  return found;
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

/** Short and double tags of the first image of a TIFF or BigTIFF. */
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
const sizes: Readonly<Record<number, number>> = { 3: 2, 12: 8 };

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
    size === 8 ? data.getFloat64(8 * n, little) : data.getUint16(2 * n, little),
  );
