import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Crs } from '../crs/crs.ts';
import { keyRecords, keysOf } from '../crs/write/geo-keys.ts';
import { breathe, type EngineContext } from '../engine.ts';
import { writeAll } from '../formats/bytes.ts';
import type { Samples } from './samples.ts';
import type { Affine, Raster } from './source.ts';
import { type TiffTag, tiffHead } from './tiff.ts';

const side = 512;
const mostSmall = 0xf0000000;

/** A level of the file: its tiles wait in a file of their own. */
interface Level {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  readonly file: number;
  readonly lengths: number[];
  /** Rows that wait until there are enough for tiles. */
  waiting: Samples;
  rows: number;
}

export interface CogToWrite {
  readonly raster: Raster;
  /** Given by the caller, in place of what the file says. */
  readonly crs: Crs | undefined;
  readonly path: string;
  readonly workFolder: string;
  readonly context: EngineContext;
  readonly progress: (share: number) => void;
}

/** Writes a GeoTIFF that is read in parts from afar: tiles, and smaller pictures of itself; deflated. */
export async function writeCog(cog: CogToWrite): Promise<void> {
  const { raster, workFolder, context, progress } = cog;
  const levels = levelsOf(raster, workFolder);
  try {
    for (let top = 0; top < raster.height; top += side) {
      const bottom = Math.min(raster.height, top + side);
      addRows(raster, levels, 0, await raster.read(0, top, raster.width, bottom), bottom - top);
      progress(bottom / raster.height);
      await breathe();
      context.signal?.throwIfAborted();
    }
    for (const n of levels.keys()) flush(raster, levels, n);
    assemble(cog, levels);
  } finally {
    for (const { file, path } of levels) {
      closeSync(file);
      rmSync(path, { force: true });
    }
  }
}

function levelsOf(raster: Raster, folder: string): Level[] {
  const levels: Level[] = [];
  let [width, height] = [raster.width, raster.height];
  for (;;) {
    const path = `${folder}/level-${levels.length}.bin`;
    const waiting = samplesLike(raster, width * side * raster.bands);
    levels.push({ width, height, path, file: openSync(path, 'w+'), lengths: [], waiting, rows: 0 });
    if (width <= side && height <= side) return levels;
    [width, height] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  }
}

function samplesLike({ bits, format }: Raster, length: number): Samples {
  if (format === 3) return bits === 64 ? new Float64Array(length) : new Float32Array(length);
  if (bits <= 8) return new Uint8Array(length);
  if (bits <= 16) return format === 2 ? new Int16Array(length) : new Uint16Array(length);
  return format === 2 ? new Int32Array(length) : new Uint32Array(length);
}

function addRows(raster: Raster, levels: readonly Level[], n: number, rows: Samples, count: number): void {
  const level = levels[n];
  if (level === undefined) return;
  const wide = level.width * raster.bands;
  for (let row = 0; row < count; row++) {
    level.waiting.set(rows.subarray(row * wide, (row + 1) * wide), level.rows * wide);
    if (++level.rows === side) flush(raster, levels, n);
  }
}

/** Writes the rows that wait as a row of tiles, and gives them to the level above at half their size. */
function flush(raster: Raster, levels: readonly Level[], n: number): void {
  const level = levels[n];
  if (level === undefined || level.rows === 0) return;
  const { bands } = raster;
  for (let left = 0; left < level.width; left += side) {
    const tile = samplesLike(raster, side * side * bands);
    const wide = Math.min(side, level.width - left) * bands;
    for (let row = 0; row < side; row++) {
      // what lies outside repeats the border, which costs least
      const from = (Math.min(row, level.rows - 1) * level.width + left) * bands;
      tile.set(level.waiting.subarray(from, from + wide), row * side * bands);
      for (let at = wide; at < side * bands; at++)
        tile[row * side * bands + at] = tile[row * side * bands + at - bands] ?? 0;
    }
    if (predictorOf(raster) === 2) difference(tile, bands);
    const packed = deflateSync(new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength));
    writeAll(level.file, packed);
    level.lengths.push(packed.length);
  }
  const rows = level.rows;
  level.rows = 0;
  const above = levels[n + 1];
  if (above) addRows(raster, levels, n + 1, halved(raster, level, rows, above.width), Math.ceil(rows / 2));
}

/** Whole numbers are stored as differences to their left neighbours. */
const predictorOf = ({ format, bits }: Raster): 1 | 2 => (format !== 3 && bits <= 16 ? 2 : 1);

function difference(tile: Samples, bands: number): void {
  for (let row = 0; row < side; row++) {
    const first = row * side * bands;
    for (let at = first + side * bands - 1; at >= first + bands; at--)
      tile[at] = (tile[at] ?? 0) - (tile[at - bands] ?? 0);
  }
}

/** At half the size. */
function halved(raster: Raster, level: Level, rows: number, halfWidth: number): Samples {
  const { bands, format } = raster;
  const halfRows = Math.ceil(rows / 2);
  const found = samplesLike(raster, halfWidth * halfRows * bands);
  for (let y = 0; y < halfRows; y++) {
    for (let x = 0; x < halfWidth; x++) {
      for (let band = 0; band < bands; band++) {
        const mean = meanOf(raster, level, rows, 2 * x, 2 * y, band);
        found[(y * halfWidth + x) * bands + band] = format === 3 ? mean : Math.round(mean);
      }
    }
  }
  return found;
}

/** The mean of four pixels, of those that have a value; of colours, of those that are there. */
function meanOf(
  { bands, nodata, hasAlpha }: Raster,
  { width, waiting }: Level,
  rows: number,
  x: number,
  y: number,
  band: number,
): number {
  let [sum, count] = [0, 0];
  for (let n = 0; n < 4; n++) {
    const [px, py] = [x + (n & 1), y + (n >> 1)];
    if (px >= width || py >= rows) continue;
    const at = (py * width + px) * bands;
    const value = waiting[at + band] ?? 0;
    if (value === nodata || Number.isNaN(value)) continue;
    if (hasAlpha && band < bands - 1 && waiting[at + bands - 1] === 0) continue;
    sum += value;
    count++;
  }
  return count === 0 ? (nodata ?? (hasAlpha ? 0 : Number.NaN)) : sum / count;
}

/** The head with all directories, then the tiles, smallest pictures first. */
function assemble({ raster, crs, path }: CogToWrite, levels: readonly Level[]): void {
  const sizes = levels.map(({ lengths }) => lengths.reduce((sum, length) => sum + length, 0));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const big = total > mostSmall;
  const placesFrom = (start: number): number[] => {
    const starts: number[] = [];
    let at = start;
    for (let n = levels.length - 1; n >= 0; n--) {
      starts[n] = at;
      at += sizes[n] ?? 0;
    }
    return starts;
  };
  const headWith = (starts: readonly number[]) =>
    tiffHead(
      levels.map((level, n) => [
        ...tagsOf(raster, level, starts[n] ?? 0, n > 0),
        ...(n > 0 ? [] : placeTags(raster, crs)),
      ]),
      big,
    );
  const head = headWith(placesFrom(headWith(placesFrom(0)).length));
  const file = openSync(path, 'wx');
  try {
    writeAll(file, head);
    for (const level of levels.toReversed()) append(level.file, file);
  } finally {
    closeSync(file);
  }
}

function append(from: number, to: number): void {
  const bytes = Buffer.alloc(1 << 20);
  for (let at = 0; ; ) {
    const count = readSync(from, bytes, 0, bytes.length, at);
    if (count === 0) return;
    writeAll(to, bytes.subarray(0, count));
    at += count;
  }
}

function tagsOf(raster: Raster, { width, height, lengths }: Level, start: number, isSmaller: boolean): TiffTag[] {
  const { bands, bits, format, hasAlpha } = raster;
  const each = (value: number) => Array<number>(bands).fill(value);
  const isColored = bands - (hasAlpha ? 1 : 0) >= 3;
  const extra = bands - (isColored ? 3 : 1);
  let at = start;
  const places = lengths.map((length) => {
    at += length;
    return at - length;
  });
  const long = (id: number, value: number): TiffTag => ({ id, type: 'long', values: [value] });
  const shorts = (id: number, values: readonly number[]): TiffTag => ({ id, type: 'short', values });
  return [
    long(254, isSmaller ? 1 : 0),
    long(256, width),
    long(257, height),
    shorts(258, each(bits)),
    shorts(259, [8]),
    shorts(262, [isColored ? 2 : 1]),
    shorts(277, [bands]),
    shorts(284, [1]),
    shorts(317, [predictorOf(raster)]),
    long(322, side),
    long(323, side),
    { id: 324, type: 'place', values: places },
    { id: 325, type: 'long', values: lengths },
    shorts(339, each(format)),
    ...(extra > 0
      ? [
          shorts(
            338,
            Array.from({ length: extra }, (_, n) => (hasAlpha && n === extra - 1 ? 2 : 0)),
          ),
        ]
      : []),
    ...(raster.nodata === undefined ? [] : [{ id: 42_113, type: 'text' as const, values: String(raster.nodata) }]),
  ];
}

const keyTags = new Set([34_735, 34_736, 34_737]);
const types = {
  33550: 'double',
  33922: 'double',
  34264: 'double',
  34735: 'short',
  34736: 'double',
  34737: 'text',
} as const;
const isGeo = (id: number): id is keyof typeof types => id in types;

/** Where it is: as the file said it, unless the caller knows better, or a file beside it did. */
function placeTags({ geoTags, place }: Raster, crs: Crs | undefined): TiffTag[] {
  const kept = geoTags.flatMap(({ id, values }): TiffTag[] => {
    const isReplaced = crs !== undefined && keyTags.has(id);
    return isGeo(id) && !isReplaced ? [{ id, type: types[id], values }] : [];
  });
  const isPlaced = kept.some(({ id }) => id === 33_922 || id === 34_264);
  return [...kept, ...(isPlaced || place === undefined ? [] : [matrixTag(place)]), ...keyTagsOf(crs)];
}

function keyTagsOf(crs: Crs | undefined): TiffTag[] {
  if (crs === undefined) return [];
  const { directory, doubles, text } = keyRecords(keysOf(crs.model));
  return [
    { id: 34_735, type: 'short', values: directory },
    ...(doubles.length === 0 ? [] : [{ id: 34_736, type: 'double' as const, values: doubles }]),
    ...(text === '' ? [] : [{ id: 34_737, type: 'text' as const, values: text }]),
  ];
}

const matrixTag = ([a, b, c, d, e, f]: Affine): TiffTag => ({
  id: 34_264,
  type: 'double',
  values: [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1],
});
