import sharp from 'sharp';
import type { BoundingBox } from '../prediction.ts';

/** Darker than this is drawn. */
const dark = 160;
/** Of half the way around a box so much is drawn at least where something is in it. */
const leastInk = 0.25;

/** Tells where the picture of a sheet shows anything. */
export async function drawnIn(picture: string): Promise<(box: BoundingBox) => boolean> {
  const image = sharp(picture).flatten({ background: 'white' }).greyscale();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return ({ left, top, width, height }) => {
    const enough = leastInk * (width + height);
    let ink = 0;
    for (let y = Math.max(0, top); y < Math.min(info.height, top + height); y++) {
      for (let x = Math.max(0, left); x < Math.min(info.width, left + width); x++) {
        if ((data[(y * info.width + x) * info.channels] ?? 255) < dark) ink++;
      }
      if (ink >= enough) return true;
    }
    return false;
  };
}
