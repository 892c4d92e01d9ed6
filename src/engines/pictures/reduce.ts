import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';

sharp.concurrency(1); // pictures beside each other, not the rows of one

/** How many are worth working on at a time. */
export const picturesAtOnce = Math.max(2, Math.min(4, availableParallelism()));

const mostPixels = 120_000_000;

/** A JPEG that is no larger than wanted. */
export interface Reduced {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** One that is right already stays as it is. `upright`: turned as the photo says. Undefined for what cannot be decoded. */
export async function reduced(path: string, widest: number, upright = true): Promise<Reduced | undefined> {
  try {
    const options = { limitInputPixels: mostPixels };
    const { format, width, height, orientation = 1, space } = await sharp(path, options).metadata();
    const fits = width <= widest && height <= widest && orientation === 1;
    if (format === 'jpeg' && space === 'srgb' && fits) return { bytes: await readFile(path), width, height };
    const photo = sharp(path, options);
    const { data, info } = await (upright ? photo.autoOrient() : photo)
      .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 82, optimiseCoding: false }) // a second pass costs a quarter more and saves a twentieth
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}
