import { breathe, type EngineContext } from '../engine.ts';
import type { Samples } from './samples.ts';
import type { Raster } from './source.ts';

/** Puts the colour of a pixel, four bytes, for its samples. */
export type Shade = (samples: Float64Array, target: Uint8Array, at: number) => void;

/** The values that become 0 and 255. */
export type Range = readonly [low: number, high: number];

const rowsAtOnce = 64;
/** So many values tell how all are spread. */
const mostLookedAt = 4_000_000;
/** Of pictures: what is outside of these is dark or bright by accident. */
const [darkest, brightest] = [0.02, 0.98];

const isByte = ({ bits, format }: Raster): boolean => bits === 8 && format === 1;
const colorsOf = ({ bands, hasAlpha }: Raster): number => bands - (hasAlpha ? 1 : 0);
/** One number a pixel that has a unit: heights, depths. */
const isMeasured = (raster: Raster): boolean => raster.format === 3 && colorsOf(raster) === 1;

/** The same for all tiles of a map. `stretch`: "auto", "none" or "min,max"; see the option. */
export async function rangeOf(rasters: readonly Raster[], stretch: string, context: EngineContext): Promise<Range> {
  const [low, high] = stretch.split(',').map(Number);
  if (low !== undefined && high !== undefined && low < high) return [low, high];
  const wide = rasters.filter((raster) => !isByte(raster));
  const [first] = wide;
  if (first === undefined) return [0, 255];
  if (stretch === 'none') return first.format === 1 && first.bits === 16 ? [0, 65_535] : [0, 255];
  return spreadOf(wide, context);
}

/** Colours of 8 bits as they are; all else by the range. */
export function shadeOf(raster: Raster, range: Range, stretch: string): Shade {
  const { bands, bits, hasAlpha } = raster;
  const isOwn = isByte(raster) && !stretch.includes(',');
  const [low, high] = isOwn ? [0, 255] : range;
  const by = high > low ? 255 / (high - low) : 0;
  const most = bits === 16 ? 65_535 : 255;
  const byte = (value: number) => Math.min(255, Math.max(0, Math.round((value - low) * by)));
  const isColored = colorsOf(raster) >= 3;
  return (samples, target, at) => {
    const first = samples[0] ?? 0;
    target[at] = byte(first);
    target[at + 1] = byte(isColored ? (samples[1] ?? 0) : first);
    target[at + 2] = byte(isColored ? (samples[2] ?? 0) : first);
    target[at + 3] = hasAlpha ? Math.round((255 * (samples[bands - 1] ?? 0)) / most) : 255;
  };
}

/** Of what is measured its least and greatest value; of pictures what all but 2 % on either side lie between. */
async function spreadOf(rasters: readonly Raster[], context: EngineContext): Promise<Range> {
  const values: number[] = [];
  let [low, high] = [Infinity, -Infinity];
  const isExact = rasters.some(isMeasured);
  const all = rasters.reduce((sum, raster) => sum + raster.width * raster.height * colorsOf(raster), 0);
  // of large pictures some rows
  const step = rowsAtOnce * (isExact ? 1 : Math.max(1, Math.ceil(all / mostLookedAt)));
  const add = (value: number) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (!isExact) values.push(value);
  };
  for (const raster of rasters) {
    for (let top = 0; top < raster.height; top += step) {
      eachValue(raster, await raster.read(0, top, raster.width, Math.min(raster.height, top + rowsAtOnce)), add);
      await breathe();
      context.signal?.throwIfAborted();
    }
  }
  if (low > high) return [0, 255];
  return (isExact ? undefined : middleOf(values)) ?? [low, high];
}

/** Without alpha, and what has no value or is not there. */
function eachValue(raster: Raster, samples: Samples, visit: (value: number) => void): void {
  const { bands, hasAlpha, nodata } = raster;
  const colors = colorsOf(raster);
  for (let first = 0; first < samples.length; first += bands) {
    if (hasAlpha && samples[first + colors] === 0) continue;
    for (let band = 0; band < colors; band++) {
      const value = samples[first + band] ?? 0;
      if (value !== nodata && Number.isFinite(value)) visit(value);
    }
  }
}

/** Undefined where nearly all values are the same. */
function middleOf(values: readonly number[]): Range | undefined {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [from, to] = [at(darkest), at(brightest)];
  return from < to ? [from, to] : undefined;
}
