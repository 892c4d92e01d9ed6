import sharp from 'sharp';
import { type Camera, pixelOf } from '../../geometry/camera.ts';
import type { View } from './view.ts';

/** Three bytes a pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A photo at its own size, or reduced to that width. Pixels as they are stored: the orientation in the photo does not turn them. */
export async function readPicture(path: string, width?: number): Promise<Picture> {
  const photo = sharp(path, { failOn: 'error' });
  const sized = width === undefined ? photo : photo.resize({ width, kernel: 'lanczos3' });
  const { data, info } = await sized
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels === 3) return { width: info.width, height: info.height, rgb: data };
  const rgb = new Uint8Array(3 * info.width * info.height);
  for (let n = 0; n < rgb.length; n++) rgb[n] = data[Math.floor(n / 3) * info.channels] ?? 0;
  return { width: info.width, height: info.height, rgb };
}

/** The picture without what its lens does to it; black where the photo shows nothing. */
export function straightened(picture: Picture, camera: Camera, view: View): Uint8Array {
  const to = new Uint8Array(3 * view.width * view.height);
  const scale = picture.width / camera.width;
  for (let y = 0, at = 0; y < view.height; y++) {
    for (let x = 0; x < view.width; x++, at += 3) {
      const [u, v] = pixelOf(
        camera,
        (x + 0.5 - view.principal[0]) / view.focal,
        (y + 0.5 - view.principal[1]) / view.focal,
      );
      sample(picture, u * scale - 0.5, v * scale - 0.5, to, at);
    }
  }
  return to;
}

/** Between the middles of four pixels; nothing is written where the picture does not reach. */
export function sample({ width, height, rgb }: Picture, u: number, v: number, to: Uint8Array, at: number): void {
  if (!(u > -0.5 && v > -0.5 && u < width - 0.5 && v < height - 0.5)) return;
  const x = Math.max(0, Math.min(width - 2, Math.floor(u)));
  const y = Math.max(0, Math.min(height - 2, Math.floor(v)));
  const [fx, fy] = [Math.max(0, Math.min(1, u - x)), Math.max(0, Math.min(1, v - y))];
  const a = 3 * (y * width + x);
  const b = a + 3 * width;
  for (let n = 0; n < 3; n++) {
    const upper = (rgb[a + n] ?? 0) * (1 - fx) + (rgb[a + 3 + n] ?? 0) * fx;
    const lower = (rgb[b + n] ?? 0) * (1 - fx) + (rgb[b + 3 + n] ?? 0) * fx;
    to[at + n] = upper * (1 - fy) + lower * fy + 0.5;
  }
}
