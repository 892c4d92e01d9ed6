import { breathe, type EngineContext } from '../engine.ts';
import type { Raster, Samples } from './source.ts';

/** Puts the colour of a pixel, four bytes, for its samples. */
export type Shade = (samples: Float64Array, target: Uint8Array, at: number) => void;

const rowsAtOnce = 256;

/** Colours of 8 bits as they are; all else from its least to its greatest value. */
export async function shadeOf(raster: Raster, context: EngineContext): Promise<Shade> {
  const { bands, bits, format, hasAlpha } = raster;
  const colors = bands - (hasAlpha ? 1 : 0);
  const [low, high] = bits === 8 && format === 1 ? [0, 255] : await rangeOf(raster, colors, context);
  const by = high > low ? 255 / (high - low) : 0;
  const most = bits === 16 ? 65_535 : 255;
  const byte = (value: number) => Math.min(255, Math.max(0, Math.round((value - low) * by)));
  const isColored = colors >= 3;
  return (samples, target, at) => {
    const first = samples[0] ?? 0;
    target[at] = byte(first);
    target[at + 1] = byte(isColored ? (samples[1] ?? 0) : first);
    target[at + 2] = byte(isColored ? (samples[2] ?? 0) : first);
    target[at + 3] = hasAlpha ? Math.round((255 * (samples[bands - 1] ?? 0)) / most) : 255;
  };
}

async function rangeOf(raster: Raster, colors: number, context: EngineContext): Promise<[number, number]> {
  let [low, high] = [Infinity, -Infinity];
  const add = (samples: Samples) => {
    for (let at = 0; at < samples.length; at++) {
      const value = samples[at] ?? 0;
      if (at % raster.bands >= colors || value === raster.nodata || !Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  };
  for (let top = 0; top < raster.height; top += rowsAtOnce) {
    add(await raster.read(0, top, raster.width, Math.min(raster.height, top + rowsAtOnce)));
    await breathe();
    context.signal?.throwIfAborted();
  }
  return low > high ? [0, 255] : [low, high];
}
