import { readFileSync, statSync } from 'node:fs';
import { fromFile, type GeoTIFFImage } from 'geotiff';
import { endingOf, fileBeside } from '../conversion/files.ts';
import type { InputFile } from '../conversion/params.ts';
import { geoKeysText } from '../crs/read/geo-keys.ts';
import { EngineFailure } from '../engine.ts';
import { unreadable } from '../formats/unreadable.ts';
import { maskIn, withAlpha, withoutMasked } from './mask.ts';
import { isSamples, type Samples } from './samples.ts';

/** From pixels (from the top left corner of the first) to the map: x = a·column + b·row + c, y = d·column + e·row + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface GeoTag {
  readonly id: number;
  readonly values: readonly number[] | string;
}

/** A raster that is open: bands of numbers, row after row, the samples of a pixel beside each other. */
export interface Raster {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  /** The last band says how much of a pixel there is. */
  readonly hasAlpha: boolean;
  readonly bits: number;
  /** As TIFF numbers them: 1 whole, 2 whole with sign, 3 float. */
  readonly format: number;
  readonly nodata: number | undefined;
  readonly srs: string | undefined;
  /** Undefined: nobody says where it is. */
  readonly place: Affine | undefined;
  /** The tags that say where it is, as the file has them. */
  readonly geoTags: readonly GeoTag[];
  /** What is read are colours that the file has in another form, such as a palette. */
  readonly converted: boolean;
  read(left: number, top: number, right: number, bottom: number): Promise<Samples>;
  close(): Promise<void>;
}

const mostPixels = 2 ** 36;
const mostBands = 64;
const [palette, separated, lab] = [3, 5, 8] as const;
const ycbcr = 6;

export async function openRaster(input: InputFile, inputs: readonly InputFile[]): Promise<Raster> {
  const { name, path } = input;
  try {
    const tiff = await fromFile(path);
    const image = await tiff.getImage(0);
    const [width, height] = [image.getWidth(), image.getHeight()];
    if (!(width > 0 && height > 0 && width * height <= mostPixels))
      throw unreadable(name, 'it has no size that can be');
    if (!(await isWhole(image, statSync(path).size))) throw unreadable(name, 'it is cut off');
    const bands = image.getSamplesPerPixel();
    if (bands > mostBands) throw unreadable(name, `it has ${bands} bands`);
    const directory = image.fileDirectory;
    const kind = directory.getValue('PhotometricInterpretation');
    const converted = kind === palette || kind === separated || kind === lab || kind === ycbcr;
    const extra = Array.from((await directory.loadValue('ExtraSamples')) ?? [], Number);
    const geoTags = await geoTagsOf(image);
    const nodata = image.getGDALNoData();
    const [own, bits] = [converted ? 3 : bands, converted ? 8 : image.getBitsPerSample(0)];
    const format = converted ? 1 : image.getSampleFormat(0);
    const hasOwnAlpha = !converted && (extra.includes(1) || extra.includes(2));
    const mask = hasOwnAlpha ? undefined : await maskIn(tiff, image);
    const addsAlpha = mask !== undefined && format === whole;
    const readOwn = (window: Window) => samplesOf(image, window, converted, name);
    return {
      name,
      width,
      height,
      bands: own + (addsAlpha ? 1 : 0),
      hasAlpha: hasOwnAlpha || addsAlpha,
      bits,
      format,
      nodata: nodata === null || !Number.isFinite(nodata) ? undefined : nodata,
      srs: systemIn(geoTags),
      place: await placeOf(image, input, inputs),
      geoTags,
      converted,
      async read(...window) {
        const samples = await readOwn(window);
        if (mask === undefined) return samples;
        const there = await mask.read(window);
        return addsAlpha ? withAlpha(samples, own, there, 2 ** bits - 1) : withoutMasked(samples, own, there);
      },
      close: async () => void (await tiff.close()),
    };
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    throw unreadable(name, 'it is damaged, or no TIFF that is known');
  }
}

async function geoTagsOf({ fileDirectory }: GeoTIFFImage): Promise<GeoTag[]> {
  const tags: GeoTag[] = [];
  for (const [name, id] of [
    ['ModelPixelScale', 33_550],
    ['ModelTiepoint', 33_922],
    ['ModelTransformation', 34_264],
    ['GeoKeyDirectory', 34_735],
    ['GeoDoubleParams', 34_736],
    ['GeoAsciiParams', 34_737],
  ] as const) {
    const value: unknown = await fileDirectory.loadValue(name);
    if (typeof value === 'string') tags.push({ id, values: value });
    else if (isSamples(value)) tags.push({ id, values: Array.from(value) });
    else if (Array.isArray(value)) tags.push({ id, values: value.map(Number) });
  }
  return tags;
}

/** Whether all strips or tiles are in the file; what is missing would be read as black. */
async function isWhole({ fileDirectory }: GeoTIFFImage, size: number): Promise<boolean> {
  const offsets = (await fileDirectory.loadValue('StripOffsets')) ?? (await fileDirectory.loadValue('TileOffsets'));
  const counts =
    (await fileDirectory.loadValue('StripByteCounts')) ?? (await fileDirectory.loadValue('TileByteCounts'));
  if (offsets === undefined || counts === undefined || offsets.length !== counts.length) return false;
  return Array.from(offsets).every((offset, n) => Number(offset) + Number(counts[n]) <= size);
}

/** Where it says it is, with all its keys. */
function systemIn(tags: readonly GeoTag[]): string | undefined {
  const of = (id: number) => tags.find((tag) => tag.id === id)?.values;
  const numbers = (id: number): readonly number[] => {
    const values = of(id);
    return values === undefined || typeof values === 'string' ? [] : values;
  };
  const text = of(34_737);
  return geoKeysText(numbers(34_735), numbers(34_736), typeof text === 'string' ? text : '');
}

type Window = readonly [left: number, top: number, right: number, bottom: number];
/** As TIFF numbers them. */
const whole = 1;

async function samplesOf(image: GeoTIFFImage, part: Window, converted: boolean, name: string): Promise<Samples> {
  try {
    const window = [...part];
    const read = converted
      ? image.readRGB({ window, interleave: true })
      : image.readRasters({ window, interleave: true });
    const samples: unknown = await read;
    if (isSamples(samples)) return samples;
  } catch {}
  throw unreadable(name, 'a part of its pixels is damaged, or packed in a way that is not known');
}

/** Where it is: its own tags, else a world file beside it. */
async function placeOf(
  image: GeoTIFFImage,
  input: InputFile,
  inputs: readonly InputFile[],
): Promise<Affine | undefined> {
  const directory = image.fileDirectory;
  const numbers = async (tag: 'ModelTransformation' | 'ModelPixelScale' | 'ModelTiepoint') =>
    Array.from((await directory.loadValue(tag)) ?? [], Number);
  const isPoint = image.getGeoKeys()?.GTRasterTypeGeoKey === 2;
  // where values stand for points, places are those of the middles of pixels
  const shifted = ([a, b, c, d, e, f]: Affine): Affine =>
    isPoint ? [a, b, c - (a + b) / 2, d, e, f - (d + e) / 2] : [a, b, c, d, e, f];
  const matrix = await numbers('ModelTransformation');
  if (matrix.length === 16) {
    const [a = 1, b = 0, , c = 0, d = 0, e = -1, , f = 0] = matrix;
    return shifted([a, b, c, d, e, f]);
  }
  const [scale, tie] = [await numbers('ModelPixelScale'), await numbers('ModelTiepoint')];
  if (scale.length >= 2 && tie.length >= 6) {
    const [sx = 1, sy = 1] = scale;
    const [column = 0, row = 0, , x = 0, y = 0] = tie;
    return shifted([sx, 0, x - column * sx, 0, -sy, y + row * sy]);
  }
  return worldFile(input, inputs);
}

function worldFile(input: InputFile, inputs: readonly InputFile[]): Affine | undefined {
  const base = input.name.replace(/^.*\//, '').replace(/\.[^.]+$/, '');
  for (const ending of ['tfw', 'tifw', 'tiffw', `${endingOf(input.name)}w`, 'wld']) {
    const side = fileBeside(inputs, input, `${base}.${ending}`);
    if (side === undefined || statSync(side.path).size > 4096) continue;
    const [a, d, b, e, c, f] = readFileSync(side.path, 'utf8').trim().split(/\s+/).map(Number);
    if ([a, b, c, d, e, f].some((one) => one === undefined || !Number.isFinite(one))) continue;
    const [p = 1, q = 0, r = 0, s = 0, t = -1, u = 0] = [a, b, c, d, e, f];
    return [p, q, r - (p + q) / 2, s, t, u - (s + t) / 2];
  }
  return undefined;
}

/** A place of the map as a pixel: column, then row. */
export function toPixels([a, b, c, d, e, f]: Affine): (x: number, y: number) => [number, number] {
  const per = 1 / (a * e - b * d);
  return (x, y) => [(e * (x - c) - b * (y - f)) * per, (a * (y - f) - d * (x - c)) * per];
}

/** The corners of a raster on the map. */
export const cornersOf = ({ width, height }: Raster, [a, b, c, d, e, f]: Affine): [number, number][] =>
  [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([column = 0, row = 0]) => [a * column + b * row + c, d * column + e * row + f]);
