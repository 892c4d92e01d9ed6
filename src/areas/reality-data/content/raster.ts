import type { PlacedFile } from '../../../api/ports/files.ts';
import { type Source, withExtension } from './source.ts';

/* Georeferenced rasters: TIFF files with geo keys, or with a world file beside them. */

const tags = { bitsPerSample: 258, samplesPerPixel: 277, sampleFormat: 339, geoKeys: 34_735 } as const;
const worldFiles = ['tfw', 'tifw', 'tiffw', 'wld'];
const mostFiles = 50;
const mostEntries = 512;
const floating = 3;

export interface Rasters {
  readonly file: PlacedFile;
  readonly elevation: boolean;
}

/** The first raster with a place on earth, and whether one of these holds heights. */
export async function findRasters(source: Source): Promise<Rasters | undefined> {
  const placed: PlacedFile[] = [];
  let elevation = false;
  const paths = new Set(source.files.map(({ path }) => path.toLowerCase()));
  for (const file of withExtension(source, ['tif', 'tiff'], mostFiles)) {
    const directory = await directoryOf(source, file);
    const stem = file.path.toLowerCase().replace(/\.[^.]+$/, '');
    if (!directory?.has(tags.geoKeys) && !worldFiles.some((end) => paths.has(`${stem}.${end}`))) continue;
    placed.push(file);
    elevation ||= /_DSM/i.test(file.name) || isFloatBand(directory);
  }
  const [file] = placed;
  return file && { file, elevation };
}

const isFloatBand = (directory: ReadonlyMap<number, number> | undefined): boolean =>
  directory !== undefined &&
  (directory.get(tags.samplesPerPixel) ?? 1) === 1 &&
  directory.get(tags.bitsPerSample) === 32 &&
  directory.get(tags.sampleFormat) === floating;

/** Tags of the first image of a TIFF or BigTIFF, each with its value where that is one short number. */
async function directoryOf(source: Source, file: PlacedFile): Promise<ReadonlyMap<number, number> | undefined> {
  const head = await source.read(file, 0, 16);
  if (head.length < 16) return undefined;
  const order = head.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const numbers = numbersOf(order === 'II');
  const version = numbers.short(head, 2);
  if (version !== 42 && version !== 43) return undefined;
  const big = version === 43;
  const at = big ? numbers.long(head, 8) : numbers.word(head, 4);
  if (at >= file.size) return undefined;
  const [countSize, entrySize] = big ? [8, 20] : [2, 12];
  const bytes = await source.read(file, at, countSize + mostEntries * entrySize);
  if (bytes.length < countSize) return undefined;
  const count = Math.min(big ? numbers.long(bytes, 0) : numbers.short(bytes, 0), mostEntries);
  const found = new Map<number, number>();
  for (let entry = 0; entry < count; entry++) {
    const start = countSize + entry * entrySize;
    if (start + entrySize > bytes.length) break;
    found.set(numbers.short(bytes, start), numbers.short(bytes, start + (big ? 12 : 8)));
  }
  return found;
}

const numbersOf = (little: boolean) => ({
  short: (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
  word: (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  long: (bytes: Buffer, at: number) => Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at)),
});
