import sharp from 'sharp';
import { messageOf } from '../../../std/errors.ts';
import type { EngineContext } from '../../engine.ts';
import { failures } from '../failures.ts';

/** Pixels of an image as it is stored: three bytes each, row by row, not turned by its orientation. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** More pixels than this are refused before they are decoded. */
const mostPixels = 500_000_000;

/** Is told what is about to be read, so that the death of the process names it. */
type Reading = Pick<EngineContext, 'at'>;

/** Reads JPEG, PNG, TIFF and what else the library knows. `name`: as people know the file. */
export async function readPicture(path: string, name: string, { at }: Reading): Promise<Picture> {
  at?.(name);
  try {
    const image = sharp(path, { limitInputPixels: mostPixels, sequentialRead: true, failOn: 'error' });
    const { data, info } = await image
      .removeAlpha()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels === 3) return { width: info.width, height: info.height, rgb: data };
    const rgb = new Uint8Array(3 * info.width * info.height);
    for (let n = 0; n < info.width * info.height; n++) rgb.fill(data[n * info.channels] ?? 0, 3 * n, 3 * n + 3);
    return { width: info.width, height: info.height, rgb };
  } catch (error) {
    throw failures.invalidData(name, `the image cannot be read (${messageOf(error).split('\n')[0]})`);
  }
}

/** Width and height, without decoding. */
export async function sizeOfPicture(path: string, name: string): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: mostPixels }).metadata();
    return { width, height };
  } catch (error) {
    throw failures.invalidData(name, `the image cannot be read (${messageOf(error).split('\n')[0]})`);
  }
}

/** Label ids of an image, row by row. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly labels: Uint16Array;
}

/** A 16-bit PNG of one channel; one of 8 bits is taken, too. */
export async function readMask(path: string, name: string, { at }: Reading): Promise<Mask> {
  at?.(name);
  try {
    const image = sharp(path, { limitInputPixels: mostPixels });
    const { depth } = await image.metadata();
    const { data, info } = await image
      .extractChannel(0)
      .toColourspace(depth === 'ushort' ? 'grey16' : 'b-w')
      .raw({ depth: depth === 'ushort' ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const count = info.width * info.height;
    const labels = new Uint16Array(count);
    for (let n = 0; n < count; n++) labels[n] = depth === 'ushort' ? data.readUInt16LE(2 * n) : (data[n] ?? 0);
    return { width: info.width, height: info.height, labels };
  } catch (error) {
    throw failures.invalidData(name, `the mask cannot be read (${messageOf(error).split('\n')[0]})`);
  }
}

export async function writeMask(path: string, { width, height, labels }: Mask): Promise<void> {
  await sharp(labels, { raw: { width, height, channels: 1 } })
    .toColourspace('grey16')
    .png({ compressionLevel: 9 })
    .toFile(path);
}
