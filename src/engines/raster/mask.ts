import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
import { isSamples, type Samples } from './samples.ts';

/** Which pixels of a picture are there: a picture of the same size in the same file (GDAL RFC 15). */
export interface Mask {
  /** For each pixel of a window whether it is there, 0 where not. */
  read(window: readonly [left: number, top: number, right: number, bottom: number]): Promise<ArrayLike<number>>;
}

const isMask = 4;
const mostPictures = 1000;

/** The mask that a file has inside for its first picture. */
export async function maskIn(tiff: GeoTIFF, of: GeoTIFFImage): Promise<Mask | undefined> {
  const count = Math.min(mostPictures, await tiff.getImageCount());
  for (let n = 1; n < count; n++) {
    const image = await tiff.getImage(n);
    const kind = Number(image.fileDirectory.getValue('NewSubfileType') ?? 0);
    const isSameSize = image.getWidth() === of.getWidth() && image.getHeight() === of.getHeight();
    // that of an overview is smaller
    if ((kind & isMask) === 0 || !isSameSize || image.getSamplesPerPixel() !== 1) continue;
    return {
      async read(window) {
        const samples: unknown = await image.readRasters({ window: [...window], interleave: true });
        if (isSamples(samples)) return samples;
        throw new Error('A mask has no numbers.');
      },
    };
  }
  return undefined;
}

/** Pixels of whole numbers with one more band, which says how much of them there is: all or nothing. */
export function withAlpha(samples: Samples, bands: number, mask: ArrayLike<number>, most: number): Samples {
  const found = new (samples.constructor as new (length: number) => Samples)((samples.length / bands) * (bands + 1));
  for (let n = 0; n < mask.length; n++) {
    const [from, to] = [n * bands, n * (bands + 1)];
    for (let band = 0; band < bands; band++) found[to + band] = samples[from + band] ?? 0;
    found[to + bands] = mask[n] ? most : 0;
  }
  return found;
}

/** Floats without those that are masked. */
export function withoutMasked(samples: Samples, bands: number, mask: ArrayLike<number>): Samples {
  for (let n = 0; n < mask.length; n++) if (!mask[n]) samples.fill(Number.NaN, n * bands, (n + 1) * bands);
  return samples;
}
